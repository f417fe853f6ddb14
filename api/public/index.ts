/** Surface C: what everybody may read, without a credential. */
import { catalogue } from '../../projections/catalogue/index.ts';
import type { Route } from '../http/route.ts';
import { health } from './health.ts';
import { publicationRoutes } from './publications.ts';
import { researcherRoutes } from './researchers.ts';
import { servedFrom, type Serving } from './served.ts';

export const publicRoutes = (serving: Serving): readonly Route[] => {
  const served = servedFrom(serving, catalogue);
  return [health, ...publicationRoutes(served), ...researcherRoutes(served)];
};
