/** Links into the timeline. */
import type { QueryOf } from '../../client/api.ts';
import { here } from '../pages.ts';

export const inTimeline = (filter: QueryOf<'GET /api/activity'>): string => {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined && value !== null);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return here(`/activity?${search.toString()}`);
};

/** The address of everything that one request, job or command caused. */
export const ofCause = (id: string): string => inTimeline({ correlation_id: id });
