/** The public listener: the integrations, consumer and public APIs. */
import { consumerRoutes } from './consumer/index.ts';
import type { ConsumerDeps } from './consumer/deps.ts';
import { integrationsRoutes } from './integrations/index.ts';
import { publicCrossOrigin } from './http/cross-origin.ts';
import type { AppOptions } from './http/app.ts';
import type { Route } from './http/route.ts';
import type { KeyDeps } from './keys/deps.ts';
import { keyGuard } from './keys/guard.ts';
import { isTrustedOrigin } from '../projections/queries/installations.ts';
import { catalogueRoutes } from './public/catalogue.ts';
import type { CatalogueFiles } from './public/ports.ts';
import { photoRoute } from './public/photos.ts';
import { publicRoutes } from './public/index.ts';

export type PublicListenerDeps = ConsumerDeps & KeyDeps & { readonly catalogueFiles: CatalogueFiles };

export const publicListenerRoutes = (deps: PublicListenerDeps): readonly Route[] => [
  ...integrationsRoutes(deps),
  ...consumerRoutes(deps),
  ...publicRoutes(deps),
  photoRoute(deps),
  ...catalogueRoutes(deps),
];

export const publicListenerAccess = (deps: PublicListenerDeps): Pick<AppOptions, 'guard' | 'crossOrigin'> => ({
  guard: keyGuard(deps),
  crossOrigin: publicCrossOrigin((origin) => isTrustedOrigin(deps.readModels, origin)),
});
