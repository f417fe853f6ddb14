/** Surface C: what everybody may read, without a credential. */
import { publicCatalogue } from '../../projections/public-catalogue/index.ts';
import type { ReadModels } from '../../projections/ports.ts';
import type { Route } from '../http/route.ts';
import { health } from './health.ts';
import { publicationRoutes } from './publications.ts';
import { researcherRoutes } from './researchers.ts';
import { servedFrom } from './served.ts';

export const publicRoutes = (readModels: ReadModels): readonly Route[] => {
  const served = servedFrom(readModels, publicCatalogue);
  return [health, ...publicationRoutes(served), ...researcherRoutes(served)];
};
