/** How a projection is declared: collections of rows, each a pure fold over events. */
import type { RecordedEvent } from '../domain/events.ts';
import type { Collection, Fields, Index, ReadModels, Recount, Row, Stored } from './ports.ts';

export type EventType = RecordedEvent['type'];
export type EventOf<T extends EventType> = Extract<RecordedEvent, { readonly type: T }>;

/** A row before the runner stamps it with the event's position. */
export type UnpositionedRow = { readonly id: string; readonly terms?: readonly string[]; readonly withheld?: true };

/**
 * The row after an event; null = no row. Never called with an event that the row has already seen. `latest`: the latest time, in epoch
 * milliseconds, of this event and all before it in the log that the projection sees.
 */
export type Change<R, T extends EventType> = (row: R | null, event: EventOf<T>, id: string, latest: number) => R | null;
export type Changes<R> = { readonly [T in EventType]?: Change<R, T> };

export const changeAll = <R, T extends EventType>(types: readonly T[], change: Change<R, T>): Changes<R> =>
  Object.fromEntries(types.map((type) => [type, change]));

export type Fold<R extends UnpositionedRow = UnpositionedRow> = {
  readonly collection: Collection<R, string>;
  /** The ids of the rows that an event touches. */
  ids(event: RecordedEvent): readonly string[];
  readonly when: Changes<R>;
  /** Each event replaces its rows whatever they were before, so they are not loaded. Default: they are. */
  readonly overwrites?: true;
  /**
   * Completes a row with the fields derived from it alone, such as sort keys and search terms. Called before a row is written: after
   * each event when following the log live, once per write in a catch-up. Idempotent.
   */
  finish?(row: R): R;
  /**
   * Returns the row as staff see it once it could not take an event or be written: hidden from every public query, since the missing
   * event may have hidden it. Later events still apply, and it stays withheld until its rows are rebuilt. Idempotent. Default: the row
   * is in no listing and no response at all.
   */
  withheld?(row: R): R;
};

/** A count kept on the rows of one collection and counted over the rows of another; see `Recount`. */
export type Counted<R = Row> = Omit<Recount, 'keys' | 'from'> & {
  readonly from: Collection<R, string>;
  /** The keys whose count a row of `from` may affect: every key it has ever held, so a replay recounts them too. */
  readonly keys: (row: R) => readonly string[];
};

/**
 * Rows derived from the rows of one other collection: one for each value of its field `by`, built from all rows with that value.
 * Recomputed whenever one of those changes; each carries the latest of their positions.
 */
export type Derived<R extends UnpositionedRow = UnpositionedRow, S = Row, F extends string = string> = {
  readonly collection: Collection<R, string>;
  readonly from: Collection<S, string>;
  /** An indexed text field of `from`. */
  readonly by: F;
  /** The fields of `from` that `derive` uses. */
  readonly of: readonly F[];
  /** `rows`: at least one, as readers see them. */
  readonly derive: (id: string, rows: readonly Stored<S, F>[]) => R;
};

/** The collection as the generation that asks has it. */
export type InGeneration = <R>(collection: Collection<R, string>) => Collection<R, string>;

/**
 * Rows that follow from rows of several other collections of the projection, where neither one event nor one group of rows tells what
 * they are. Written once those are, from what is then stored; each carries the position of the batch that last changed it.
 */
export type Chosen<R extends UnpositionedRow = UnpositionedRow> = {
  readonly collection: Collection<R, string>;
  /** The ids of the rows that a row may affect by having changed. Called with null as `before` for whatever it ever affected. */
  readonly from: readonly {
    readonly collection: Collection<unknown, string>;
    readonly ids: (id: string, before: Row | null, after: Row | null) => readonly string[];
  }[];
  /** Every id that may get a row, page by page. */
  readonly all: (readModels: ReadModels, of: InGeneration) => AsyncIterable<readonly string[]>;
  /** The rows with these ids, without their counts; an id that is missing has no row. */
  readonly choose: (
    readModels: ReadModels,
    ids: readonly string[],
    of: InGeneration,
  ) => Promise<ReadonlyMap<string, Partial<R>>>;
};

export type Projection = {
  readonly name: string;
  /** A new version has its own collections, which are readable once filled. */
  readonly version: number;
  /** Which rebuild of the same rows this is, see `generations.ts`. Default: 0, which uses the collections as declared. */
  readonly generation?: number;
  /** Stream prefixes of the events it sees. */
  readonly streams: readonly string[];
  readonly folds: readonly Fold[];
  readonly derived?: readonly Derived[];
  readonly chosen?: readonly Chosen[];
  readonly counts?: readonly Counted[];
};

export const collectionsOf = ({
  folds,
  derived = [],
  chosen = [],
}: Pick<Projection, 'folds' | 'derived' | 'chosen'>): readonly Collection[] =>
  [...folds, ...derived, ...chosen].map(({ collection }) => collection);

export const projectionsByCollection = (projections: readonly Projection[]): ReadonlyMap<string, Projection> =>
  new Map(projections.flatMap((projection) => collectionsOf(projection).map(({ name }) => [name, projection])));

/** These check a declaration against its row types, then erase the types so that declarations of different rows fit in one list. */
export const defineFold = <R extends UnpositionedRow>(fold: Fold<R>): Fold => fold as unknown as Fold;
export const defineCount = <R>(counted: Counted<R>): Counted => counted as unknown as Counted;
export const defineChosen = <R extends UnpositionedRow>(chosen: Chosen<R>): Chosen => chosen;
export const defineDerived = <R extends UnpositionedRow, S, F extends Fields<S>>(derived: Derived<R, S, F>): Derived =>
  derived as unknown as Derived;

/** The suffix of the names of a generation's collections and checkpoint. */
export const generationSuffix = (generation: number): string => (generation === 0 ? '' : `_g${generation}`);

/** One index per sort, over rows with equal values in the fields `equal`. */
export const sortedBy = <F extends string>(sorts: readonly F[], ...equal: readonly F[]): readonly Index<F>[] =>
  sorts.map((sort) => ({ equal, sort }));

/** The name in a store of what this version builds. */
export const versioned = (name: string, version: number): string => `${name}_v${version}`;

/** The name under which a projection keeps its checkpoint. */
export const projectionKey = ({
  name,
  version,
  generation = 0,
}: Pick<Projection, 'name' | 'version' | 'generation'>): string =>
  `${versioned(name, version)}${generationSuffix(generation)}`;
