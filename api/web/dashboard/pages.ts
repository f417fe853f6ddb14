/** The addresses of the dashboard's pages, who may see them, and how the navigation shows them. */
import { matched, type Params } from '../client/router.ts';
import { may, workspace, type Role } from '../client/session.ts';
import type { IconName } from '../parts/icon.tsx';
import type { words } from './shell/generated/words.ts';

/** The groups of the navigation below the pages of everyday work, in display order. */
export const AREAS = ['records', 'administration'] as const;

type Declared = {
  /** Below `/w/{workspace}`; `:name` takes a part of the path, `*name` the rest. */
  readonly path: string;
  readonly nav?: {
    readonly label: Parameters<typeof words>[0];
    readonly icon: IconName;
    /** The key that opens it, after `g`. */
    readonly key?: string;
    readonly area?: (typeof AREAS)[number];
  };
  /** The lowest role that may see it. Default: every member. */
  readonly needs?: Role;
};

/** The first match is shown; the navigation keeps this order. */
const DECLARED = [
  { path: '', nav: { label: 'home', icon: 'house', key: 'h' } },
  { path: '/publications', nav: { label: 'publications', icon: 'library', key: 'p', area: 'records' } },
  { path: '/publications/import' },
  { path: '/publications/*id' },
  { path: '/suggestions', nav: { label: 'suggestions', icon: 'user-check', key: 's' } },
  { path: '/people', nav: { label: 'people', icon: 'users', key: 'e', area: 'records' } },
  { path: '/people/:orcid' },
  // Bookmarks of earlier releases, in which works without a DOI had pages of their own.
  { path: '/works' },
  { path: '/works/*id' },
  { path: '/projects', nav: { label: 'projects', icon: 'folder-kanban', key: 'r', area: 'records' } },
  { path: '/projects/:id' },
  { path: '/entities', nav: { label: 'entities', icon: 'network', area: 'records' } },
  { path: '/entities/:id' },
  { path: '/categories', nav: { label: 'categories', icon: 'tags', area: 'records' } },
  { path: '/categories/:id' },
  { path: '/ingestion', nav: { label: 'ingestion', icon: 'download', key: 'i' } },
  { path: '/activity', nav: { label: 'activity', icon: 'activity', key: 'a' } },
  {
    path: '/keys',
    nav: { label: 'keys', icon: 'key-round', key: 'k', area: 'administration' },
    needs: 'workspace_admin',
  },
  { path: '/keys/websites/:id', needs: 'workspace_admin' },
  { path: '/keys/partners', needs: 'workspace_admin' },
  { path: '/keys/partners/:hash', needs: 'workspace_admin' },
  {
    path: '/members',
    nav: { label: 'members', icon: 'id-card', key: 'm', area: 'administration' },
    needs: 'workspace_admin',
  },
  {
    path: '/site-tools',
    nav: { label: 'site_tools', icon: 'wrench', key: 't', area: 'administration' },
    needs: 'workspace_admin',
  },
  { path: '/workspaces', nav: { label: 'workspaces', icon: 'building', area: 'administration' }, needs: 'superadmin' },
] as const satisfies readonly Declared[];

export type PagePath = (typeof DECLARED)[number]['path'];
export type PageProps = { readonly path: PagePath; readonly params: Params };
export type PageEntry = Declared & { readonly path: PagePath };
const PAGES: readonly PageEntry[] = DECLARED;

/** Whether the reader may see the page, in the workspace of the address. */
export const isOpenTo = ({ needs }: PageEntry): boolean => needs === undefined || may(needs);

export const navigation = () =>
  PAGES.filter(isOpenTo).flatMap(({ path, nav }) => (nav === undefined ? [] : [{ path, ...nav }]));

export const pageAt = (path: string): { readonly entry: PageEntry; readonly params: Params } | null => {
  for (const entry of PAGES) {
    const params = matched(`/w/:workspace${entry.path}`, path);
    if (params !== null) return { entry, params };
  }
  return null;
};

/** Whether the path belongs to the application. */
export const knows = (path: string): boolean => path === '/' || path === '/invitations' || path.startsWith('/w/');

/** The address of a page in a workspace. */
export const within = (at: string, path: string): string => `/w/${encodeURIComponent(at)}${path}`;

/** The address of a page in the workspace of the current address. */
export const here = (path: string): string => within(workspace.value ?? '', path);

/** The same as `here`, but null if there is no such page or the reader may not see it. */
export const linkTo = (path: string): string | null => {
  const found = pageAt(here(path));
  return found === null || !isOpenTo(found.entry) ? null : here(path);
};
