/** Loads what the page shows: the publication and its latest changes. */
import type { Publication } from '../../client/generated/operations.ts';
import { language } from '../../client/i18n.ts';
import type { LoadOptions } from '../../client/resource.ts';
import { api } from '../../client/session.ts';
import type { InUse } from '../../parts/use-resource.ts';

export const HISTORY_PAGE = 50;

export const readPublication = async (id: string, asking?: LoadOptions) => {
  const asked = { params: { id }, ...asking };
  const [found, history] = await Promise.all([
    api('GET /api/publications/{id}', { ...asked, query: { locale: language.value, citations: false } }),
    api('GET /api/publications/{id}/history', { ...asked, query: { per_page: HISTORY_PAGE } }),
  ]);
  return {
    publication: found.body,
    etag: found.etag ?? '',
    /** The newest page, newest first. */
    history: history.body.history,
    changes: history.body.total,
  };
};

export type PublicationData = Awaited<ReturnType<typeof readPublication>>;

export type PublicationProps = {
  readonly data: PublicationData;
  readonly foresee: InUse<PublicationData>['foresee'];
  readonly again: () => Promise<unknown>;
};

/** The record with the saved values, until it is loaded again. */
export const foreseen = (
  shown: PublicationData,
  change: Partial<Publication>,
  sent: { readonly etag: string | null } | null,
): PublicationData => ({
  ...shown,
  publication: { ...shown.publication, ...change },
  etag: sent?.etag ?? shown.etag,
});
