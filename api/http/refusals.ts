/** The error statuses of a route: those that it lists, and those that its declaration implies. */
import type { Access } from './access.ts';
import type { Route } from './route.ts';

const FOR_ACCESS: Readonly<Record<Access['kind'], readonly number[]>> = {
  anyone: [],
  signed_in: [401, 403],
  superadmin: [401, 403],
  // 400: no workspace was named, and the user belongs to several.
  workspace: [400, 401, 403],
  installation: [401, 403, 429],
  api_key: [401, 403, 429],
};

/** Unknown parameters are a 400, unless the route accepts any. */
const forQuery = ({ takesAnyQuery }: Route): readonly number[] => (takesAnyQuery === true ? [] : [400]);
const forBody = ({ body }: Route): readonly number[] => (body === undefined ? [] : [400, 413, 415]);

/** Any request: an address that is too long, an internal error, and an unavailable store or a timeout. */
const FOR_ANY = [414, 500, 503];

/** In ascending order, each once. */
export const errorStatusesOf = (route: Route): readonly number[] => {
  const all = [...route.errors, ...FOR_ACCESS[route.access.kind], ...forQuery(route), ...forBody(route), ...FOR_ANY];
  return [...new Set(all)].sort((one, other) => one - other);
};
