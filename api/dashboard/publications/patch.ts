/** Edits, hides and shows a publication. */
import { RECORD, REQUEST, TEXT } from '../../../domain/limits.ts';
import { patchPublication } from '../../../commands/publication-patch.ts';
import { catalogue } from '../../../projections/catalogue/index.ts';
import { MEMBER } from '../../http/access.ts';
import { ifMatch } from '../../http/etag.ts';
import { route, type Route } from '../../http/route.ts';
import type { DashboardDeps } from '../deps.ts';
import { anyJson, BOOLEAN, COUNT, object, textOf } from '../../http/schemas.ts';
import { waitUntilVisible } from '../../http/visible.ts';
import { idInPath, PUBLICATION_ID } from './ids.ts';

const OPERATIONS = {
  type: 'array',
  maxItems: REQUEST.patchOperations,
  examples: [[{ op: 'replace', path: '/title', value: 'Cracked Pots, Revisited' }]],
  items: {
    type: 'object',
    required: ['op', 'path'],
    maxProperties: REQUEST.properties,
    properties: {
      op: { type: 'string', enum: ['add', 'remove', 'replace', 'move', 'copy', 'test'] },
      path: textOf(REQUEST.pointerCharacters, { description: 'A JSON Pointer.' }),
      from: textOf(REQUEST.pointerCharacters, { description: 'A JSON Pointer, for move and copy.' }),
      value: anyJson({
        maxLength: TEXT.abstractCharacters,
        maxItems: RECORD.authors,
        description: 'For add, replace and test.',
      }),
    },
  },
} as const;

export const patchRoute = (deps: DashboardDeps): Route =>
  route('PATCH /api/publications/*id', MEMBER, {
    params: { id: PUBLICATION_ID },
    summary: 'Patch a publication',
    description:
      'Applies a JSON Patch (RFC 6902) to `merged`, `/visible`, `/is_retracted` (false dismisses all notices) and the dashboard-only fields; `remove /edited/{field}` reverts ' +
      'an edit. Applies all operations or none. Edits survive refreshes. An edit that one patch reverts and repeats is ' +
      'compared with the current provider value, which clears its drift. A name may hold `ORCID`, an ORCID iD, which moves with ' +
      'its entry; it is returned as `https://orcid.org/…`. With `If-Match`, applies only to that revision.',
    body: OPERATIONS,
    responses: { 200: object({ ok: BOOLEAN, visible: BOOLEAN, edit_count: COUNT }) },
    errors: [404, 409, 412],
    handle: async (request) => {
      const { body, caller, signal } = request;
      const { ifRevision } = ifMatch(request);
      const written = await patchPublication(deps, await idInPath(deps, request), body, caller, ifRevision);
      const { state } = written;
      if (state.status === 'absent') throw new Error('patched a missing publication');
      return {
        body: { ok: true, visible: state.visible, edit_count: state.editCount },
        headers: await waitUntilVisible(deps, [catalogue], written, signal),
      };
    },
  });
