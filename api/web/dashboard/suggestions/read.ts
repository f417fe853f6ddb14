/** Loads the open suggestions, one item for each person and publication. */
import { REQUEST } from '../../../../domain/limits.ts';
import type { AnswerTo } from '../../client/api.ts';
import { language } from '../../client/i18n.ts';
import { shownText } from '../../client/localized.ts';
import type { LoadOptions } from '../../client/resource.ts';
import { plainText } from '../../parts/markup-parser.ts';
import { api } from '../../client/session.ts';
import { words as t } from './generated/words.ts';

type Found = AnswerTo<'GET /api/suggestions'>['publications'][number];

/** A person, and what speaks for it. */
export type Suggested = Found['suggestions'][number];

export type Suggestion = Suggested & {
  readonly key: string;
  readonly doi: string;
  readonly title: string | null;
  readonly container: string | null;
  readonly year: number | null;
};

export const nameOf = ({ person }: Suggestion): string => person.name ?? person.orcid;

type Affiliation = NonNullable<Suggestion['evidence']['affiliation']>;

export const affiliationOf = ({ entity_name: localized, entity_id: id, status }: Affiliation): string => {
  const name = shownText(localized) ?? id;
  return status === 'external' ? t('external', { name }) : name;
};

/** Where and when it appeared; empty if neither is known. */
export const appearedIn = ({ container, year }: Suggestion): string =>
  [plainText(container ?? ''), year].filter(Boolean).join(', ');

/** `person`: whose suggestions alone are read; null for all. */
export const readInbox = async (person: string | null, asking: LoadOptions) => {
  const query = { per_page: REQUEST.pageItems, locale: language.value, orcid_id: person };
  const { body } = await api('GET /api/suggestions', { query, ...asking });
  const cut = body.publications.filter((each) => each.suggestion_count > each.suggestions.length);
  return {
    open: body.publications.flatMap(({ publication_id: doi, publication_year: year, title, container, suggestions }) =>
      suggestions.map((each): Suggestion => ({
        ...each,
        key: `${doi} ${each.person.orcid}`,
        doi,
        title,
        container,
        year,
      })),
    ),
    /** Further publications with suggestions. */
    more: body.total - body.publications.length + cut.length,
  };
};
