/** The pages of the dashboard and their addresses. */
import type { ComponentType } from 'preact';
import { matched, type Params } from '../client/router.ts';
import { may, type Role } from '../client/session.ts';
import type { IconName } from '../parts/icon.tsx';
import type { shellWords } from './shell/words.ts';

export type PageProps = { readonly params: Params };
export type PageModule = { readonly default: ComponentType<PageProps> };

/** The groups of the navigation below the pages of everyday work, in their order. */
export const AREAS = ['records', 'administration'] as const;

export type PageEntry = {
  /** Below `/w/{workspace}`; `:name` takes a part of the path, `*name` the rest. */
  readonly path: string;
  readonly load: () => Promise<PageModule>;
  /** Its entry in the navigation, if it has one. */
  readonly nav?: {
    readonly label: Parameters<typeof shellWords>[0];
    readonly icon: IconName;
    /** The key that opens it, after `g`. */
    readonly key?: string;
    /** Its group, under a heading below the pages of everyday work. */
    readonly area?: (typeof AREAS)[number];
  };
  /** Who may see it. Default: every member. */
  readonly needs?: Role;
};

/** The first match is shown; the navigation keeps this order. */
export const PAGES: readonly PageEntry[] = [
  { path: '', load: () => import('./home/page.tsx'), nav: { label: 'home', icon: 'house', key: 'h' } },
  {
    path: '/publications',
    load: () => import('./publications/page.tsx'),
    nav: { label: 'publications', icon: 'library', key: 'p', area: 'records' },
  },
  { path: '/publications/*doi', load: () => import('./publication/page.tsx') },
  {
    path: '/suggestions',
    load: () => import('./suggestions/page.tsx'),
    nav: { label: 'suggestions', icon: 'user-check', key: 's' },
  },
  {
    path: '/people',
    load: () => import('./people/page.tsx'),
    nav: { label: 'people', icon: 'users', key: 'e', area: 'records' },
  },
  { path: '/people/:orcid', load: () => import('./people/person.tsx') },
  {
    path: '/works',
    load: () => import('./works/page.tsx'),
    nav: { label: 'works', icon: 'file-text', key: 'w', area: 'records' },
  },
  { path: '/works/:id', load: () => import('./works/work.tsx') },
  {
    path: '/projects',
    load: () => import('./projects/page.tsx'),
    nav: { label: 'projects', icon: 'folder-kanban', key: 'r', area: 'records' },
  },
  { path: '/projects/:id', load: () => import('./projects/project.tsx') },
  {
    path: '/entities',
    load: () => import('./entities/page.tsx'),
    nav: { label: 'entities', icon: 'network', area: 'records' },
  },
  { path: '/entities/:id', load: () => import('./entities/entity.tsx') },
  {
    path: '/categories',
    load: () => import('./categories/page.tsx'),
    nav: { label: 'categories', icon: 'tags', area: 'records' },
  },
  { path: '/categories/:id', load: () => import('./categories/category.tsx') },
  {
    path: '/ingestion',
    load: () => import('./ingestion/page.tsx'),
    nav: { label: 'ingestion', icon: 'download', key: 'i' },
  },
  {
    path: '/activity',
    load: () => import('./activity/page.tsx'),
    nav: { label: 'activity', icon: 'activity', key: 'a' },
  },
  {
    path: '/keys',
    load: () => import('./keys/websites.tsx'),
    nav: { label: 'keys', icon: 'key-round', key: 'k', area: 'administration' },
    needs: 'workspace_admin',
  },
  { path: '/keys/websites/:id', load: () => import('./keys/website.tsx'), needs: 'workspace_admin' },
  { path: '/keys/partners', load: () => import('./keys/partners.tsx'), needs: 'workspace_admin' },
  { path: '/keys/partners/:hash', load: () => import('./keys/partner.tsx'), needs: 'workspace_admin' },
  {
    path: '/members',
    load: () => import('./members/page.tsx'),
    nav: { label: 'members', icon: 'id-card', key: 'm', area: 'administration' },
    needs: 'workspace_admin',
  },
  {
    path: '/site-tools',
    load: () => import('./site-tools/page.tsx'),
    nav: { label: 'site_tools', icon: 'wrench', key: 't', area: 'administration' },
    needs: 'workspace_admin',
  },
  {
    path: '/workspaces',
    load: () => import('./workspaces/page.tsx'),
    nav: { label: 'workspaces', icon: 'building', area: 'administration' },
    needs: 'superadmin',
  },
];

/** Whether the reader may see the page, in the workspace of the address. */
export const isOpenTo = ({ needs }: PageEntry): boolean => needs === undefined || may(needs);

const patternOf = ({ path }: PageEntry): string => `/w/:workspace${path}`;

export const pageAt = (path: string): { readonly entry: PageEntry; readonly params: Params } | null => {
  for (const entry of PAGES) {
    const params = matched(patternOf(entry), path);
    if (params !== null) return { entry, params };
  }
  return null;
};

/** Whether the address is one of the application. */
export const knows = (path: string): boolean => path === '/' || path === '/invitations' || path.startsWith('/w/');

/** The address of a page in a workspace. */
export const within = (workspace: string, path: string): string => `/w/${encodeURIComponent(workspace)}${path}`;

/** The same, or null if there is no such page or the reader may not see it. */
export const linkTo = (workspace: string, path: string, search = ''): string | null => {
  const found = pageAt(within(workspace, path));
  return found === null || !isOpenTo(found.entry) ? null : within(workspace, path) + search;
};
