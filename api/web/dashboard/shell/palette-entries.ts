/** The entries of the command palette: pages, actions, and people and publications found by the words. */
import { api, may, signOut, type Role } from '../../client/session.ts';
import { LANGUAGE_NAMES, LANGUAGES, language, setLanguage } from '../../client/i18n.ts';
import { shownText } from '../../client/localized.ts';
import type { LoadOptions } from '../../client/resource.ts';
import { navigate } from '../../client/router.ts';
import { paint, THEMES } from '../../look/theme.ts';
import type { IconName } from '../../parts/icon.tsx';
import { plainText } from '../../parts/markup-parser.ts';
import { attempt } from '../../parts/toast.tsx';
import { here, navigation } from '../pages.ts';
import { publicationPath } from '../publication/address.ts';
import { isSheetOpen } from './shortcut-sheet.tsx';
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

/** Those that open something on their page do it by the fragment of the address. */
const ACTIONS = [
  { label: 'add_by_doi', icon: 'link', at: '/publications#by_doi' },
  { label: 'add_by_hand', icon: 'pencil', at: '/publications#by_hand' },
  { label: 'import_list', icon: 'file-text', at: '/publications/import' },
  { label: 'export_publications', icon: 'file-down', at: '/publications#export' },
  { label: 'register_person', icon: 'user-plus', at: '/people#register' },
  { label: 'make_project', icon: 'plus', at: '/projects#new' },
  { label: 'make_unit', icon: 'plus', at: '/entities#new', needs: 'workspace_admin' },
  { label: 'make_category', icon: 'plus', at: '/categories#new' },
  { label: 'invite', icon: 'user-plus', at: '/members#invite', needs: 'workspace_admin' },
] as const satisfies readonly {
  readonly label: Parameters<typeof t>[0];
  readonly icon: IconName;
  readonly at: string;
  readonly needs?: Role;
}[];

const actionEntries = (): readonly Entry[] => [
  ...ACTIONS.filter((action) => !('needs' in action) || may(action.needs)).map(({ label, icon, at }): Entry => ({
    id: `action ${label}`,
    icon,
    label: t(label),
    run: () => navigate(here(at)),
  })),
  { id: 'action shortcuts', icon: 'keyboard', label: t('shortcuts'), run: () => (isSheetOpen.value = true) },
  { id: 'action guide', icon: 'library', label: t('guide'), run: () => location.assign('/docs/guides/dashboard') },
  { id: 'action memberships', icon: 'inbox', label: t('memberships'), run: () => navigate('/invitations') },
  { id: 'action sign out', icon: 'log-out', label: t('sign_out'), run: () => void attempt(signOut) },
];

export const staticEntries = (): readonly Entry[] => [
  ...navigation().map(({ path, icon, label }): Entry => ({
    id: `page ${path}`,
    icon,
    label: t('go_to', { page: t(label) }),
    run: () => navigate(here(path)),
  })),
  ...actionEntries(),
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

const foundPublications = async (q: string, asking: LoadOptions): Promise<readonly Entry[]> => {
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

const foundPeople = async (q: string, asking: LoadOptions): Promise<readonly Entry[]> => {
  const query = { q, per_page: FOUND, locale: language.value };
  const { body } = await api('GET /api/people', { query, ...asking });
  return body.people.map(({ orcid, name }) => ({
    id: `person ${orcid}`,
    icon: 'user',
    label: shownText(name) ?? orcid,
    run: () => navigate(here(`/people/${orcid}`)),
  }));
};

export const foundRecords = async (q: string, asking: LoadOptions): Promise<readonly Entry[]> =>
  (await Promise.all([foundPeople(q, asking), foundPublications(q, asking)])).flat();
