/** Whether and how a publication is open to everyone, in the words of OpenAlex. */
import type { CslItem } from '../csl.ts';
import type { Present } from './state.ts';

/** https://docs.openalex.org/api-entities/works/work-object#the-openaccess-object */
export const OPEN_STATUSES = ['diamond', 'gold', 'green', 'hybrid', 'bronze'] as const;
const CLOSED = 'closed';

/** Open, but it is not known how: the record names an open copy of which OpenAlex does not know. */
const OPEN = 'open';

/** What a listing can be asked for: one status, or all that are open. */
export const OPEN_ACCESS = [OPEN, ...OPEN_STATUSES, CLOSED] as const;
export type OpenAccess = (typeof OPEN_ACCESS)[number];

export const statusesOf = (asked: OpenAccess): readonly string[] =>
  asked === OPEN ? [OPEN, ...OPEN_STATUSES] : [asked];

/** Null if nothing says so. */
export const openAccessOf = (
  { locations = [] }: Pick<CslItem, 'locations'>,
  { enrichment }: Pick<Present, 'enrichment'>,
): string | null => {
  const status = enrichment?.open_access_status ?? null;
  return (status === null || status === CLOSED) && locations.length > 0 ? OPEN : status;
};
