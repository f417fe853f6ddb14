/** What projections and queries need from the outside: collections of rows that can always be rebuilt. */
import type { Position } from '../domain/event.ts';

/** A row: every field JSON, found by its id, carrying the position of the last event applied to it. `terms` are its search terms. */
export type Row = {
  readonly id: string;
  readonly position: Position;
  readonly terms?: readonly string[];
  /** Something about it could not be folded or written: it is withheld from the public, as its fold says. */
  readonly withheld?: true;
  readonly [field: string]: unknown;
};

/** How a listing sorts; ties are broken by ascending id in both directions, and null or absent values come last in both. */
export type Sort = { readonly field: string; readonly dir: 'asc' | 'desc' };

/** The fields of rows of this kind; any where the kind is not known. */
export type Fields<R> = unknown extends R ? string : Extract<keyof R, string>;

/** A row as a collection says that it is, of which these fields were read. */
export type Stored<R, F extends string = Fields<R>> = Pick<R, F & keyof R> & Row;

/**
 * A collection of rows `R`, and how it is asked. Only top-level fields are asked; an array of strings is asked with
 * `contains`. `name` is the physical one and carries the version of its projection.
 */
export type Collection<R = unknown, F extends string = Fields<R>> = {
  readonly name: string;
  readonly indexes: readonly Index<F>[];
  /** Fields whose values are arrays of strings. */
  readonly arrays?: readonly F[];
  /** What listings show besides what they sort by, of any kind: a page asked for by `fields` is read without the rest of its rows. */
  readonly shown?: readonly F[];
  /** Fields that every row has, no two of them the same value: what is sorted by one has no ties to break. */
  readonly unique?: readonly F[];
  /** True if rows carry `terms`, folded with `domain/search-terms.ts`. */
  readonly search?: boolean;
  /** The field that every search pins with `eq`. */
  readonly searchedWithin?: F;
  /**
   * Directions of declared indexes in which no query asks. What is declared is the shape of a version's rows and stays; a store
   * in which indexes may change at any time leaves these out.
   */
  readonly unasked?: readonly Required<Pick<Index<F>, 'equal' | 'sort' | 'dir'>>[];
  /** For the compiler alone: no collection has it. */
  readonly rowType?: R;
};

export type Index<F extends string = string> = {
  /** Compared by `eq`/`contains`; at most one of them an array. */
  readonly equal: readonly F[];
  readonly sort?: F;
  /** The one direction in which it is listed. Default: both. */
  readonly dir?: 'asc' | 'desc';
  /** True if nobody searches among the rows that it finds. */
  readonly unsearched?: true;
};

export type Condition =
  | { readonly field: string; readonly eq: string | number | boolean | null }
  | { readonly field: string; readonly in: readonly (string | number)[] }
  /** Nulls are in no range. */
  | {
      readonly field: string;
      readonly gt?: string | number;
      readonly gte?: string | number;
      readonly lt?: string | number;
      readonly lte?: string | number;
    }
  /** Exists = present and not null. */
  | { readonly field: string; readonly exists: boolean }
  | { readonly field: string; readonly contains: string };

/** What one of a row's `terms` must begin with: this, or any of these (of none, no row has any). */
export type Sought = string | readonly string[];

/** All conditions hold, and for each that is sought one of the row's `terms` begins so. */
export type Where = { readonly all: readonly Condition[]; readonly terms?: readonly Sought[] };

export type Find<F extends string = string> = {
  readonly where: Where;
  /** Default: by ascending id. */
  readonly sort?: Sort;
  readonly offset?: number;
  readonly limit: number;
  /** How many rows there are, as far as the caller knows: a store may count a far page from the end that it then has. */
  readonly total?: number;
  /** Only these top-level fields, besides id and position; a field that a row lacks may come as null. Default: whole rows. */
  readonly fields?: readonly F[];
};

export type Total = {
  readonly total: number;
  /** When it was counted, in epoch milliseconds; null if it is exact. */
  readonly totalAsOf: number | null;
};

/** Which values the rows that meet `where` hold together in the array field `by`. */
export type Together = {
  readonly where: readonly Condition[];
  readonly by: string;
  readonly values: readonly string[];
  readonly others: readonly string[];
};

/** How far a projection has come, and what it must remember of its own across restarts. */
export type Checkpoint = {
  readonly position: Position;
  /** `filling`: a new collection is being filled in bulk, without indexes; `live`: indexed, counted and kept up. */
  readonly phase: 'filling' | 'live';
  /** The generation of the rows, where they have been rebuilt since; see `active-generation.ts`. No adapter keeps it. */
  readonly generation?: number;
};

/**
 * Sets `field` of the rows `keys` of `into` to the number of rows of `from` that meet `where` and hold the key in the
 * array field `by`. An absolute value, so that doing it again is harmless; keys without a row are passed over. A count is of
 * the position of its batch's checkpoint: it is written only over one of an earlier position, and over no later row.
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

/** What a removed row leaves for its collection's life, so that a write of an earlier position comes too late. No query finds it. */
export type Tombstone = {
  readonly id: string;
  /** Of the event that removed the row. */
  readonly position: Position;
  /** The row is not gone but withheld altogether, and so is whatever is folded into it. */
  readonly withheld?: true;
};

/** Some fields of a row, as of the position. */
export type RowNumbers = {
  readonly id: string;
  readonly position: Position;
  readonly numbers: Readonly<Record<string, number>>;
};

export type Change = {
  readonly collection: Collection;
  readonly replace: readonly Row[];
  /**
   * Numbers to set in rows of an earlier position, in place of numbers: of each row one that is absent, or holds anything else in one of
   * these fields, is passed over. Only fields that indexes or `shown` name; no arrays' indexes sort by them.
   */
  readonly set?: readonly RowNumbers[];
  /** Rows to delete; each leaves its tombstone, whether or not the row is there. */
  readonly remove?: readonly Tombstone[];
};

/** Rows as the projector needs them: a removed row is there as its tombstone. */
export type Standing = {
  readonly rows: ReadonlyMap<string, Row>;
  readonly tombstones: ReadonlyMap<string, Tombstone>;
  /** What was not looked at, since the rows before it are all that was to be held at once. */
  readonly left: readonly string[];
};

export type Batch = {
  readonly projection: string;
  readonly changes: readonly Change[];
  readonly recounts: readonly Recount[];
  readonly checkpoint: Checkpoint;
};

/** A row that a store will never take, and why. */
export type RefusedRow = { readonly collection: string; readonly id: string; readonly reason: string };

/**
 * A store will never take these rows, whatever is tried: they are too large for it, or of a shape that it cannot hold. The
 * batch may have been written in part, and its checkpoint has not moved. Without these rows it can be committed.
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
 * - `commit` writes rows, then recounts, then the checkpoint. A row is replaced or removed only by a later position than
 *   the one that it or its tombstone carries, a count only by one of a later position, and a checkpoint never moves back, nor from
 *   live to filling. So a batch that was cut off may be applied again, and one that is late by any delay changes nothing that is newer.
 *   After it has answered, readers see all of it. What a crash of the machine undoes is undone with its checkpoint.
 * - Queries see only whole rows. They use the declared indexes.
 * - Every call throws `Unavailable` when the store cannot be reached within the adapter's own time-out, or answers with an
 *   error that says nothing about the call; transient failures of calls that are safe to repeat are repeated.
 * - `commit` throws `RowRefused` for rows that the store will never take, and for no other reason.
 */
export interface RowStore {
  /** Makes the collection ready, with its indexes, or (`later`) for filling in bulk. Harmless when it is there already. */
  create(collection: Collection, indexes: 'now' | 'later'): Promise<void>;
  /** Builds the indexes and search terms that `create(…, 'later')` left out. Harmless when they are there already; may be cut off and called again. */
  index(collection: Collection): Promise<void>;
  /** Removes the collections and the checkpoint, if they are there. */
  drop(projection: string, collections: readonly Collection[]): Promise<void>;

  load(collection: Collection, ids: readonly string[]): Promise<ReadonlyMap<string, Row>>;
  /**
   * The same rows for whoever folds them further, with the tombstones of those that were removed: the first of them, until
   * they are about `bytes` as they are stored, and at least one. With `fields`, only these of each, as by `find`.
   */
  standing(
    collection: Collection,
    ids: readonly string[],
    bytes?: number,
    fields?: readonly string[],
  ): Promise<Standing>;
  commit(batch: Batch): Promise<void>;
  checkpoint(projection: string): Promise<Checkpoint | null>;

  get(collection: Collection, id: string): Promise<Row | null>;
  find(collection: Collection, find: Find): Promise<readonly Row[]>;
  /**
   * How many rows there are, counted no further than `atMost`, which is then the answer. Without it all are counted, which may
   * take seconds but holds up no other call.
   */
  count(collection: Collection, where: Where, atMost?: number): Promise<number>;
  /** Of a listing: exact as far as `TOTAL.exact`, which is all that the call itself counts; a larger one is at most `TOTAL.ageMs` old. */
  total(collection: Collection, where: Where): Promise<Total>;
  /** How many rows have each value of `by` (an array field counts once for each of its values). Nulls are left out. */
  groupCounts(
    collection: Collection,
    where: Where,
    by: string,
  ): Promise<ReadonlyMap<string | number | boolean, number>>;
  /**
   * For each of `values` those of `others` that a row holds together with it in an array field. A value is never held together
   * with itself, and one with none has no entry.
   */
  together(collection: Collection, asked: Together): Promise<ReadonlyMap<string, ReadonlySet<string>>>;
  close(): Promise<void>;
}

/** A store whose rows are read as their collections say that they are. */
export interface ReadModels extends RowStore {
  load<R>(collection: Collection<R, string>, ids: readonly string[]): Promise<ReadonlyMap<string, Stored<R>>>;
  get<R>(collection: Collection<R, string>, id: string): Promise<Stored<R> | null>;
  find<R, F extends string = Fields<R>>(
    collection: Collection<R, string>,
    find: Find<F>,
  ): Promise<readonly Stored<R, F>[]>;
}

/** What a collection holds was folded by the projection that declares it: its type is believed here, and nowhere else. */
export const readModelsOf = (store: RowStore): ReadModels => store as ReadModels;
