/** One publication, with the original, edited and merged values of its fields and their sources; and its citation. */
import { Refused } from '../../../domain/errors.ts';
import { citedPublication, staffPrimaryOf, staffPublication } from '../../../projections/queries/staff-publication.ts';
import { MEMBER } from '../../http/access.ts';
import { DOI } from '../../http/identifiers.ts';
import { route, type Route } from '../../http/route.ts';
import { object } from '../../http/schemas.ts';
import type { DashboardDeps } from '../deps.ts';
import { CITED, LOCALE } from '../locale.ts';
import { mustExist } from '../../../domain/must-exist.ts';
import { doiIn } from './doi.ts';
import { APA_CITATION, STAFF_PUBLICATION } from './schemas.ts';

export const detailRoute = ({ readModels, citations }: DashboardDeps): Route =>
  route('GET /api/publications/*id', MEMBER, {
    params: { id: DOI },
    summary: 'One publication',
    description:
      'By DOI, normalized or raw, percent-encoded or with literal slashes; deleted or not. For an alias, the 404 names the DOI shown in its place (`known_as`).',
    query: CITED,
    responses: { 200: STAFF_PUBLICATION },
    errors: [404],
    handle: async ({ rawPath, query, caller: { workspace } }) => {
      const { locale } = query;
      const doi = doiIn(rawPath);
      const found = await staffPublication(readModels, workspace, doi, locale);
      const primary = found === null ? await staffPrimaryOf(readModels, workspace, doi) : null;
      if (primary !== null)
        throw new Refused('not_found', 'publication_superseded', `${doi} is an alias of ${primary}`, {
          known_as: primary,
        });
      const { body, revision, csl } = mustExist(found, 'publication');
      const [citation = null] = query.citations ? await citations.apa(workspace, [csl], locale) : [];
      return { body: { ...body, apa_citation: citation }, revision };
    },
  });

export const citationRoute = ({ readModels, citations }: DashboardDeps): Route =>
  route('GET /api/publications/*id/citation', MEMBER, {
    params: { id: DOI },
    summary: 'Citation of a publication',
    description: 'Separate, so that a page which shows the publication does not wait for it.',
    query: LOCALE,
    responses: { 200: object({ apa_citation: APA_CITATION }) },
    errors: [404],
    handle: async ({ rawPath, query: { locale }, caller: { workspace } }) => {
      const found = await citedPublication(readModels, workspace, doiIn(rawPath, '/citation'));
      const [citation = null] = await citations.apa(workspace, [mustExist(found, 'publication').cited], locale);
      return { body: { apa_citation: citation } };
    },
  });
