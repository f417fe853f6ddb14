/** Undoes everything done by one cause, record by record, newest first: later changes stay, with the reason. */
import PQueue from 'p-queue';
import { Refused } from '../../domain/errors.ts';
import type { Position } from '../../domain/event.ts';
import { groupedBy } from '../../domain/grouped.ts';
import { UNDO } from '../../domain/limits.ts';
import type { Undoer } from '../../domain/undo/inverse.ts';
import type { FieldsAsked } from '../../domain/undo/selected.ts';
import { boundedCache } from '../bounded-cache.ts';
import type { Caller } from '../caller.ts';
import { RightsEnded } from '../rights.ts';
import {
  counted,
  NO_COUNTS,
  outcomeExcerpt,
  outcomesOf,
  refusedOutcome,
  type Counts,
  type EventToUndo,
  type Outcome,
} from './outcome.ts';
import { erased, noInverse } from './undo-event.ts';
import { undoableOf, type UndoableRecord, type UndoDeps, undoInStream } from './undo-stream.ts';

export type CauseToUndo = {
  readonly cause: string;
  /** Later events are not undone. */
  readonly upTo: Position;
  readonly by: Undoer;
  readonly fields?: FieldsAsked | undefined;
  readonly dryRun: boolean;
};

/** At most `size` events of the cause, before a position, newest first. */
export type ReadCause = (before: Position, size: number) => Promise<readonly EventToUndo[]>;

export type Progress = {
  readonly counts: Counts;
  /** Events before this position are still to be examined. */
  readonly before: Position;
};

export const notBegun = (upTo: Position): Progress => ({ counts: NO_COUNTS, before: upTo + 1 });

export type BatchUndone = {
  readonly outcomes: readonly Outcome[];
  /** Of the last event appended; null if none was. */
  readonly position: Position | null;
  readonly progress: Progress;
  readonly isLast: boolean;
};

const BATCH = 200;
/** Records undone at the same time: enough to share the log's group commits. */
const AT_ONCE = 16;
/** Some tens of thousands of streams; an evicted one is read again. */
const SEEN_BYTES = 8 * 1024 * 1024;
const SEEN_VALUE_BYTES = 200;

type StreamUndone = Pick<BatchUndone, 'outcomes' | 'position'> & {
  /** Why nothing of the stream is undone; the same for all of its events. */
  readonly refusal: Refused | null;
};

const NOTHING: StreamUndone = { outcomes: [], position: null, refusal: null };

const refused = (events: readonly EventToUndo[], refusal: Refused): StreamUndone => ({
  ...{ outcomes: events.map((event) => refusedOutcome(event, refusal)), position: null, refusal },
});

/** Undoes all events of the cause in a stream and reports them with the newest: nothing if that was in an earlier batch. */
const undoStream = async (
  deps: UndoDeps,
  found: UndoableRecord,
  events: readonly EventToUndo[],
  { cause, upTo, by, fields, dryRun }: CauseToUndo,
  caller: Caller,
): Promise<StreamUndone> => {
  const command = { type: 'Undo', what: { cause, upTo }, by, fields } as const;
  try {
    const { undone, isRepeated, position } = await undoInStream(deps, found, command, caller, { dryRun });
    const [latest] = undone;
    if (latest === undefined) return refused(events, erased());
    if (latest.event.position !== events[0]?.place) return NOTHING;
    return { outcomes: outcomesOf(undone, isRepeated).map(outcomeExcerpt), position, refusal: null };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return refused(events, error);
  }
};

type UndoOptions = {
  readonly from?: Progress;
  readonly size?: number;
  /** Called before each stream, one after the other. If it throws `RightsEnded`, so does this, after a last batch: the rest is left. */
  readonly goOn?: (() => Promise<void>) | undefined;
};

/**
 * One batch of the cause's events after the other, from where an earlier run stopped. A stream is read once, however many
 * batches its events are in. Outcomes are excerpts. Repeated with the same `caller.commandId`, it appends nothing twice. Throws
 * `Unavailable`; what was done is kept.
 */
export const undoInBatches = async function* (
  deps: UndoDeps,
  read: ReadCause,
  cause: CauseToUndo,
  caller: Caller,
  { from = notBegun(cause.upTo), size = BATCH, goOn }: UndoOptions = {},
): AsyncIterable<BatchUndone> {
  const seen = boundedCache<Pick<StreamUndone, 'refusal'>>({
    key: 'workspace',
    maxBytes: SEEN_BYTES,
    sizeOf: () => SEEN_VALUE_BYTES,
  });
  let ended = null as RightsEnded | null;
  const mayGoOn = async (): Promise<boolean> => {
    try {
      if (ended === null) await goOn?.();
    } catch (error) {
      if (!(error instanceof RightsEnded)) throw error;
      ended = error;
    }
    return ended === null;
  };
  const undo = async (stream: string, events: readonly EventToUndo[]): Promise<StreamUndone> => {
    if (!(await mayGoOn())) return NOTHING;
    const found = undoableOf(stream, caller.workspace);
    if (found === null)
      return { ...NOTHING, outcomes: events.map((event) => refusedOutcome(event, noInverse(event.type))) };
    const known = seen.get(stream);
    if (known !== undefined) return known.refusal === null ? NOTHING : refused(events, known.refusal);
    const undone = await undoStream(deps, found, events, cause, caller);
    seen.set(stream, { refusal: undone.refusal });
    return undone;
  };

  let progress = from;
  for (let isLast = false; !isLast;) {
    const events = await read(progress.before, size);
    const concurrency = cause.dryRun ? UNDO.records : goOn === undefined ? AT_ONCE : 1;
    const queue = new PQueue({ concurrency });
    const streams = [...groupedBy(events, ({ stream }) => stream)];
    const undone = await queue.addAll(streams.map((each) => () => undo(...each)));
    const outcomes = undone.flatMap((each) => each.outcomes);
    const positions = undone.flatMap(({ position }) => position ?? []);
    isLast = events.length < size && ended === null;
    progress = { counts: counted(outcomes, progress.counts), before: events.at(-1)?.place ?? progress.before };
    yield { outcomes, position: positions.length === 0 ? null : Math.max(...positions), progress, isLast };
    if (ended !== null) throw ended;
  }
};
