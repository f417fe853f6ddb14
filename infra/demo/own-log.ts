/** Whether a log is a demonstration's: it holds nothing, or people of the sample alone. */
import type { EventStore } from '../../commands/ports.ts';
import { Refused } from '../../domain/errors.ts';
import { ORG } from '../../domain/workspace/id.ts';
import { COLLEAGUES } from './catalogue.ts';

const SAMPLE: ReadonlySet<string> = new Set(Object.values(COLLEAGUES).map(({ orcid }) => orcid));

/** What a first start leaves in any log. */
const FIRST: ReadonlySet<string> = new Set([`workspace-${ORG}`, `entity-${ORG}~${ORG}`]);

const subjectOf = (stream: string): string => stream.slice(stream.indexOf('~') + 1);

/** Throws `Refused` at the first event that tells of another catalogue. The first of a demonstration's own is of its people. */
export const mustBeOfSample = async (events: Pick<EventStore, 'readAll'>): Promise<void> => {
  const refuse = (): Refused =>
    new Refused(
      'conflict',
      'not_a_demo',
      'the log is not a demonstration: colophon demo writes to an empty one, or one of its own (another DATA_DIR or EVENTSTORE_URL)',
    );
  let isOwn = false;
  for await (const { stream } of events.readAll({ withData: false })) {
    if (stream.startsWith('person-') || stream.startsWith('ingestion-')) {
      if (!SAMPLE.has(subjectOf(stream))) throw refuse();
      isOwn = true;
    } else if (!isOwn && !FIRST.has(stream)) throw refuse();
  }
};
