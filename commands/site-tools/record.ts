/** Putting on record what the site tools did to a workspace. */
import type { Position } from '../../domain/event.ts';
import type { SiteEvent } from '../../domain/site/events.ts';
import { schemaVersionOf } from '../../domain/upcast.ts';
import { streamsOf } from '../aggregate.ts';
import { appendInParts } from '../append.ts';
import type { Caller } from '../caller.ts';
import { eventIdOf } from '../event-id.ts';
import type { Deps } from '../handle.ts';

const stream = streamsOf('site');

export const recordSiteEvent = async (deps: Deps, event: SiteEvent, caller: Caller): Promise<Position> => {
  const { workspace, actor, correlationId, causationId, commandId } = caller;
  const name = stream(workspace, 'tools');
  const metadata = { workspace, actor, correlationId, causationId, at: deps.clock.now() };
  const id = eventIdOf(commandId, name, event)(0);
  const recorded = { ...event, id, schemaVersion: schemaVersionOf(event.type), metadata };
  return (await appendInParts(deps.events, name, [recorded], 'any')).position;
};
