/** Partners' API keys: administrators create, change, revoke and rotate them. */
import { TEXT } from '../../../domain/limits.ts';
import { apiKeyAggregate } from '../../../commands/aggregates.ts';
import { issueApiKey, rotateApiKey, type IssuedKey } from '../../../commands/credentials/api-keys.ts';
import { handle } from '../../../commands/handle.ts';
import type { ApiKeyCommand } from '../../../domain/api-key/api-key.ts';
import { defined } from '../../../domain/own.ts';
import { apiKeysProjection } from '../../../projections/api-keys.ts';
import { apiKeyOf, apiKeysOf } from '../../../projections/queries/api-keys.ts';
import { listed } from '../../../projections/queries/listing.ts';
import { WORKSPACE_ADMIN } from '../../http/access.ts';
import { listingRoute } from '../../http/listing-route.ts';
import { route, type Route, type WorkspaceRequest } from '../../http/route.ts';
import { READERS } from '../access/readers.ts';
import type { DashboardDeps } from '../deps.ts';
import { mustExist } from '../../../domain/must-exist.ts';
import { staffPages } from '../paging.ts';
import { BOOLEAN, NOT_BLANK, object, optionalObject, STRING, textOf } from '../../http/schemas.ts';
import { readBack } from '../../http/visible.ts';
import {
  API_KEY,
  API_KEY_IN_USE,
  API_KEY_ITEM,
  apiKeyItems,
  apiKeysInUse,
  hashIn,
  KEY_HASH,
  RATE,
  SCOPES,
} from './api-key-item.ts';

const DEFAULT_PER_MINUTE = 60;
const PATH = '/api/site-tools/api-keys';

const PARAMS = { keyHash: KEY_HASH };
const KEY = { ...STRING, description: 'The key. Shown only in this response.' };

const HASH = { key_hash: STRING } as const;

export const apiKeyRoutes = (deps: DashboardDeps): readonly Route[] => {
  /** `once`: the part shown only in this response. */
  const shown = async <Status extends 200 | 201, Once>(
    { caller, signal }: WorkspaceRequest,
    status: Status,
    { keyHash, position, ...once }: Once & Omit<IssuedKey, 'key'>,
  ) => {
    const read = async () => {
      const row = await apiKeyOf(deps.readModels, caller.workspace, keyHash);
      return row === null ? null : (await apiKeyItems(deps, row.workspace, [row]))(row);
    };
    const { found, headers } = await readBack(deps, [apiKeysProjection], { position }, signal, read);
    // Includes the key even if the rows are stale, since it cannot be shown later.
    const later = { status: 202, body: { ...once, key_hash: keyHash }, headers } as const;
    return found === null ? later : { status, body: { ...once, ...found }, headers };
  };

  const change = async (request: WorkspaceRequest<{ readonly keyHash: string }>, command: ApiKeyCommand) => {
    const keyHash = hashIn(request.params);
    const { position } = await handle(deps, apiKeyAggregate, keyHash, command, request.caller);
    return shown(request, 200, { keyHash, position });
  };

  return [
    listingRoute(PATH, READERS.api_key, {
      summary: 'List API keys',
      description:
        'API keys of the partners of the workspace with usage counts, newest first; never the keys themselves.',
      pages: staffPages(deps.readModels),
      name: 'keys',
      item: API_KEY_IN_USE,
      listing: (_requested, { caller: { workspace } }) =>
        listed(apiKeysOf(workspace), (rows) => apiKeysInUse(deps, workspace, rows)),
    }),
    route(`GET ${PATH}/:keyHash`, READERS.api_key, {
      params: PARAMS,
      extension: true,
      summary: 'One API key',
      description: 'Scopes, status and usage counts of a key; never the key itself.',
      responses: { 200: API_KEY_IN_USE },
      errors: [404],
      handle: async ({ params, caller: { workspace } }) => {
        const row = mustExist(await apiKeyOf(deps.readModels, workspace, hashIn(params)), 'API key');
        const [body] = await apiKeysInUse(deps, workspace, [row]);
        return { body: mustExist(body, 'API key'), revision: row.revision };
      },
    }),
    route(`POST ${PATH}`, WORKSPACE_ADMIN, {
      summary: 'Create an API key',
      description: 'Creates a key for a partner, with scopes and a rate limit. The key is shown only in this response.',
      body: object(
        {
          client_name: textOf(TEXT.labelCharacters, { minLength: 1, ...NOT_BLANK }),
          scopes: SCOPES,
          rate_limit_per_minute: { ...RATE, default: DEFAULT_PER_MINUTE },
        },
        ['rate_limit_per_minute'],
      ),
      responses: { 201: object({ key: KEY, ...API_KEY }), 202: object({ key: KEY, ...HASH }) },
      handle: async (request) => {
        const { client_name, scopes, rate_limit_per_minute = DEFAULT_PER_MINUTE } = request.body;
        const settings = { scopes, rateLimitPerMinute: rate_limit_per_minute };
        return shown(request, 201, await issueApiKey(deps, { clientName: client_name, ...settings }, request.caller));
      },
    }),
    route(`PATCH ${PATH}/:keyHash`, WORKSPACE_ADMIN, {
      params: PARAMS,
      summary: 'Change an API key',
      description: 'Suspends or resumes the key, or changes its scopes or rate limit. A revoked key cannot be resumed.',
      body: optionalObject({ is_active: BOOLEAN, scopes: SCOPES, rate_limit_per_minute: RATE }),
      responses: { 200: API_KEY_ITEM, 202: object(HASH) },
      errors: [404],
      handle: (request) => {
        const { is_active: isActive, scopes, rate_limit_per_minute: rateLimitPerMinute } = request.body;
        return change(request, { type: 'ChangeApiKey', ...defined({ isActive, scopes, rateLimitPerMinute }) });
      },
    }),
    route(`DELETE ${PATH}/:keyHash`, WORKSPACE_ADMIN, {
      params: PARAMS,
      summary: 'Revoke an API key',
      description: 'Revokes the key permanently. Idempotent.',
      responses: { 200: API_KEY_ITEM, 202: object(HASH) },
      errors: [404],
      handle: (request) => change(request, { type: 'RevokeApiKey', replacedBy: null }),
    }),
    route(`POST ${PATH}/:keyHash/rotate`, WORKSPACE_ADMIN, {
      params: PARAMS,
      summary: 'Rotate an API key',
      description:
        'Creates a new key for the same client, shown once. The old key is revoked unless `revoke_old` is false.',
      body: object({ revoke_old: { ...BOOLEAN, default: true } }, ['revoke_old']),
      responses: { 200: object({ key: KEY, ...API_KEY }), 202: object({ key: KEY, ...HASH }) },
      errors: [404],
      handle: async (request) => {
        const { revoke_old: revokeOld = true } = request.body;
        return shown(request, 200, await rotateApiKey(deps, hashIn(request.params), { revokeOld }, request.caller));
      },
    }),
  ];
};
