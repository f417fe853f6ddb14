/** Installations of websites: who may read what, from where, with which credentials. */
import type { Route } from '../../http/route.ts';
import type { DashboardDeps } from '../deps.ts';
import { credentialRoutes } from './credentials.ts';
import { installationRoutes } from './installations.ts';
import { originRoutes } from './origins.ts';

export const allInstallationRoutes = (deps: DashboardDeps): readonly Route[] => [
  ...installationRoutes(deps),
  ...originRoutes(deps),
  ...credentialRoutes(deps),
];
