/** One example of every event that Colophon records: a new type does not compile without one. */
import type { RecordedEvent } from '../../../domain/events.ts';
import { schemaVersionOf } from '../../../domain/upcast.ts';
import type { EventType } from '../../../projections/define.ts';
import { administrationExamples } from './administration.ts';
import { AT, type Examples } from './example.ts';
import { ingestionExamples } from './ingestion.ts';
import { installationExamples } from './installation.ts';
import { personExamples } from './people.ts';
import { identifierExamples, publicationExamples } from './publication.ts';

const EXAMPLES: Examples<EventType> = {
  ...publicationExamples,
  ...identifierExamples,
  ...personExamples,
  ...ingestionExamples,
  ...administrationExamples,
  ...installationExamples,
};

/** As stored in the log. */
export const everyExample = (): readonly RecordedEvent[] =>
  (Object.keys(EXAMPLES) as readonly EventType[]).map((type, index) => ({
    type,
    data: EXAMPLES[type],
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    schemaVersion: schemaVersionOf(type),
    metadata: { workspace: 'org', actor: { type: 'user', id: 'u1' }, correlationId: 'c', causationId: null, at: AT },
    stream: 'example-org~subject',
    revision: 0,
    position: index,
  })) as readonly RecordedEvent[];
