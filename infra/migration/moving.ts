/** Copies a log to another store: every event keeps its id, type, data, metadata, stream and order. */
import { appendWithRetry } from '../../commands/append.ts';
import { WrongExpectedRevision, type EventStore, type NewEvent } from '../../commands/ports.ts';
import { Refused } from '../../domain/errors.ts';
import type { Recorded } from '../../domain/event.ts';
import { jsonBytes } from '../../domain/limits.ts';
import { Interrupted, type Steps } from '../interrupted.ts';
import { compare, type Offsets } from './comparing.ts';
import { speaksOfPositions, translator, withPositions } from './positions.ts';
import { prove, type Proof } from './proving.ts';

export const REMAINS = 'events already moved are kept; run the command again to continue';

/** Consecutive events of one stream share an append; the order of the whole log is preserved. */
const MAX_EVENTS = 200;
const MAX_BYTES = 512 * 1024;

const asNew = ({ id, type, data, schemaVersion, metadata }: Recorded): NewEvent => ({
  id,
  type,
  data,
  schemaVersion,
  metadata,
});

const openMover = (source: EventStore, target: EventStore, offsets: Offsets) => {
  const translate = translator(source, target, offsets);
  let [stream, bytes] = ['', 0];
  let batch: NewEvent[] = [];
  /** Source revision of the first event in the batch. */
  let first = 0;

  const flush = async (): Promise<void> => {
    if (batch.length === 0) return;
    const expected = first === 0 ? 'none' : first - 1 + (offsets.get(stream) ?? 0);
    try {
      const { revision } = await appendWithRetry(target, stream, batch, expected).catch((error: unknown) => {
        // It was deleted and begun again in the source, and the target has none of it.
        if (!(error instanceof WrongExpectedRevision) || error.actual !== null || expected === 'none') throw error;
        return appendWithRetry(target, stream, batch, 'none');
      });
      const offset = revision - (first + batch.length - 1);
      if (offset !== 0) offsets.set(stream, offset);
    } catch (error) {
      if (!(error instanceof WrongExpectedRevision)) throw error;
      throw new Refused(
        'conflict',
        'not_alone',
        `another process is writing to the target, or a stream was erased meanwhile: run the command again (${error.message})`,
      );
    }
    batch = [];
    bytes = 0;
  };

  const put = async (event: Recorded): Promise<void> => {
    const size = jsonBytes(event.data);
    const isFull = batch.length === MAX_EVENTS || bytes + size > MAX_BYTES;
    // Positions are looked up in the target, so earlier events must be written first.
    if (event.stream !== stream || isFull || speaksOfPositions(event)) await flush();
    if (batch.length === 0) first = event.revision;
    stream = event.stream;
    bytes += size;
    batch.push(asNew(speaksOfPositions(event) ? { ...event, data: await withPositions(event, translate) } : event));
  };

  return { put, flush };
};

/**
 * Resumes after an interruption, and moves new events when run again: the events in the target show how far it came. Finally
 * compares the two logs event by event. `moved` counts the events copied by this run. Throws `Refused` for a target with other events, `Unavailable`, and `Interrupted` on abort.
 */
export const moveLog = async (
  source: EventStore,
  target: EventStore,
  steps: Steps,
  signal: AbortSignal,
): Promise<Proof & { readonly moved: number }> => {
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
  const report = progress('moving');
  let moved = 0;
  for await (const event of source.readAll({ from: position })) {
    if (event.position > end) break;
    await mover.put(event);
    moved += 1;
    report(event);
  }
  await mover.flush();
  return { ...(await prove(source, target, end, progress('verifying'))), moved };
};
