/** Routes that the plug-ins of installations call. */
import type { InstallationScope } from '../../domain/installation/events.ts';
import type { InstallationRow } from '../../projections/installations/installations.ts';
import { installationWith } from './access.ts';
import type { Answer, Request, Route } from './route.ts';

export type InstallationRequest = Request & { readonly installation: InstallationRow };

/** A route for an active installation with the scope; null = with any. */
export const forInstallation = (
  scope: InstallationScope | null,
  route: Omit<Route, 'access' | 'handle' | 'version'> & { handle(request: InstallationRequest): Promise<Answer> },
): Route => ({
  ...route,
  access: installationWith(scope),
  handle: (request) => {
    const { installation } = request;
    if (installation === undefined) throw new Error(`${route.path} was reached without an installation`);
    return route.handle({ ...request, installation });
  },
});
