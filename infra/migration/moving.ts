/** Moves a log to another store: every event with its id, type, data and metadata, at the same place of the same stream. */
import { appendInParts } from '../../commands/append.ts';
import { WrongExpectedRevision, type EventStore, type NewEvent } from '../../commands/ports.ts';
import { Refused } from '../../domain/errors.ts';
import type { Recorded, Revision } from '../../domain/event.ts';
import { jsonBytes } from '../../domain/size.ts';
import type { Steps } from '../../workers/cli/ports.ts';
import { compare } from './comparing.ts';
import { speaksOfPositions, translator, withPositions } from './positions.ts';
import { differences, sumsOf } from './sums.ts';

export type MovedLog = {
  readonly events: number;
  readonly streams: number;
  /** By this run; the rest was there from an earlier one. */
  readonly moved: number;
};

/** Events of one stream that follow each other go in one append; the order of the whole log stays. */
const MOST_TOGETHER = 200;
const MOST_BYTES = 512 * 1024;
const MOST_NAMED = 5;

const asNew = ({ id, type, data, schemaVersion, metadata }: Recorded): NewEvent => ({ id, type, data, schemaVersion, metadata }); // prettier-ignore

const openMover = (source: EventStore, target: EventStore, revisions: Map<string, Revision>) => {
  const translate = translator(source, target);
  let [stream, bytes] = ['', 0];
  let together: NewEvent[] = [];

  const flush = async (): Promise<void> => {
    if (together.length === 0) return;
    try {
      const { revision } = await appendInParts(target, stream, together, revisions.get(stream) ?? 'none');
      revisions.set(stream, revision);
    } catch (error) {
      if (!(error instanceof WrongExpectedRevision)) throw error;
      throw new Refused('conflict', 'not_alone', `somebody else writes to the target (${error.message})`);
    }
    together = [];
    bytes = 0;
  };

  const put = async (event: Recorded): Promise<void> => {
    const size = jsonBytes(event.data);
    const isFull = together.length === MOST_TOGETHER || bytes + size > MOST_BYTES;
    // A position is looked up in the target, so what stands before must be there.
    if (event.stream !== stream || isFull || speaksOfPositions(event)) await flush();
    stream = event.stream;
    bytes += size;
    together.push(asNew(speaksOfPositions(event) ? { ...event, data: await withPositions(event, translate) } : event));
  };

  return { put, flush };
};

/**
 * Cut off, it goes on where it stopped: the target's own events say how far it came. Run again when the source has grown,
 * it moves the rest. At last every stream of both is counted and summed. Throws `Refused` for a target that holds
 * anything else, `Unavailable` when a store is away.
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
      if (signal.aborted)
        throw new Refused('conflict', 'interrupted', 'interrupted: run it again, and it goes on where it stopped');
      steps(what, Math.min(position, end), end);
    };

  const begun = await compare(source, target, progress('comparing'));
  for (const stream of begun.deletedSince) {
    await target.deleteStream(stream);
    begun.revisions.delete(stream);
  }
  const mover = openMover(source, target, begun.revisions);
  const tell = progress('moving');
  let moved = 0;
  for await (const event of source.readAll({ from: begun.position })) {
    if (event.position > end) break;
    await mover.put(event);
    moved += 1;
    tell(event);
  }
  await mover.flush();

  let summed = 0;
  const [here, there] = [
    await sumsOf(source, end, progress('summing the source')),
    // The target's positions are its own.
    await sumsOf(target, Infinity, () => steps('summing the target', (summed += 1), begun.events + moved)),
  ];
  const wrong = differences(here, there);
  if (wrong.length > 0)
    throw new Error(
      `${wrong.length} streams are not the same in both: ${wrong.slice(0, MOST_NAMED).join(', ')}; nothing was switched`,
    );
  return { events: begun.events + moved, streams: here.size, moved };
};
