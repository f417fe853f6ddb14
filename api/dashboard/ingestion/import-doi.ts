/** Imports one publication by DOI, synchronously. */
import { IMPORT } from '../../../domain/limits.ts';
import { catalogue } from '../../../projections/catalogue/index.ts';
import { staffPublication } from '../../../projections/queries/staff-publication.ts';
import { MEMBER } from '../../http/access.ts';
import { DOI, PEOPLE_TO_LINK } from '../../http/identifiers.ts';
import { route, type Route } from '../../http/route.ts';
import { changesExcerpt } from '../activity/excerpt.ts';
import { CHANGES } from '../activity/item.ts';
import type { DashboardDeps } from '../deps.ts';
import type { Imports } from '../ports.ts';
import { BOOLEAN, COUNT, DRY_RUN, object, orNull, STRING } from '../../http/schemas.ts';
import { readBack } from '../../http/visible.ts';

const OUTCOME = {
  ...{ id: STRING, doi: STRING },
  outcome: { type: 'string', enum: ['created', 'refreshed', 'unchanged'] },
} as const;
const IMPORTED = object({
  ...OUTCOME,
  title: orNull('string'),
  visible: { ...BOOLEAN, type: ['boolean', 'null'] },
  deleted_at: { ...orNull('string'), description: 'Imports do not restore deleted publications.' },
  person_orcids: { type: 'array', items: STRING },
});

const PREVIEW = object(
  {
    ...OUTCOME,
    dry_run: { const: true },
    title: orNull('string'),
    visible: BOOLEAN,
    is_deleted: { ...BOOLEAN, description: 'Whether it is deleted; imports do not restore it.' },
    person_orcids: { type: 'array', items: STRING },
    changes: { ...CHANGES, description: 'Changes of the record as shown; edits by people are kept.' },
    changes_omitted: { ...COUNT, description: 'Number of changes left out; absent if none are.' },
  },
  ['changes_omitted'],
);

const previewed = ({ doi, outcome, title, changes, ...rest }: Awaited<ReturnType<Imports['preview']>>) => {
  const differences = changes.map(({ path, before = null, after = null }) => ({ path, before, after }));
  const { visible, isDeleted, personOrcids } = rest;
  const would = { title, visible, is_deleted: isDeleted, person_orcids: personOrcids };
  return { body: { id: doi, doi, outcome, dry_run: true, ...would, ...changesExcerpt(differences) } } as const;
};

/** For what follows the import, such as waiting for the rows. */
export const ANSWERING_MS = 10_000;

export const importDoiRoute = (deps: DashboardDeps): Route =>
  route('POST /api/import/doi', MEMBER, {
    timeoutMs: IMPORT.withinMs + ANSWERING_MS,
    summary: 'Import by DOI',
    description:
      'Queries the providers now. 201 for a new publication, 200 for an existing one. The given people, who must be registered, ' +
      'are linked as a staff decision. The DOI of a grant, a component or a journal is a 400 (`not_a_publication`). One that no provider knows is queried again without punctuation at its end. ' +
      '404 names the providers queried and the characters that were not read (`removed`) or, for an alias, the DOI to import instead (`known_as`); 503 if a provider is unavailable, and nothing is changed.',
    query: {
      dry_run: {
        ...DRY_RUN,
        description:
          'Extension. Queries the providers and returns what would change, field by field, but records nothing.',
      },
    },
    body: object(
      {
        doi: { ...DOI, minLength: 1 },
        person_orcids: PEOPLE_TO_LINK,
      },
      ['person_orcids'],
    ),
    responses: { 200: { anyOf: [IMPORTED, PREVIEW] }, 201: IMPORTED, 202: object(OUTCOME) },
    errors: [404],
    handle: async ({ body, query, caller, signal }) => {
      const { doi: given, person_orcids: personOrcids = [] } = body;
      if (query.dry_run) return previewed(await deps.imports.preview({ doi: given, personOrcids }, caller, signal));
      const { doi, outcome, position } = await deps.imports.doi({ doi: given, personOrcids }, caller, signal);
      const { found, headers } = await readBack(deps, [catalogue], { position }, signal, () =>
        staffPublication(deps.readModels, caller.workspace, doi, 'en'),
      );
      const imported = { id: doi, doi, outcome };
      if (found === null) return { status: 202, body: imported, headers };
      const { title, visible, deleted_at, person_orcids } = found.body;
      return {
        status: outcome === 'created' ? 201 : 200,
        body: { ...imported, title, visible, deleted_at, person_orcids },
        headers,
      };
    },
  });
