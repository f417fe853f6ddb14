/** Putting on record what the site tools did to a workspace. */
import { Unavailable } from '../../domain/errors.ts';
import type { Position } from '../../domain/event.ts';
import type { SiteEvent } from '../../domain/site/events.ts';
import { schemaVersionOf } from '../../domain/upcast.ts';
import { streamsOf } from '../aggregate.ts';
import { appendDecision } from '../append.ts';
import type { Caller } from '../caller.ts';
import { eventIdOf } from '../event-id.ts';
import type { Deps } from '../handle.ts';
import type { Log } from '../ports.ts';

export const siteStream = streamsOf('site');

const append = async (deps: Deps, event: SiteEvent, caller: Caller): Promise<Position> => {
  const { workspace, actor, correlationId, causationId, commandId } = caller;
  const name = siteStream(workspace, 'tools');
  const metadata = { workspace, actor, correlationId, causationId, at: deps.clock.now() };
  const id = eventIdOf(commandId, name, event)(0);
  const recorded = { ...event, id, schemaVersion: schemaVersionOf(event.type), metadata };
  return (await appendDecision(deps.events, name, [recorded], 'any')).position;
};

/**
 * Null when what stopped a shard also keeps this off the record: the answer, which names the shards, is worth more to the
 * one who asked, and each change is on record by itself. Throws `Unavailable` when only this could not be written.
 */
export const recordSiteEvent = async (
  deps: Deps & { readonly log: Log },
  event: SiteEvent,
  caller: Caller,
): Promise<Position | null> => {
  try {
    return await append(deps, event, caller);
  } catch (error) {
    if (!(error instanceof Unavailable) || event.data.shards.every((shard) => shard.error === null)) throw error;
    deps.log.error({ err: error, type: event.type, correlationId: caller.correlationId }, 'what was done is not on record'); // prettier-ignore
    return null;
  }
};
