/** Records what the site tools did to a workspace. */
import { Unavailable } from '../../domain/errors.ts';
import type { Position } from '../../domain/event.ts';
import type { SiteEvent } from '../../domain/site/events.ts';
import { streamsOf } from '../aggregate.ts';
import { appendEvent } from '../append.ts';
import type { Caller } from '../caller.ts';
import type { Deps } from '../handle.ts';
import type { EventStore, Log } from '../ports.ts';

const siteStream = streamsOf('site');

/**
 * Null if the store that failed a shard also prevents this record: the response, which names the shards, matters more, and each
 * change has its own event. Throws `Unavailable` if only this could not be written.
 */
export const recordSiteEvent = async (
  deps: Deps & { readonly log: Log },
  event: SiteEvent,
  caller: Caller,
): Promise<Position | null> => {
  try {
    return await appendEvent(deps, siteStream(caller.workspace, 'tools'), event, caller);
  } catch (error) {
    if (!(error instanceof Unavailable) || event.data.shards.every((shard) => shard.error === null)) throw error;
    const { correlationId } = caller;
    deps.log.error({ err: error, type: event.type, correlationId }, 'could not record the site-tool event');
    return null;
  }
};

/** The position of the last reset of the workspace; null if there was none. */
export const lastReset = async (
  events: Pick<EventStore, 'readStream'>,
  workspace: string,
): Promise<Position | null> => {
  for await (const { type, position } of events.readStream(siteStream(workspace, 'tools'), { direction: 'backwards' }))
    if (type === 'DataReset') return position;
  return null;
};
