/** Loads the open suggestions, one item for each person and publication. */
import type { Api, AnswerTo } from '../../client/api.ts';
import { REQUEST } from '../../../../domain/limits.ts';

type Found = AnswerTo<'GET /api/suggestions'>['publications'][number];

export type Suggestion = Found['suggestions'][number] & {
  readonly key: string;
  readonly doi: string;
  readonly title: string | null;
};

export type Inbox = {
  readonly open: readonly Suggestion[];
  /** Further publications with suggestions. */
  readonly more: number;
};

export const suggestionsIn = (publications: readonly Found[]): readonly Suggestion[] =>
  publications.flatMap(({ publication_id: doi, title, suggestions }) =>
    suggestions.map((each) => ({ ...each, key: `${doi} ${each.person.orcid}`, doi, title })),
  );

export const readInbox = async (
  api: Api,
  locale: string,
  asked: { readonly signal: AbortSignal; readonly inBackground: boolean },
): Promise<Inbox> => {
  const query = { per_page: REQUEST.pageItems, locale };
  const { body } = await api('GET /api/suggestions', { query, ...asked });
  const cut = body.publications.filter((each) => each.suggestion_count > each.suggestions.length);
  return {
    open: suggestionsIn(body.publications),
    more: body.total - body.publications.length + cut.length,
  };
};
