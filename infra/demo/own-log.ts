/** Whether a log belongs to the demonstration: it is empty, or was started by one. */
import type { EventStore } from '../../commands/ports.ts';
import { Refused } from '../../domain/errors.ts';
import type { TriggerSource } from '../../domain/ingestion/events.ts';
import { ORG } from '../../domain/workspace/id.ts';

/** The actor of the first event after bootstrap in a demonstration's log. */
const DEMO: TriggerSource = 'demo';

/** The streams that any first start creates. */
const FIRST: ReadonlySet<string> = new Set([`workspace-${ORG}`, `entity-${ORG}~${ORG}`]);

/** Throws `Refused` for the log of another catalogue, whatever visitors did in a demonstration later. */
export const mustBeOfSample = async (events: Pick<EventStore, 'readAll'>): Promise<void> => {
  for await (const { stream, metadata } of events.readAll({ withData: false })) {
    if (FIRST.has(stream)) continue;
    if (metadata.actor.type === 'system' && metadata.actor.id === DEMO) return;
    throw new Refused(
      'conflict',
      'not_a_demo',
      'the log is not a demonstration: colophon demo only writes to an empty log or its own; set another DATA_DIR or EVENTSTORE_URL',
    );
  }
};
