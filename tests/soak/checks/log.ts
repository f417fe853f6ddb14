/** Compares the log with what was acknowledged: nothing missing, nothing twice, nothing out of order. */
import type { EventStore } from '../../../commands/ports.ts';
import { ingestionAggregate } from '../../../commands/ingestion.ts';
import { publicationAggregate } from '../../../commands/publication.ts';
import type { Recorded } from '../../../domain/event.ts';
import type { RecordedEvent } from '../../../domain/events.ts';
import { inventedOrcid } from '../../support/history/papers.ts';
import type { Findings } from '../findings.ts';
import { STEPS, type Ledger, type Step } from '../ledger.ts';
import { doisOf } from '../providers.ts';
import { worksOf } from '../stage.ts';

const ENDS: readonly string[] = ['IngestionSucceeded', 'IngestionFailed', 'IngestionForceFailed'];

type Read = {
  readonly events: number;
  readonly byStream: ReadonlyMap<string, readonly RecordedEvent[]>;
};

const readLog = async (events: Pick<EventStore, 'readAll'>, { add }: Findings): Promise<Read> => {
  const byStream = new Map<string, RecordedEvent[]>();
  const ids = new Set<string>();
  let last: Recorded | null = null;
  for await (const event of events.readAll()) {
    const { id, stream, revision, position } = event;
    if (ids.has(id)) add(`event ${id} is in the log twice`);
    ids.add(id);
    if (last !== null && position <= last.position) add(`event ${id} is at ${position}, after ${last.position}`);
    last = event;
    const own = byStream.get(stream) ?? [];
    if (Number(revision) !== own.length) add(`${stream} has revision ${revision} where ${own.length} is expected`);
    own.push(event as RecordedEvent);
    byStream.set(stream, own);
  }
  return { events: ids.size, byStream };
};

const stepIn = (event: RecordedEvent): readonly Step[] => {
  const type = STEPS.find((each) => each === event.type);
  if (type === undefined) return [];
  if (event.type !== 'PublicationEdited') return [{ type, value: null }];
  // Hiding and showing count as edits too, without a field.
  return event.data.changes.map(({ after }) => ({ type, value: JSON.stringify(after) }));
};

const textOf = ({ type, value }: Step): string => (value === null ? type : `${type} ${value}`);
/** A value as stored in an event. */
const asWritten = ({ type, value }: Step): Step => ({ type, value: value === null ? null : JSON.stringify(value) });

/** Where two sequences diverge. */
const parting = (expected: readonly string[], found: readonly string[]): string | null => {
  const length = Math.max(expected.length, found.length);
  for (let at = 0; at < length; at += 1)
    if (expected[at] !== found[at])
      return `change ${at + 1} of ${expected.length} is ${found[at] ?? 'missing'}, acknowledged was ${expected[at] ?? 'none'}`;
  return null;
};

const checkPublications = ({ byStream }: Read, { publications }: Ledger, { add }: Findings): void => {
  for (const { workspace, doi, steps } of publications) {
    const found = (byStream.get(publicationAggregate.stream(workspace, doi)) ?? []).flatMap(stepIn);
    const where = parting(steps.map(asWritten).map(textOf), found.map(textOf));
    if (where !== null) add(`the history of ${doi} differs from what was acknowledged: ${where}`);
  }
};

const checkJobs = ({ byStream }: Read, { ingested, jobs }: Ledger, { add }: Findings): void => {
  const ends = new Map<string, number>();
  for (const [workspace, people] of ingested)
    for (const person of people) {
      const history = byStream.get(ingestionAggregate.stream(workspace, inventedOrcid(person))) ?? [];
      const queued = history.filter(({ type }) => type === 'IngestionQueued').length;
      const ended = history.filter(({ type }) => ENDS.includes(type));
      if (queued === 0) add(`the ingestion of person ${person} in ${workspace} was acknowledged and is not in the log`);
      if (ended.length !== queued)
        add(`person ${person} in ${workspace}: ${queued} jobs queued, ${ended.length} ended`);
      for (const { data } of ended) {
        const { jobId } = data as { jobId: string };
        ends.set(jobId, (ends.get(jobId) ?? 0) + 1);
      }
      if (!ended.some(({ type }) => type === 'IngestionSucceeded')) {
        add(`no ingestion of person ${person} in ${workspace} has succeeded`);
        continue;
      }
      for (const doi of doisOf(person, worksOf)) {
        const of = byStream.get(publicationAggregate.stream(workspace, doi)) ?? [];
        const added = of.filter(({ type }) => type === 'PublicationAdded').length;
        if (added !== 1) add(`${doi} was added to ${workspace} ${added} times`);
      }
    }
  for (const job of jobs) {
    const times = ends.get(job) ?? 0;
    if (times !== 1) add(`job ${job}, which was acknowledged, has ended ${times} times`);
  }
};

/** The number of events, and of publications added. */
export const checkLog = async (
  events: Pick<EventStore, 'readAll'>,
  ledger: Ledger,
  findings: Findings,
): Promise<{ readonly events: number; readonly works: number }> => {
  const read = await readLog(events, findings);
  checkPublications(read, ledger, findings);
  checkJobs(read, ledger, findings);
  const works = [...read.byStream.values()].flat().filter(({ type }) => type === 'PublicationAdded').length;
  return { events: read.events, works };
};
