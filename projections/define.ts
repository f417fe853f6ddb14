/** How a projection is declared: collections of rows, each a pure fold over events. */
import type { Recorded } from '../domain/event.ts';
import type { RecordedEvent } from '../domain/events.ts';
import type { Collection, Fields, Index, Recount, Row, Stored } from './ports.ts';

export type EventType = RecordedEvent['type'];
export type EventOf<T extends EventType> = Extract<RecordedEvent, { readonly type: T }>;

/** What a row is before the runner stamps it with the position of the event. */
export type Unplaced = { readonly id: string; readonly terms?: readonly string[]; readonly withheld?: true };

/** The row after an event; null = no row. Never called with an event that the row has already seen. */
export type Change<R, T extends EventType> = (row: R | null, event: EventOf<T>, id: string) => R | null;
export type Changes<R> = { readonly [T in EventType]?: Change<R, T> };

/** One change for several types of event. */
export const changeAll = <R, T extends EventType>(types: readonly T[], change: Change<R, T>): Changes<R> =>
  Object.fromEntries(types.map((type) => [type, change]));

export type Fold<R extends Unplaced = Unplaced> = {
  readonly collection: Collection<R, string>;
  /** The ids of the rows that an event touches. */
  ids(event: RecordedEvent): readonly string[];
  readonly when: Changes<R>;
  /**
   * Types of event whose changes read these fields only, beside those that they set, and set numbers in place of numbers. A row
   * that a batch touches by these alone is neither loaded nor written whole, whatever its size.
   */
  readonly brief?: {
    readonly types: readonly EventType[];
    readonly reads: readonly string[];
    readonly sets: readonly string[];
  };
  /** Each event makes its rows whatever they were before, so that they need not be looked up. Default: they are. */
  readonly overwrites?: true;
  /** The row, under the event's id, for an event that only a later release can read. Default: there is none. */
  readonly ofLaterRelease?: (event: Recorded) => R;
  /**
   * The row with all that follows from itself alone, such as what listings sort and search by. Called once before a row is
   * written, however many events have changed it; called again on its own answer it changes nothing.
   */
  finish?(row: R): R;
  /**
   * The row as staff see it while something about it could not be folded or written: as no public query asks for it, since what
   * it lacks may have been a hiding. It goes on from there, still withheld, until its rows are rebuilt. Called again on
   * its own answer it changes nothing. Default: the row is in no listing and no answer at all.
   */
  withheld?(row: R): R;
};

/** A count kept on the rows of one collection from the rows of another; see `Recount`. */
export type Counted<R = Row> = Omit<Recount, 'keys' | 'from'> & {
  readonly from: Collection<R, string>;
  /** The keys whose count a row of `from` may have changed: all that it ever held, so that a replay finds them too. */
  readonly keys: (row: R) => readonly string[];
};

/**
 * Rows that follow from rows of another collection alone: one for each value of its field `by`, made of all rows that have the
 * value. They are recomputed whenever one of those changes, and carry the latest of their positions.
 */
export type Derived<R extends Unplaced = Unplaced, S = Row, F extends string = string, B extends F = F> = {
  readonly collection: Collection<R, string>;
  readonly from: Collection<S, string>;
  /** An indexed field of `from`, of text. */
  readonly by: F;
  /** The fields of `from` that it is made of. */
  readonly of: readonly F[];
  /** `rows`: at least one, as readers may see them. */
  readonly derive: (id: string, rows: readonly Stored<S, F>[]) => R;
  /** What it sets where nothing has changed of its rows but what brief events set, from the fields `of` of them. */
  readonly brief?: {
    readonly of: readonly B[];
    readonly derive: (rows: readonly Stored<S, B>[]) => Readonly<Record<string, number>>;
  };
};

export type Projection = {
  readonly name: string;
  /** Names of projections of earlier releases whose rows it has now. */
  readonly formerly?: readonly string[];
  /** A new version fills its own collections; readers move when it has caught up. */
  readonly version: number;
  /** Which making of the same rows it is, see `generations.ts`. Default: 0, the one over the collections as declared. */
  readonly generation?: number;
  /** Stream prefixes of the events it sees. */
  readonly streams: readonly string[];
  readonly folds: readonly Fold[];
  readonly derived?: readonly Derived[];
  readonly counts?: readonly Counted[];
};

export const collectionsOf = ({ folds, derived = [] }: Pick<Projection, 'folds' | 'derived'>): readonly Collection[] =>
  [...folds, ...derived].map(({ collection }) => collection);

/** These check what is declared by the types of its rows, and forget them, so that those of different rows can stand together. */
export const defineFold = <R extends Unplaced>(fold: Fold<R>): Fold => fold as unknown as Fold;
export const defineCount = <R>(counted: Counted<R>): Counted => counted as unknown as Counted;
export const defineDerived = <R extends Unplaced, S, F extends Fields<S>, B extends F>(
  derived: Derived<R, S, F, B>,
): Derived => derived as unknown as Derived;

/** Rows that are filled only to be compared with those that serve: each time a generation of its own, with a number below zero. */
export const isScratch = (generation: number): boolean => generation < 0;

/** What sets the names of a generation's collections and checkpoint apart. */
export const generationSuffix = (generation: number): string => {
  if (generation === 0) return '';
  return isScratch(generation) ? `_scratch${-generation}` : `_g${generation}`;
};

/** An index for each sort, of rows that hold the same in the fields `equal`. */
export const sortedBy = <F extends string>(sorts: readonly F[], ...equal: readonly F[]): readonly Index<F>[] =>
  sorts.map((sort) => ({ equal, sort }));

/** The name that a store has for what is made by this version. */
export const versioned = (name: string, version: number): string => `${name}_v${version}`;

/** The name under which a projection keeps its checkpoint. */
export const projectionKey = ({
  name,
  version,
  generation = 0,
}: Pick<Projection, 'name' | 'version' | 'generation'>): string =>
  `${versioned(name, version)}${generationSuffix(generation)}`;
