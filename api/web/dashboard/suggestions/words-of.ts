/** What an affiliation is called in the reader's language. */
import { language } from '../../client/i18n.ts';
import type { Suggestion } from './read.ts';
import { words as t } from './words.ts';

type Affiliation = NonNullable<Suggestion['evidence']['affiliation']>;

export const affiliationOf = ({ entity_name: name, entity_id: id, status }: Affiliation): string => {
  const texts: Readonly<Record<string, string>> = typeof name === 'string' ? { en: name } : (name ?? {});
  const named = texts[language.value] ?? texts['en'] ?? Object.values(texts)[0] ?? id;
  return status === 'external' ? t('external', { name: named }) : named;
};
