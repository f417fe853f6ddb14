/** The name of an affiliation. */
import { shownText } from '../../client/localized.ts';
import type { Suggestion } from './read.ts';
import { words as t } from './words.ts';

type Affiliation = NonNullable<Suggestion['evidence']['affiliation']>;

export const affiliationOf = ({ entity_name: localized, entity_id: id, status }: Affiliation): string => {
  const name = shownText(localized) ?? id;
  return status === 'external' ? t('external', { name }) : name;
};
