/** Puts on record what a run found unchanged: thousands of people and publications an event. */
import { appendEvent } from '../../../commands/append.ts';
import { streamsOf } from '../../../commands/aggregate.ts';
import type { Caller } from '../../../commands/caller.ts';
import type { Deps } from '../../../commands/handle.ts';
import type { FoundUnchanged } from '../../../domain/harvest/events.ts';

const stream = streamsOf('harvest');

/** Throws `Unavailable`. */
export const recordUnchanged = async (
  deps: Deps,
  run: string,
  data: FoundUnchanged['data'],
  caller: Caller,
): Promise<void> => {
  const found: FoundUnchanged = { type: 'FoundUnchanged', data };
  await appendEvent(deps, stream(caller.workspace, run), found, caller);
};
