/** Imports of references: a list is read and compared, started with the decisions of staff, and followed. */
import {
  entriesAt,
  keepPreview,
  previewOf,
  queueReferenceImport,
  referenceImports,
  resultsAt,
} from '../../../../commands/reference-imports/imports.ts';
import { registeredAmong } from '../../../../commands/person.ts';
import type { Caller } from '../../../../commands/caller.ts';
import { ID, NUMBER, REFERENCES, REQUEST } from '../../../../domain/limits.ts';
import { mustExist } from '../../../../domain/must-exist.ts';
import { REFERENCE_FORMATS } from '../../../../domain/reference-import/entry.ts';
import { planOf, type ReferenceStatus } from '../../../../domain/reference-import/plan.ts';
import { catalogue } from '../../../../projections/catalogue/index.ts';
import type { PageRequest } from '../../../../projections/queries/listing.ts';
import { MEMBER } from '../../../http/access.ts';
import { formatBytes, formatCount } from '../../../http/amounts.ts';
import { bytesOf, fileOf, mustFit } from '../../../http/base64.ts';
import { PEOPLE_TO_LINK } from '../../../http/identifiers.ts';
import { route, type Route } from '../../../http/route.ts';
import type { ValueOf } from '../../../http/schema-types.ts';
import { integerOf, madeId, object, textOf } from '../../../http/schemas.ts';
import { waitUntilCaughtUp } from '../../../http/visible.ts';
import type { DashboardDeps } from '../../deps.ts';
import { pagingOf, STAFF_PAGING } from '../../paging.ts';
import { compared } from './compared.ts';
import { IMPORT, importItem, STATUS } from './item.ts';

/** Long enough to read and compare the largest list behind others. */
const TIMEOUT_MS = 10 * 60_000;

const PARAMS = { id: madeId('The id of the import.') };
const FORMAT = { type: 'string', enum: REFERENCE_FORMATS, description: 'Default: told by the contents.' } as const;
const WITH_STATUS = { ...STAFF_PAGING, status: { ...STATUS, description: 'Only entries with this status.' } };
const ACCEPTED = `at most ${formatBytes(REFERENCES.bytes)}`;

/** The text, or the file as it is, whose encoding is found out. */
const BODY = {
  oneOf: [
    object({ content: textOf(REFERENCES.bytes, { minLength: 1, description: 'The list as text.' }), format: FORMAT }, [
      'format',
    ]),
    object(
      {
        file: fileOf(REFERENCES.bytes, { description: 'The file in Base64: in UTF-8, UTF-16 or Windows-1252.' }),
        format: FORMAT,
      },
      ['format'],
    ),
  ],
  examples: [{ content: '@book{jars, title = {A history of jars}, author = {Doe, Jane}, year = 1975}' }],
} as const;

const DECISION = {
  oneOf: [
    object({ n: integerOf(1, NUMBER.integer, {}), as: { type: 'string', enum: ['new'] } }),
    object({ n: integerOf(1, NUMBER.integer, {}), as: { type: 'string', enum: ['skip'] } }),
    object({ n: integerOf(1, NUMBER.integer, {}), as: { type: 'string', enum: ['same'] }, id: textOf(ID.doi) }),
  ],
} as const;

const START = object(
  {
    decisions: {
      type: 'array',
      maxItems: REFERENCES.entries,
      items: DECISION,
      default: [],
      description:
        'By staff, each of one entry; `id`: the candidate that it is. Doubtful entries without one are skipped.',
    },
    person_orcids: {
      ...PEOPLE_TO_LINK,
      description: 'Registered people who are linked to each entry that is imported or the same.',
    },
  },
  ['decisions', 'person_orcids'],
);

const bytesIn = (body: ValueOf<typeof BODY>): Uint8Array =>
  'file' in body
    ? bytesOf(body.file, 'file', REFERENCES.bytes)
    : mustFit(Buffer.from(body.content), 'content', REFERENCES.bytes);

export const referenceImportRoutes = (deps: DashboardDeps): readonly Route[] => {
  const { state, clock, ids } = deps;

  const found = async ({ workspace }: Pick<Caller, 'workspace'>, id: string) =>
    mustExist(await previewOf(state, { workspace, id }), 'import');

  /** Reads no more of a list than one page. `status`: null for all entries. */
  const shown = async (
    caller: Pick<Caller, 'workspace'>,
    id: string,
    status: ReferenceStatus | null,
    paging: PageRequest,
  ) => {
    const preview = await found(caller, id);
    const { page, perPage } = paging;
    const all = [...preview.statuses.keys()].filter((n) => status === null || preview.statuses[n] === status);
    const indexes = all.slice((page - 1) * perPage, page * perPage);
    const entries = mustExist(await entriesAt(state, preview, indexes), 'import');
    const job = await referenceImports.get(state, caller.workspace, id);
    const results = job === null ? [] : await resultsAt(state, job, indexes);
    return importItem({ preview, job, entries, results, listed: all.length }, paging);
  };

  return [
    route('POST /api/publications/imports', MEMBER, {
      summary: 'Read a list of references',
      description:
        'Reads BibTeX, RIS (also the format of PubMed) or CSL-JSON, and says for each entry whether the workspace has it already. Changes ' +
        `nothing. ${ACCEPTED}, ${formatCount(REFERENCES.entries)} entries. An entry with a mistake is an \`error\` with its line, and does not ` +
        'stop the others. `POST /api/publications/imports/{id}/start` imports the rest within 24 hours.',
      query: STAFF_PAGING,
      timeoutMs: TIMEOUT_MS,
      bodyBytes: REQUEST.referencesBodyBytes,
      body: BODY,
      responses: { 201: IMPORT },
      handle: async ({ body, query, caller: { workspace, actor }, signal }) => {
        const { format, entries: read } = await deps.references.read(bytesIn(body), body.format ?? null, signal);
        // Stale rows could lack items that are there already.
        await waitUntilCaughtUp(deps, [catalogue], signal);
        const entries = await compared(deps, workspace, read, signal);
        const expiresAt = clock.now() + REFERENCES.keptMs;
        const id = ids.next();
        await keepPreview(state, { id, workspace, actor, format, expiresAt }, entries);
        return { status: 201, body: await shown({ workspace }, id, null, pagingOf(query)) };
      },
    }),
    route('GET /api/publications/imports/:id', MEMBER, {
      params: PARAMS,
      summary: 'One import of references',
      description:
        'Its entries; once it is started also its progress and what became of them, until 30 days after it ended.',
      query: WITH_STATUS,
      responses: { 200: IMPORT },
      errors: [404],
      handle: async ({ params, query, caller }) => ({
        body: await shown(caller, params.id, query.status ?? null, pagingOf(query)),
      }),
    }),
    route('POST /api/publications/imports/:id/start', MEMBER, {
      params: PARAMS,
      summary: 'Import a list of references',
      description:
        'Imports what is new, as a job: `GET /api/publications/imports/{id}` has its progress. Entries with errors are left out, and so are ' +
        'doubtful ones without a decision. Only the user who sent the list can start it. All changes share the `correlation_id`, which is the ' +
        'id of the import; `POST /api/activity/causes/{id}/undo` reverts them. Sent again, it does nothing more; with other decisions it is rejected (409).',
      bodyBytes: REQUEST.referencesBodyBytes,
      body: START,
      responses: { 202: IMPORT },
      errors: [404, 409],
      handle: async ({ params, body, caller }) => {
        const { decisions = [], person_orcids: people = [] } = body;
        const preview = await found(caller, params.id);
        if (preview.actor.id !== caller.actor.id) mustExist(null, 'import');
        const orcids = await registeredAmong(deps, people, caller.workspace);
        const entries = mustExist(await entriesAt(state, preview, [...preview.statuses.keys()]), 'import');
        await queueReferenceImport(deps, caller, preview, entries, planOf(entries, decisions), orcids);
        return { status: 202, body: await shown(caller, params.id, null, pagingOf({})) };
      },
    }),
  ];
};
