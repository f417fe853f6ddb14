/** Notices of a retraction: those that others publish, and OpenAlex's mark. */
import type { Enrichment, RetractionNotice } from './events.ts';

/** OpenAlex marks a work under an id that may change, so its mark is one notice whatever the id. */
export const sameNotice = (a: RetractionNotice, b: RetractionNotice): boolean =>
  a.kind === b.kind && (a.by === b.by || (a.provider === 'openalex' && b.provider === 'openalex'));

export const withoutNotices = (
  notices: readonly RetractionNotice[],
  others: readonly RetractionNotice[],
): readonly RetractionNotice[] => notices.filter((notice) => !others.some((other) => sameNotice(notice, other)));

/** OpenAlex's mark as a notice, which staff can dismiss like any other. */
export const marksIn = (enrichment: Enrichment | null | undefined): readonly RetractionNotice[] =>
  enrichment?.is_retracted === true
    ? [{ by: enrichment.openalex_id ?? 'https://openalex.org', kind: 'retraction', provider: 'openalex' }]
    : [];

/** Without OpenAlex's mark if OpenAlex no longer makes it. */
export const stillMarked = (
  notices: readonly RetractionNotice[],
  enrichment: Enrichment | null,
): readonly RetractionNotice[] =>
  enrichment?.is_retracted === true ? notices : notices.filter(({ provider }) => provider !== 'openalex');
