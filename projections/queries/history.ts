/** What happened to one record, from its stream: whole, whatever the timeline hides. */
import type { EventLog } from '../../domain/event-log.ts';
import type { Recorded } from '../../domain/event.ts';
import type { TimelineRow } from '../timeline/index.ts';
import type { PageRequest } from './listing.ts';

type Asked = PageRequest & { readonly dir: 'asc' | 'desc' };

/** The events of one page, oldest first whatever the order of the pages, and how many there are in all. */
export const historyPage = async (
  log: Pick<EventLog, 'readStream'>,
  stream: string,
  { page, perPage, dir }: Asked,
): Promise<{ readonly events: AsyncIterable<Recorded>; readonly total: number }> => {
  let [begin, total] = [0, 0];
  // A stream that was erased and begun again continues its revisions.
  for await (const { revision } of log.readStream(stream, { limit: 1 })) begin = revision;
  for await (const { revision } of log.readStream(stream, { direction: 'backwards', limit: 1 }))
    total = revision - begin + 1;
  const first = dir === 'asc' ? (page - 1) * perPage : Math.max(0, total - page * perPage);
  const end = dir === 'asc' ? Math.min(total, first + perPage) : total - (page - 1) * perPage;
  const none = async function* (): AsyncIterable<Recorded> {};
  return { events: first < end ? log.readStream(stream, { from: begin + first, limit: end - first }) : none(), total };
};

/** The event of a row of the timeline; null if its stream was erased. */
export const eventOf = async (
  log: Pick<EventLog, 'readStream'>,
  { stream, revision, id }: TimelineRow,
): Promise<Recorded | null> => {
  for await (const event of log.readStream(stream, { from: revision, limit: 1 })) return event.id === id ? event : null;
  return null;
};
