/** Loads the open suggestions, one item for each person and publication. */
import { REQUEST } from '../../../../domain/limits.ts';
import type { AnswerTo } from '../../client/api.ts';
import { language } from '../../client/i18n.ts';
import { shownText } from '../../client/localized.ts';
import type { LoadOptions } from '../../client/resource.ts';
import { api } from '../../client/session.ts';
import { words as t } from './generated/words.ts';

type Found = AnswerTo<'GET /api/suggestions'>['publications'][number];

export type Suggestion = Found['suggestions'][number] & {
  readonly key: string;
  readonly doi: string;
  readonly title: string | null;
};

export const nameOf = ({ person }: Suggestion): string => person.name ?? person.orcid;

type Affiliation = NonNullable<Suggestion['evidence']['affiliation']>;

export const affiliationOf = ({ entity_name: localized, entity_id: id, status }: Affiliation): string => {
  const name = shownText(localized) ?? id;
  return status === 'external' ? t('external', { name }) : name;
};

export const readInbox = async (asking: LoadOptions) => {
  const query = { per_page: REQUEST.pageItems, locale: language.value };
  const { body } = await api('GET /api/suggestions', { query, ...asking });
  const cut = body.publications.filter((each) => each.suggestion_count > each.suggestions.length);
  return {
    open: body.publications.flatMap(({ publication_id: doi, title, suggestions }) =>
      suggestions.map((each): Suggestion => ({ ...each, key: `${doi} ${each.person.orcid}`, doi, title })),
    ),
    /** Further publications with suggestions. */
    more: body.total - body.publications.length + cut.length,
  };
};
