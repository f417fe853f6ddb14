/** What projections and queries need from the outside: collections of rows that can always be rebuilt. */
import type { Position } from '../domain/event.ts';

/** A row: JSON fields, looked up by id, with the position of the last event applied to it. `terms` are its search terms. */
export type Row = {
  readonly id: string;
  readonly position: Position;
  readonly terms?: readonly string[];
  /** The row could not take an event or be written, so it is withheld from the public in the way its fold declares. */
  readonly withheld?: true;
  readonly [field: string]: unknown;
};

/** How a listing sorts; ties are broken by ascending id in both directions, and null or absent values come last in both. */
export type Sort = { readonly field: string; readonly dir: 'asc' | 'desc' };

/** The field names of rows of type `R`; any string where `R` is unknown. */
export type Fields<R> = unknown extends R ? string : Extract<keyof R, string>;

/** A row of a collection's type, of which the fields `F` were read. */
export type Stored<R, F extends string = Fields<R>> = Pick<R, F & keyof R> & Row;

/**
 * A collection of rows `R`, and how it is queried. Queries use only top-level fields; an array of strings is matched with `contains` or
 * `containsAny`.
 * `name` is the name in the store and includes the projection's version.
 */
export type Collection<R = unknown, F extends string = Fields<R>> = {
  readonly name: string;
  readonly indexes: readonly Index<F>[];
  /** Fields whose values are arrays of strings. */
  readonly arrays?: readonly F[];
  /** Other fields that listings show, of any type: a page requested with `fields` is read without the rest of its rows. */
  readonly shown?: readonly F[];
  /** Fields that every row has with a different value, so sorting by one leaves no ties to break. */
  readonly unique?: readonly F[];
  /** True if rows carry `terms`, folded with `domain/search-terms.ts`. */
  readonly search?: boolean;
  /** The field that every search pins with `eq`. */
  readonly searchedWithin?: F;
  /** For the type checker only: no collection sets it. */
  readonly rowType?: R;
};

export type Index<F extends string = string> = {
  /** Fields compared with `eq` or `contains`; at most one of them is an array. */
  readonly equal: readonly F[];
  readonly sort?: F;
  /** The only direction in which it is listed. Default: both. */
  readonly dir?: 'asc' | 'desc';
  /** The only direction of both that queries use: a store that can change the indexes of a version's rows omits the other. */
  readonly asked?: 'asc' | 'desc';
  /** True if no query combines it with search terms. */
  readonly unsearched?: true;
  /** True if many rows lack the last field of `equal`, which is no array: a store may leave them out. */
  readonly sparse?: true;
};

export type Condition =
  | { readonly field: string; readonly eq: string | number | boolean | null }
  | { readonly field: string; readonly in: readonly (string | number)[] }
  /** Null is none of them. */
  | { readonly field: string; readonly notIn: readonly (string | number)[] }
  /** Null is in no range. */
  | {
      readonly field: string;
      readonly gt?: string | number;
      readonly gte?: string | number;
      readonly lt?: string | number;
      readonly lte?: string | number;
    }
  /** Exists = present and not null. */
  | { readonly field: string; readonly exists: boolean }
  | { readonly field: string; readonly contains: string }
  /** At least one of them. */
  | { readonly field: string; readonly containsAny: readonly string[] };

/** Conditions that these fields have these values; a field given as null may have any. */
export const having = (fields: Readonly<Record<string, string | number | boolean | null>>): readonly Condition[] =>
  Object.entries(fields).flatMap(([field, eq]) => (eq === null ? [] : [{ field, eq }]));

/** Conditions that these arrays contain these values; a field given as null may have any. */
export const containing = (fields: Readonly<Record<string, string | null>>): readonly Condition[] =>
  Object.entries(fields).flatMap(([field, contains]) => (contains === null ? [] : [{ field, contains }]));

/** A prefix that one of a row's `terms` must have: this one, or any of these (an empty list matches no row). */
export type TermPrefix = string | readonly string[];

/** Matches rows that meet all conditions and, for each of `terms`, have a term that begins with it. */
export type Where = { readonly all: readonly Condition[]; readonly terms?: readonly TermPrefix[] };

export type Find<F extends string = string> = {
  readonly where: Where;
  /** Default: by ascending id. */
  readonly sort?: Sort;
  readonly offset?: number;
  readonly limit: number;
  /** How many rows match, if the caller knows: a store may then reach a distant page from the end. */
  readonly total?: number;
  /** Returns only these top-level fields plus id and position; a field that a row lacks may be null. Default: whole rows. */
  readonly fields?: readonly F[];
};

export type Total = {
  readonly total: number;
  /** When it was counted, in epoch milliseconds; null if it is exact. */
  readonly totalAsOf: number | null;
};

/** A query for the values that rows meeting `where` hold together in the array field `by`. */
export type CoOccurrenceQuery = {
  readonly where: readonly Condition[];
  readonly by: string;
  readonly values: readonly string[];
  readonly others: readonly string[];
};

/** By value and by other: the last id of a row that holds both. */
export type CoOccurrences = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** A projection's progress, which must survive restarts. */
export type Checkpoint = {
  readonly position: Position;
  /** `filling`: a new collection is being filled in bulk, without indexes; `live`: indexed, counted and kept up to date. */
  readonly phase: 'filling' | 'live';
  /** The latest time of the events up to it, epoch milliseconds. Default: the one stored. */
  readonly latest?: number;
  /** The generation of the rows if they have been rebuilt; see `active-generation.ts`. Adapters do not store it. */
  readonly generation?: number;
};

/**
 * Sets `field` of the rows `keys` of `into` to the number of rows of `from` that meet `where` and hold the key in the array field `by`.
 * The value is absolute, so repeating it is harmless; keys without a row are skipped. A count has the position of its batch's
 * checkpoint: it replaces only counts of an earlier position, and never changes a later row.
 */
export type Recount = {
  readonly into: Collection;
  readonly field: string;
  readonly from: Collection;
  readonly where: readonly Condition[];
  readonly by: string;
  /** 'all' = every row of `into`. */
  readonly keys: readonly string[] | 'all';
};

/** Stands for a removed row for the lifetime of its collection, so a late write of an earlier position is ignored. No query finds it. */
export type Tombstone = {
  readonly id: string;
  /** Position of the event that removed the row. */
  readonly position: Position;
  /** The row is withheld entirely rather than removed, and so is anything folded into it later. */
  readonly withheld?: true;
};

export type Change = {
  readonly collection: Collection;
  readonly replace: readonly Row[];
  /** Rows to delete; each leaves a tombstone, whether or not the row existed. */
  readonly remove?: readonly Tombstone[];
};

/** Rows as the projector needs them: a removed row appears as its tombstone. */
export type RowsWithTombstones = {
  readonly rows: ReadonlyMap<string, Row>;
  readonly tombstones: ReadonlyMap<string, Tombstone>;
  /** Ids that were not read because the rows before them reached the byte limit. */
  readonly left: readonly string[];
};

export type Batch = {
  readonly projection: string;
  readonly changes: readonly Change[];
  readonly recounts: readonly Recount[];
  readonly checkpoint: Checkpoint;
};

/** A row that a store will never accept, and why. */
export type RefusedRow = { readonly collection: string; readonly id: string; readonly reason: string };

/**
 * The store will never accept these rows, however often they are retried: they are too large, or have a shape that it cannot hold. The
 * batch may be partly written, and its checkpoint has not moved. Without these rows it can be committed.
 */
export class RowRefused extends Error {
  override readonly name = 'RowRefused';
  readonly rows: readonly RefusedRow[];

  constructor(rows: readonly RefusedRow[], options?: ErrorOptions) {
    super(
      rows.map(({ collection, id, reason }) => `${collection} cannot hold row ${id}: ${reason}`).join('; '),
      options,
    );
    this.rows = rows;
  }
}

/**
 * Guarantees, held by every adapter and tested by `tests/contracts/read-models.ts`:
 * - `commit` writes rows, then recounts, then the checkpoint. A row is replaced or removed only by a later position than its own
 *   or its tombstone's, a count only by one of a later position, and a checkpoint never moves back, nor from live to filling.
 *   So an interrupted batch may be applied again, and a late one changes nothing newer, however late it is. Once it returns,
 *   readers see all of it. If a crash of the machine undoes rows, it undoes their checkpoint too.
 * - Queries see only whole rows. They use the declared indexes.
 * - Every call throws `Unavailable` when the store cannot be reached within the adapter's own timeout, or fails for a reason
 *   unrelated to the call; calls that are safe to repeat are retried after transient failures.
 * - `commit` throws `RowRefused` for rows that the store will never accept, and for no other reason.
 */
export interface RowStore {
  /** Creates the collection with its indexes or, with `later`, ready for bulk filling. Harmless if it exists. */
  create(collection: Collection, indexes: 'now' | 'later'): Promise<void>;
  /** Builds the indexes and search terms that `create(…, 'later')` left out. May be repeated, also when interrupted. */
  index(collection: Collection): Promise<void>;
  /** Removes the collections and the checkpoint, if they exist. */
  drop(projection: string, collections: readonly Collection[]): Promise<void>;

  load(collection: Collection, ids: readonly string[]): Promise<ReadonlyMap<string, Row>>;
  /**
   * Loads rows for further folding, with the tombstones of removed ones: the first of them, up to about `bytes` of JSON, and at least
   * one.
   */
  loadForFolding(collection: Collection, ids: readonly string[], bytes?: number): Promise<RowsWithTombstones>;
  commit(batch: Batch): Promise<void>;
  checkpoint(projection: string): Promise<Checkpoint | null>;

  get(collection: Collection, id: string): Promise<Row | null>;
  find(collection: Collection, find: Find): Promise<readonly Row[]>;
  /** Counts matching rows, up to `atMost`. Without it all are counted, which may take seconds but blocks no other call. */
  count(collection: Collection, where: Where, atMost?: number): Promise<number>;
  /**
   * The total of a listing: exact up to `TOTAL.exact`, beyond which this call does not count; a larger total is at most `TOTAL.ageMs`
   * old, or `TOTAL.oldestMs` if counting takes longer.
   */
  total(collection: Collection, where: Where): Promise<Total>;
  /** Counts rows by value of `by` (a row counts once for each value of an array field). Nulls are left out. */
  groupCounts(
    collection: Collection,
    where: Where,
    by: string,
  ): Promise<ReadonlyMap<string | number | boolean, number>>;
  /**
   * Maps each of `values` to those of `others` that some row holds together with it in an array field, each with the last id of such a
   * row. A value is never paired with itself, and a value without pairs has no entry.
   */
  coOccurrences(collection: Collection, asked: CoOccurrenceQuery): Promise<CoOccurrences>;
  close(): Promise<void>;
}

/** A row store whose reads have the row types of their collections. */
export interface ReadModels extends RowStore {
  load<R>(collection: Collection<R, string>, ids: readonly string[]): Promise<ReadonlyMap<string, Stored<R>>>;
  get<R>(collection: Collection<R, string>, id: string): Promise<Stored<R> | null>;
  find<R, F extends string = Fields<R>>(
    collection: Collection<R, string>,
    find: Find<F>,
  ): Promise<readonly Stored<R, F>[]>;
}

/** Rows are folded by the projection that declares their collection, so its row type is trusted here, and only here. */
export const readModelsOf = (store: RowStore): ReadModels => store as ReadModels;
