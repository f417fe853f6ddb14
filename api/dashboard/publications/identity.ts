/** Staff decide which item a work without a DOI is: another one, as a list suggests, or the publication of a DOI. */
import { loadState } from '../../../commands/aggregate.ts';
import { causedBy } from '../../../commands/caller.ts';
import { stale } from '../../../commands/handle.ts';
import { publicationAggregate } from '../../../commands/publication.ts';
import { rootOf } from '../../../commands/work-identity/roots.ts';
import { join, joinSuggested } from '../../../commands/work-identity/supersede.ts';
import { Refused } from '../../../domain/errors.ts';
import { isDoi } from '../../../domain/item.ts';
import { IMPORT } from '../../../domain/limits.ts';
import { known } from '../../../domain/must-exist.ts';
import { catalogue } from '../../../projections/catalogue/index.ts';
import { MEMBER } from '../../http/access.ts';
import { ifMatch } from '../../http/etag.ts';
import { DOI } from '../../http/identifiers.ts';
import { route, type Route } from '../../http/route.ts';
import { object, STRING } from '../../http/schemas.ts';
import { waitUntilVisible } from '../../http/visible.ts';
import type { DashboardDeps } from '../deps.ts';
import { ANSWERING_MS } from '../ingestion/import-doi.ts';
import { DONE, senderOf } from '../records/writes.ts';
import { idAsked, idInPath, PUBLICATION_ID } from './ids.ts';

const OTHER = { ...PUBLICATION_ID, minLength: 1, examples: ['10.5555/12345678'] } as const;

const SHOWN = {
  200: object({ id: { ...STRING, description: 'The DOI or key of the item that is now shown in place of the work.' } }),
};

const PARAMS = { id: PUBLICATION_ID };

/** A work without a DOI that can become another item. Throws `Refused`. */
const workAt = async (deps: DashboardDeps, workspace: string, key: string) => {
  const { state, revision } = await loadState(deps.events, publicationAggregate, workspace, key);
  const work = known(state, 'publication');
  if (isDoi(key))
    throw new Refused('conflict', 'has_doi', 'this publication has a DOI', { accepted: 'a work without a DOI' });
  return { work, revision };
};

export const identityRoutes = (deps: DashboardDeps): readonly Route[] => [
  route('POST /api/publications/*id/join', MEMBER, {
    params: PARAMS,
    summary: 'Accept that a work is another item',
    description:
      'The other item must be among its `suggested_joins`. That item takes over the edits, links and people of this one, and replaces it. ' +
      'To revert, undo the event `PublicationSuperseded`.',
    body: object({ with: OTHER }),
    responses: SHOWN,
    errors: [404, 409, 412],
    handle: async (request) => {
      const { caller, body, signal } = request;
      const key = await idInPath(deps, request, '/join');
      const written = await joinSuggested(deps, key, idAsked(body.with), caller, ifMatch(request));
      const id = written.state.supersededBy ?? key;
      return { body: { id }, headers: await waitUntilVisible(deps, [catalogue], written, signal) };
    },
  }),
  route('POST /api/publications/*id/keep-apart', MEMBER, {
    params: PARAMS,
    summary: 'Decide that a work is not another item',
    description:
      'The other item must be among its `suggested_joins`. No list joins or suggests the two again. To revert, undo the event ' +
      '`PublicationJoinDeclined`.',
    body: object({ from: OTHER }),
    responses: DONE,
    errors: [404, 409, 412],
    handle: async (request) => {
      const key = await idInPath(deps, request, '/keep-apart');
      const command = { type: 'DeclineJoin', from: idAsked(request.body.from) } as const;
      return senderOf(deps, publicationAggregate, catalogue)(request, key, command);
    },
  }),
  route('POST /api/publications/*id/doi', MEMBER, {
    timeoutMs: IMPORT.withinMs + ANSWERING_MS,
    params: PARAMS,
    summary: 'Set the DOI of a work',
    description:
      'Imports the publication with this DOI, as `POST /api/import/doi` does and with the same errors; it takes over the edits, links and ' +
      'people of the work, and what staff have described of it where the providers say nothing, and replaces it. If the work is hidden, a new publication is hidden too. To revert, undo the event `PublicationSuperseded`.',
    body: object({ doi: { ...DOI, minLength: 1 } }),
    responses: SHOWN,
    errors: [404, 409, 412],
    handle: async (request) => {
      const { caller, body, signal } = request;
      const key = await idInPath(deps, request, '/doi');
      const { work, revision } = await workAt(deps, caller.workspace, key);
      if (work.supersededBy !== undefined)
        throw new Refused('conflict', 'publication_superseded', 'another item is shown in place of this one', {
          superseded_by: work.supersededBy,
        });
      const seen = ifMatch(request);
      // Nothing is imported for a work that has changed.
      if (seen.ifRevision !== undefined && seen.ifRevision !== revision) throw stale();
      const isHiddenIfNew = !work.visible || work.status === 'deleted';
      const asked = { doi: body.doi, personOrcids: [], isHiddenIfNew };
      const imported = await deps.imports.doi(asked, causedBy(deps.ids, caller), signal);
      const { id: by } = await rootOf(deps.events, caller.workspace, imported.doi);
      const written = await join(deps, key, { by, byStaff: true }, caller, { ...seen, keepsDescription: true });
      return { body: { id: by }, headers: await waitUntilVisible(deps, [catalogue], written, signal) };
    },
  }),
];
