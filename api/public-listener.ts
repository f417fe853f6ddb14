/** The public listener: surfaces A, B and C behind one door. */
import { consumerRoutes } from './consumer/index.ts';
import type { ConsumerDeps } from './consumer/deps.ts';
import { integrationsRoutes } from './integrations/index.ts';
import { byKeyOrOpen } from './http/cross-origin.ts';
import type { AppOptions } from './http/app.ts';
import type { Route } from './http/route.ts';
import type { KeyDeps } from './keys/deps.ts';
import { keyGuard } from './keys/guard.ts';
import { isTrustedOrigin } from '../projections/queries/installations.ts';
import { publicRoutes } from './public/index.ts';

export type PublicListenerDeps = ConsumerDeps & KeyDeps;

export const publicListenerRoutes = (deps: PublicListenerDeps): readonly Route[] => [
  ...integrationsRoutes(deps),
  ...consumerRoutes(deps),
  ...publicRoutes(deps),
];

/** Who may ask, and whose scripts may read the answers. */
export const publicListenerDoor = (deps: PublicListenerDeps): Pick<AppOptions, 'guard' | 'crossOrigin'> => ({
  guard: keyGuard(deps),
  crossOrigin: byKeyOrOpen((origin) => isTrustedOrigin(deps.readModels, origin)),
});
