/** The public API: reads without a credential. */
import { catalogue } from '../../projections/catalogue/index.ts';
import { UNCOUNTED } from '../http/access.ts';
import { route, type Route } from '../http/route.ts';
import { object } from '../http/schemas.ts';
import { publicationRoutes } from './publications.ts';
import { peopleWithoutOrcidRoutes } from './people-without-orcid.ts';
import { researcherRoutes } from './researchers.ts';
import { servedFrom, type Serving } from './served.ts';
import { workRoutes } from './works.ts';

const health = route('GET /health', UNCOUNTED, {
  summary: 'Health',
  description: 'Answers as long as the process serves requests.',
  responses: { 200: object({ status: { const: 'ok' } }) },
  handle: () => Promise.resolve({ body: { status: 'ok' } as const }),
});

export const publicRoutes = (serving: Serving): readonly Route[] => {
  const served = servedFrom(serving, catalogue);
  const works = workRoutes(served).map((each) => ({ ...each, extension: true as const }));
  return [
    health,
    ...publicationRoutes(served),
    ...works,
    ...researcherRoutes(served),
    ...peopleWithoutOrcidRoutes(served),
  ];
};
