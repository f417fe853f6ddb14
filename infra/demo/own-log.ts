/** Whether a log is a demonstration's: one that holds nothing yet, or that a demonstration has begun. */
import type { EventStore } from '../../commands/ports.ts';
import { Refused } from '../../domain/errors.ts';
import type { TriggerSource } from '../../domain/ingestion/events.ts';
import { ORG } from '../../domain/workspace/id.ts';

/** By whose name the first thing is done in the log of a demonstration. */
const DEMO: TriggerSource = 'demo';

/** What a first start leaves in any log. */
const FIRST: ReadonlySet<string> = new Set([`workspace-${ORG}`, `entity-${ORG}~${ORG}`]);

/** Throws `Refused` for the log of another catalogue; what visitors did to a demonstration later does not matter. */
export const mustBeOfSample = async (events: Pick<EventStore, 'readAll'>): Promise<void> => {
  for await (const { stream, metadata } of events.readAll({ withData: false })) {
    if (FIRST.has(stream)) continue;
    if (metadata.actor.type === 'system' && metadata.actor.id === DEMO) return;
    throw new Refused(
      'conflict',
      'not_a_demo',
      'the log is not a demonstration: colophon demo writes to an empty one, or one of its own (another DATA_DIR or EVENTSTORE_URL)',
    );
  }
};
