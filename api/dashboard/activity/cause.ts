/** The cause that a request names: a correlation id, or an `X-Request-Id` that the same user has sent. */
import { correlationSentBy, type Caller } from '../../../commands/caller.ts';
import { hasEvents } from '../../../projections/queries/timeline-causes.ts';
import type { DashboardDeps } from '../deps.ts';

/** Rows must have caught up with what the caller has changed. */
export const causeNamed = async (
  { readModels }: Pick<DashboardDeps, 'readModels'>,
  { workspace, actor }: Pick<Caller, 'workspace' | 'actor'>,
  id: string,
): Promise<string> => {
  const own = correlationSentBy(actor, id);
  return (await hasEvents(readModels, workspace, own)) ? own : id;
};
