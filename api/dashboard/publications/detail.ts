/** One publication, with the original, edited and merged values of its fields and their sources. */
import { staffPublication } from '../../../projections/queries/staff-publication.ts';
import { MEMBER } from '../../http/access.ts';
import { DOI } from '../../http/identifiers.ts';
import { route, type Route } from '../../http/route.ts';
import type { DashboardDeps } from '../deps.ts';
import { LOCALE } from '../locale.ts';
import { mustExist } from '../../../domain/must-exist.ts';
import { doiIn } from './doi.ts';
import { STAFF_PUBLICATION } from './schemas.ts';

export const detailRoute = ({ readModels, citations }: DashboardDeps): Route =>
  route('GET /api/publications/*id', MEMBER, {
    params: { id: DOI },
    summary: 'One publication',
    description: 'By DOI, normalized or raw, percent-encoded or with literal slashes; deleted or not.',
    query: LOCALE,
    responses: { 200: STAFF_PUBLICATION },
    errors: [404],
    handle: async ({ rawPath, query: { locale }, caller: { workspace } }) => {
      const doi = doiIn(rawPath);
      const found = await staffPublication(readModels, workspace, doi, locale);
      const { body, revision, csl } = mustExist(found, 'publication');
      const [citation = null] = await citations.apa(workspace, [csl], locale);
      return { body: { ...body, apa_citation: citation }, revision };
    },
  });
