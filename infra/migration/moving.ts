/** Moves a log to another store: every event with its id, type, data and metadata, at the same place of the same stream. */
import { appendSurely } from '../../commands/append.ts';
import { WrongExpectedRevision, type EventStore, type NewEvent } from '../../commands/ports.ts';
import { Refused } from '../../domain/errors.ts';
import type { Recorded } from '../../domain/event.ts';
import { jsonBytes } from '../../domain/limits.ts';
import { Interrupted, type Steps } from '../../workers/cli/ports.ts';
import { compare, type Offsets } from './comparing.ts';
import { speaksOfPositions, translator, withPositions } from './positions.ts';
import { prove, type Proof } from './proving.ts';

export type MovedLog = Proof & {
  /** By this run; the rest was there from an earlier one. */
  readonly moved: number;
};

/** Said when it is interrupted. */
export const REMAINS = 'what has been moved stays; run it again, and it goes on where it stopped';

/** Events of one stream that follow each other go in one append; the order of the whole log stays. */
const MOST_TOGETHER = 200;
const MOST_BYTES = 512 * 1024;

const asNew = ({ id, type, data, schemaVersion, metadata }: Recorded): NewEvent => ({
  id,
  type,
  data,
  schemaVersion,
  metadata,
});

const openMover = (source: EventStore, target: EventStore, offsets: Offsets) => {
  const translate = translator(source, target);
  let [stream, bytes] = ['', 0];
  let together: NewEvent[] = [];
  /** Revision in the source of the first of them. */
  let first = 0;

  const flush = async (): Promise<void> => {
    if (together.length === 0) return;
    const expected = first === 0 ? 'none' : first - 1 + (offsets.get(stream) ?? 0);
    try {
      const { revision } = await appendSurely(target, stream, together, expected);
      const offset = revision - (first + together.length - 1);
      if (offset !== 0) offsets.set(stream, offset);
    } catch (error) {
      if (!(error instanceof WrongExpectedRevision)) throw error;
      throw new Refused(
        'conflict',
        'not_alone',
        `somebody else writes to the target, or a stream was erased meanwhile: run it again (${error.message})`,
      );
    }
    together = [];
    bytes = 0;
  };

  const put = async (event: Recorded): Promise<void> => {
    const size = jsonBytes(event.data);
    const isFull = together.length === MOST_TOGETHER || bytes + size > MOST_BYTES;
    // A position is looked up in the target, so what stands before must be there.
    if (event.stream !== stream || isFull || speaksOfPositions(event)) await flush();
    if (together.length === 0) first = event.revision;
    stream = event.stream;
    bytes += size;
    together.push(asNew(speaksOfPositions(event) ? { ...event, data: await withPositions(event, translate) } : event));
  };

  return { put, flush };
};

/**
 * Cut off, it goes on where it stopped: the target's own events say how far it came. Run again when the source has grown,
 * it moves the rest. At last the two are compared, event by event. Throws `Refused` for a target that holds anything else,
 * `Unavailable` when a store is away, `Interrupted` when the signal ends it.
 */
export const moveLog = async (
  source: EventStore,
  target: EventStore,
  steps: Steps,
  signal: AbortSignal,
): Promise<MovedLog> => {
  const end = await source.head();
  const progress =
    (what: string) =>
    ({ position }: Recorded): void => {
      if (signal.aborted) throw new Interrupted(REMAINS);
      steps(what, Math.min(position, end), end);
    };

  const { position, offsets, deletedSince } = await compare(source, target, progress('comparing'));
  for (const stream of deletedSince) await target.deleteStream(stream);
  const mover = openMover(source, target, offsets);
  const tell = progress('moving');
  let moved = 0;
  for await (const event of source.readAll({ from: position })) {
    if (event.position > end) break;
    await mover.put(event);
    moved += 1;
    tell(event);
  }
  await mover.flush();
  return { ...(await prove(source, target, end, progress('verifying'))), moved };
};
