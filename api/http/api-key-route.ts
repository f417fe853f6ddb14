/** Routes that partners call with a key. */
import type { Caller } from '../../commands/caller.ts';
import type { ApiKeyScope } from '../../domain/api-key/events.ts';
import { apiKeyWith } from './access.ts';
import type { Answer, Request, Route } from './route.ts';

export type KeyRequest = Request & { readonly caller: Caller };

/** A route for an active key with the scope; what it does lands in the key's workspace. */
export const forApiKey = (
  scope: ApiKeyScope,
  route: Omit<Route, 'access' | 'handle' | 'version'> & { handle(request: KeyRequest): Promise<Answer> },
): Route => ({
  ...route,
  access: apiKeyWith(scope),
  handle: (request) => {
    const { caller } = request;
    if (caller === undefined) throw new Error(`${route.path} was reached without a key`);
    return route.handle({ ...request, caller });
  },
});
