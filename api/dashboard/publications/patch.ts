/** Correcting, hiding and showing a publication. */
import { RECORD, REQUEST, TEXT } from '../../../domain/limits.ts';
import { patchPublication } from '../../../commands/publication-patch/index.ts';
import { catalogue } from '../../../projections/catalogue/index.ts';
import { MEMBER } from '../../http/access.ts';
import { DOI } from '../../http/identifiers.ts';
import { ifMatch } from '../../http/etag.ts';
import { route, type Route } from '../../http/route.ts';
import type { DashboardDeps } from '../deps.ts';
import { anyJson, BOOLEAN, COUNT, object, textOf } from '../../http/schemas.ts';
import { waitUntilVisible } from '../../http/visible.ts';
import { doiIn } from './doi.ts';

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
      from: textOf(REQUEST.pointerCharacters, { description: 'A JSON Pointer, of a move or copy.' }),
      value: anyJson({
        maxLength: TEXT.abstractCharacters,
        maxItems: RECORD.authors,
        description: 'Of add, replace and test.',
      }),
    },
  },
} as const;

export const patchRoute = (deps: DashboardDeps): Route =>
  route('PATCH /api/publications/*id', MEMBER, {
    params: { id: DOI },
    summary: 'Patch a publication',
    description:
      'A JSON Patch (RFC 6902) against `merged`, and `/visible`, the dashboard-only fields, and `remove /edited/{field}`, ' +
      'which takes an edit back. All operations or none. An edit survives every refresh. An edit that one patch takes back ' +
      'and repeats is compared with what the provider says now, which ends its drift. `custom.author_orcids`, parallel to ' +
      '`author`, follows the entries of `author`: an iD belongs to its author, is edited with `author`, and is taken back by ' +
      '`remove /edited/author`. With `If-Match`, only if it has not changed since.',
    body: OPERATIONS,
    responses: { 200: object({ ok: BOOLEAN, visible: BOOLEAN, edit_count: COUNT }) },
    errors: [404, 409, 412],
    handle: async (request) => {
      const { rawPath, body, caller, signal } = request;
      const { ifRevision } = ifMatch(request);
      const written = await patchPublication(deps, doiIn(rawPath), body, caller, ifRevision);
      const { state } = written;
      if (state.status === 'absent') throw new Error('patched what is not there');
      return {
        body: { ok: true, visible: state.visible, edit_count: state.editCount },
        headers: await waitUntilVisible(deps, [catalogue], written, signal),
      };
    },
  });
