/** Loads what the page shows: the publication and its latest changes. */
import type { Api } from '../../client/api.ts';
import type { Change, Publication } from '../../client/generated/operations.ts';

export type PublicationData = {
  readonly publication: Publication;
  readonly etag: string;
  /** The newest page, newest first. */
  readonly history: readonly Change[];
  readonly changes: number;
};

export const HISTORY_PAGE = 50;

type Asked = {
  readonly doi: string;
  readonly locale: string;
  readonly signal?: AbortSignal;
  readonly inBackground?: boolean;
};

export const readPublication = async (
  api: Api,
  { doi, locale, signal, inBackground = false }: Asked,
): Promise<PublicationData> => {
  const asked = { params: { id: doi }, inBackground, signal };
  const [found, history] = await Promise.all([
    api('GET /api/publications/{id}', { ...asked, query: { locale } }),
    api('GET /api/publications/{id}/history', { ...asked, query: { per_page: HISTORY_PAGE } }),
  ]);
  return {
    publication: found.body,
    etag: found.etag ?? '',
    history: history.body.history,
    changes: history.body.total,
  };
};

/** With what was written, until it is read again. */
export const foreseen = (
  shown: PublicationData,
  change: Partial<Publication>,
  sent: { readonly etag: string | null } | null,
): PublicationData => ({
  ...shown,
  publication: { ...shown.publication, ...change },
  etag: sent?.etag ?? shown.etag,
});
