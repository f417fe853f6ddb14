/** Routes whose answers do not have the types of their schemas yet. */
import type { Access } from './access.ts';
import { listingRoute } from './listing-route.ts';
import { route, type Answer, type Responses, type Route } from './route.ts';
import type { NoSchemas, Schema, Schemas } from './schema.ts';

export const uncheckedRoute = <
  A extends Access,
  const Params extends Schemas = NoSchemas,
  const Query extends Schemas = NoSchemas,
  const Needed extends keyof Query = never,
  const Body extends Schema | undefined = undefined,
>(
  declaration: Parameters<typeof route<A, Responses, Answer, Params, Query, Needed, Body>>[0],
): Route => route<A, Responses, Answer, Params, Query, Needed, Body>(declaration);

export const uncheckedListingRoute = <
  A extends Access,
  const Params extends Schemas = NoSchemas,
  const Sort extends string = never,
  const Filters extends Schemas = NoSchemas,
  const Fixed extends Schemas = NoSchemas,
  const Query extends Schemas = NoSchemas,
>(
  listing: Parameters<typeof listingRoute<A, Params, Sort, Filters, Fixed, Query, Schema>>[0],
): Route => listingRoute<A, Params, Sort, Filters, Fixed, Query, Schema>(listing);
