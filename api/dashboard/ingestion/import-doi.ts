/** Importing one publication by its DOI, now. */
import { REQUEST } from '../../../domain/limits.ts';
import { catalogue } from '../../../projections/catalogue/index.ts';
import { staffPublication } from '../../../projections/queries/staff-publication.ts';
import { MEMBER } from '../../http/access.ts';
import { DOI, ORCID } from '../../http/identifiers.ts';
import { inWorkspace, type Route } from '../../http/route.ts';
import type { DashboardDeps } from '../deps.ts';
import { BOOLEAN, object, orNull, STRING } from '../../http/schemas.ts';
import { readBack } from '../shown.ts';

const OUTCOME = {
  ...{ id: STRING, doi: STRING },
  outcome: { type: 'string', enum: ['created', 'refreshed', 'unchanged'] },
};
const IMPORTED = object({
  ...OUTCOME,
  title: orNull('string'),
  visible: { ...BOOLEAN, type: ['boolean', 'null'] },
  deleted_at: { ...orNull('string'), description: 'An import does not bring back what staff deleted.' },
  person_orcids: { type: 'array', items: STRING },
});

type Body = { readonly doi: string; readonly person_orcids?: readonly string[] };

export const importDoiRoute = (deps: DashboardDeps): Route =>
  inWorkspace({
    method: 'POST',
    path: '/api/import/doi',
    access: MEMBER,
    summary: 'Import by DOI',
    description:
      'Asks the providers now. 201 for a new publication, 200 for one that was there. The people named, who must be registered, ' +
      'are linked as by hand. 404 says who was asked; with providers down it is 503, and nothing has changed.',
    query: {},
    body: object(
      {
        doi: { ...DOI, minLength: 1 },
        person_orcids: {
          type: 'array',
          maxItems: REQUEST.listItems,
          items: { ...ORCID, minLength: 1 },
          default: [],
        },
      },
      ['person_orcids'],
    ),
    responses: { 200: IMPORTED, 201: IMPORTED, 202: object(OUTCOME) },
    errors: [400, 401, 403, 404, 413, 415, 503],
    handle: async ({ body, caller, signal }) => {
      const { doi: asked, person_orcids: personOrcids = [] } = body as Body;
      const { doi, outcome, position } = await deps.imports.doi({ doi: asked, personOrcids }, caller, signal);
      const { found, headers } = await readBack(deps, [catalogue], { position }, signal, () =>
        staffPublication(deps.readModels, caller.workspace, doi, 'en'),
      );
      const imported = { id: doi, doi, outcome };
      if (found === null) return { status: 202, body: imported, headers };
      const { title, visible, deleted_at, person_orcids } = found.body;
      return { status: outcome === 'created' ? 201 : 200, body: { ...imported, title, visible, deleted_at, person_orcids }, headers }; // prettier-ignore
    },
  });
