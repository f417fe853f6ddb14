/** Puts on record what a run found unchanged: thousands of people and publications an event. */
import { appendSurely } from '../../../commands/append.ts';
import { streamsOf } from '../../../commands/aggregate.ts';
import type { Caller } from '../../../commands/caller.ts';
import { eventIdOf } from '../../../commands/event-id.ts';
import type { Deps } from '../../../commands/handle.ts';
import type { FoundUnchanged } from '../../../domain/harvest/events.ts';
import { schemaVersionOf } from '../../../domain/upcast.ts';

const stream = streamsOf('harvest');

/** Throws `Unavailable`. */
export const recordUnchanged = async (
  { events, clock }: Deps,
  run: string,
  data: FoundUnchanged['data'],
  { workspace, actor, correlationId, causationId, commandId }: Caller,
): Promise<void> => {
  const name = stream(workspace, run);
  const event: FoundUnchanged = { type: 'FoundUnchanged', data };
  const metadata = { workspace, actor, correlationId, causationId, at: clock.now() };
  const id = eventIdOf(commandId, name, event)(0);
  await appendSurely(events, name, [{ ...event, id, schemaVersion: schemaVersionOf(event.type), metadata }], 'any');
};
