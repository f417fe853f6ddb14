/** The code of each page, loaded on its first visit. Only the shell imports it: pages refer to each other by address. */
import type { ComponentType } from 'preact';
import type { PagePath, PageProps } from './pages.ts';

export type PageModule = { readonly default: ComponentType<PageProps> };

export const PAGE_MODULES: Readonly<Record<PagePath, () => Promise<PageModule>>> = {
  '': () => import('./home/page.tsx'),
  '/publications': () => import('./publications/page.tsx'),
  '/publications/import': () => import('./imports/page.tsx'),
  '/publications/*id': () => import('./publication/page.tsx'),
  '/suggestions': () => import('./suggestions/page.tsx'),
  '/people': () => import('./people/page.tsx'),
  '/people/:orcid': () => import('./people/person.tsx'),
  '/works': () => import('./publications/former-works.tsx'),
  '/works/*id': () => import('./publications/former-works.tsx'),
  '/projects': () => import('./projects/page.tsx'),
  '/projects/:id': () => import('./projects/project.tsx'),
  '/entities': () => import('./named/list.tsx'),
  '/entities/:id': () => import('./named/one.tsx'),
  '/categories': () => import('./named/list.tsx'),
  '/categories/:id': () => import('./named/one.tsx'),
  '/ingestion': () => import('./ingestion/page.tsx'),
  '/activity': () => import('./activity/page.tsx'),
  '/keys': () => import('./keys/websites.tsx'),
  '/keys/websites/:id': () => import('./keys/website.tsx'),
  '/keys/partners': () => import('./keys/partners.tsx'),
  '/keys/partners/:hash': () => import('./keys/partner.tsx'),
  '/members': () => import('./members/page.tsx'),
  '/site-tools': () => import('./site-tools/page.tsx'),
  '/workspaces': () => import('./workspaces/page.tsx'),
};
