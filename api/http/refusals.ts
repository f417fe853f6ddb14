/** The error statuses that a route may answer with: those that it lists, and those that follow from the rest of its declaration. */
import type { Access } from './access.ts';
import type { Route } from './route.ts';

const OF_ACCESS: Readonly<Record<Access['kind'], readonly number[]>> = {
  anyone: [],
  signed_in: [401, 403],
  superadmin: [401, 403],
  // 400: the workspace was not named, and several may be meant.
  workspace: [400, 401, 403],
  installation: [401, 403, 429],
  api_key: [401, 403, 429],
};

/** A parameter that is not known is refused by every route that does not say otherwise. */
const ofQuery = ({ takesAnyQuery }: Route): readonly number[] => (takesAnyQuery === true ? [] : [400]);
const ofBody = ({ body }: Route): readonly number[] => (body === undefined ? [] : [400, 413, 415]);

/** What any request may meet: an address that is too long, a fault, and a store that is down or an answer that takes too long. */
const OF_ANY = [414, 500, 503];

/** In ascending order, each once. */
export const errorStatusesOf = (route: Route): readonly number[] => {
  const all = [...route.errors, ...OF_ACCESS[route.access.kind], ...ofQuery(route), ...ofBody(route), ...OF_ANY];
  return [...new Set(all)].sort((one, other) => one - other);
};
