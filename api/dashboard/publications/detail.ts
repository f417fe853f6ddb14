/** One publication, with the original, edited and merged values of its fields and their sources; and its citation. */
import { Refused } from '../../../domain/errors.ts';
import { citedPublication, staffPrimaryOf, staffPublication } from '../../../projections/queries/staff-publication.ts';
import { exportedFrom } from '../../../projections/queries/exported.ts';
import { firstOf } from '../../../projections/queries/listing.ts';
import { chosenPublications } from '../../../projections/queries/staff-publications.ts';
import { MEMBER } from '../../http/access.ts';
import { exportedOne } from '../../http/exports.ts';
import { EXPORT_TYPES, oneExported, variantOf, wantedIn } from '../../http/formats.ts';
import { route, type Route } from '../../http/route.ts';
import { object } from '../../http/schemas.ts';
import type { DashboardDeps } from '../deps.ts';
import { CITED, LOCALE } from '../locale.ts';
import { mustExist } from '../../../domain/must-exist.ts';
import { idInPath, PUBLICATION_ID } from './ids.ts';
import { APA_CITATION, STAFF_PUBLICATION } from './schemas.ts';

export const detailRoute = (deps: DashboardDeps): Route => {
  const { readModels, citations } = deps;
  return route('GET /api/publications/*id', MEMBER, {
    params: { id: PUBLICATION_ID },
    summary: 'One publication',
    description:
      'By DOI, normalized or raw, percent-encoded or with literal slashes, or by the key of a work without one; deleted or not. For an item ' +
      'in whose place another is shown, such as an alias, the 404 names that one (`known_as`).',
    query: { ...oneExported(citations), ...CITED },
    responses: { 200: STAFF_PUBLICATION },
    streams: EXPORT_TYPES,
    variant: variantOf(() => deps.citations),
    errors: [404, 406],
    handle: async (request) => {
      const { query, caller } = request;
      const [{ locale }, { workspace }] = [query, caller];
      const id = await idInPath({ readModels }, request);
      const wanted = wantedIn(request, citations);
      if (wanted !== null) {
        const publication = await firstOf(readModels, exportedFrom(chosenPublications(workspace, [id])));
        if (publication !== null) return exportedOne(deps, publication, { wanted, reader: workspace });
      }
      const found = wanted === null ? await staffPublication(readModels, workspace, id, locale) : null;
      const primary = found === null ? await staffPrimaryOf(readModels, workspace, id) : null;
      if (primary !== null)
        throw new Refused('not_found', 'publication_superseded', `${primary} is shown in place of ${id}`, {
          known_as: primary,
        });
      const { body, revision, csl } = mustExist(found, 'publication');
      const [citation = null] = query.citations ? await citations.apa(workspace, [csl], locale) : [];
      return { body: { ...body, apa_citation: citation }, revision };
    },
  });
};

export const citationRoute = ({ readModels, citations }: DashboardDeps): Route =>
  route('GET /api/publications/*id/citation', MEMBER, {
    params: { id: PUBLICATION_ID },
    summary: 'Citation of a publication',
    description: 'Separate, so that a page which shows the publication does not wait for it.',
    query: LOCALE,
    responses: { 200: object({ apa_citation: APA_CITATION }) },
    errors: [404],
    handle: async (request) => {
      const { query, caller } = request;
      const [{ locale }, { workspace }] = [query, caller];
      const found = await citedPublication(readModels, workspace, await idInPath({ readModels }, request, '/citation'));
      const [citation = null] = await citations.apa(workspace, [mustExist(found, 'publication').cited], locale);
      return { body: { apa_citation: citation } };
    },
  });
