/** The entries of the command palette: pages, actions, and publications found by the words. */
import { api } from '../../client/session.ts';
import { LANGUAGE_NAMES, LANGUAGES, language, setLanguage } from '../../client/i18n.ts';
import type { LoadOptions } from '../../client/resource.ts';
import { navigate } from '../../client/router.ts';
import { paint, THEMES } from '../../look/theme.ts';
import type { IconName } from '../../parts/icon.tsx';
import { plainText } from '../../parts/markup-parser.ts';
import { here, navigation } from '../pages.ts';
import { publicationPath } from '../publication/address.ts';
import { words as t } from './generated/words.ts';

export type Entry = {
  readonly id: string;
  readonly icon: IconName;
  readonly label: string;
  readonly run: () => void;
};

const FOUND = 8;

/** Lower case without diacritics: `zurich` finds `Zürich`. */
const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

export const fitting = (entries: readonly Entry[], typed: string): readonly Entry[] => {
  const wanted = folded(typed)
    .split(/\s+/u)
    .filter((word) => word !== '');
  return entries.filter(({ label }) => wanted.every((word) => folded(label).includes(word)));
};

export const staticEntries = (): readonly Entry[] => [
  ...navigation().map(({ path, icon, label }): Entry => ({
    id: `page ${path}`,
    icon,
    label: t('go_to', { page: t(label) }),
    run: () => navigate(here(path)),
  })),
  ...THEMES.map((name): Entry => ({
    id: `theme ${name}`,
    icon: 'monitor',
    label: `${t('appearance')}: ${t(name)}`,
    run: () => paint(name),
  })),
  ...LANGUAGES.filter((code) => code !== language.value).map((code): Entry => ({
    id: `language ${code}`,
    icon: 'languages',
    label: `${t('language')}: ${LANGUAGE_NAMES[code]}`,
    run: () => setLanguage(code),
  })),
];

export const foundPublications = async (q: string, asking: LoadOptions): Promise<readonly Entry[]> => {
  const { body } = await api('GET /api/publications', {
    query: { q, per_page: FOUND, citations: false, has_doi: 'all' },
    ...asking,
  });
  return body.publications.map(({ id, title }) => ({
    id: `publication ${id}`,
    icon: 'file-text',
    label: title === null ? id : plainText(title),
    run: () => navigate(here(publicationPath(id))),
  }));
};
