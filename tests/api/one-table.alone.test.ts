/** Every limit on input is a number in the table of limits. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { DashboardDeps } from '../../api/dashboard/deps.ts';
import type { Route } from '../../api/http/route.ts';
import type { Schema } from '../../api/http/schema-types.ts';
import type { PublicListenerDeps } from '../../api/public-listener.ts';
import * as limits from '../../domain/limits.ts';
import { ownBounds } from '../support/own-bounds.ts';
import { suite } from '../support/suite.ts';

/** Greater than any literal limit. */
const FAR = 10_000_000;

type Table = Record<string, unknown>;

const moveAll = (table: Table): void => {
  for (const [name, value] of Object.entries(table))
    if (typeof value === 'number') table[name] = value + FAR;
    else if (typeof value === 'object' && value !== null) moveAll(value as Table);
};

const isChoice = (schema: unknown): boolean =>
  typeof schema === 'object' && schema !== null && Array.isArray((schema as Schema)['enum']);

/** The limits in a schema that did not change with the table. */
const unmoved = (schema: unknown, at: string): readonly string[] => {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([keyword, value]) => {
    const place = `${at}/${keyword}`;
    if (typeof value !== 'number') return unmoved(value, place);
    // Nothing, one and none are not limits, and an enumeration has as many items as there are choices.
    const isNatural = Math.abs(value) <= 1 || (keyword === 'maxItems' && isChoice((schema as Schema)['items']));
    const isBound = ['maxLength', 'maxItems', 'maxProperties', 'maximum', 'minimum'].includes(keyword);
    return isBound && !isNatural && Math.abs(value) < FAR ? [`${place} is ${value}`] : [];
  });
};

/** Where provider responses, arguments and commands arrive. Requests are limited by the schemas of their routes. */
const ENTRANCES = [
  ...[
    'commands',
    'workers/cli',
    'workers/ingestion',
    'infra/wiring',
    'infra/identity',
    'infra/origins',
    'infra/pictures',
    'infra/providers',
  ],
];

/**
 * Why a literal number in a file is not a limit on input:
 * `at once`: a number of items processed or requested together, out of any number;
 * `kept`: the size of a structure that this program keeps in memory;
 * `form`: part of a fixed syntax;
 * `shown`: the number of known items that an operator is shown.
 */
const OF_THEIR_OWN: Readonly<Record<string, 'at once' | 'kept' | 'form' | 'shown'>> = {
  'commands/credentials/uses.ts DIGITS': 'form',
  'commands/credentials/uses.ts NOTED_BYTES': 'kept',
  'commands/event-id.ts 16': 'form',
  'commands/every-record.ts AT_ONCE': 'at once',
  'commands/publication-batches/batches.ts AT_ONCE': 'at once',
  'domain/publication/dashboard-fields.ts DECIMAL': 'form',
  'commands/text/glued.ts BEFORE_CHARACTERS': 'form',
  'commands/text/parse.ts TOKEN': 'form',
  'commands/undo/undo-cause.ts SEEN_BYTES': 'kept',
  'infra/wiring/threads/imports.ts 24': 'kept',
  'infra/wiring/threads/imports.ts 512': 'kept',
  'infra/wiring/threads/start.ts 112': 'kept',
  'infra/wiring/threads/start.ts 24': 'kept',
  'infra/wiring/command-line/undo.ts SHOWN': 'shown',
  'infra/providers/batches.ts MAX_VALUES': 'at once',
  'workers/ingestion/provider-checks.ts DIGEST_CHARACTERS': 'form',
  'workers/ingestion/worker.ts JOBS_AT_ONCE': 'at once',
  'workers/ingestion/worker.ts TRIED_BYTES': 'kept',
  'workers/cli/completion.ts 2': 'form',
  'workers/cli/projections/output.ts MAX_LISTED': 'shown',
  'workers/cli/undo.ts 59': 'shown',
  'workers/cli/undo.ts 60': 'shown',
};

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => path.posix.join(folder, file.split(path.sep).join('/')));

const oneTable = suite('the table of limits');

oneTable('has every limit of every route', async () => {
  for (const group of Object.values(limits)) if (typeof group === 'object') moveAll(group);
  // Loaded after the table has changed: each schema then has the changed value, or a number of its own.
  const { dashboardRoutes } = await import('../../api/dashboard/index.ts');
  const { publicListenerRoutes } = await import('../../api/public-listener.ts');
  const routes: readonly Route[] = [
    ...publicListenerRoutes({} as PublicListenerDeps),
    ...dashboardRoutes({} as DashboardDeps),
  ];
  assert.ok(routes.length > 100, `${routes.length} routes`);
  assert.deepEqual(
    routes.flatMap(({ method, path, params, query, body }) =>
      unmoved({ params, query, body }, '').map((problem) => `${method} ${path} ${problem}`),
    ),
    [],
  );
});

oneTable('is compared with every limit in a schema', () => {
  assert.deepEqual(unmoved({ body: { maxLength: 200 } }, ''), ['/body/maxLength is 200']);
  assert.deepEqual(unmoved({ query: { n: { minimum: 0, maximum: FAR + 5 } } }, ''), []);
});

oneTable('has every limit on provider responses and command-line arguments', () => {
  const files = ENTRANCES.flatMap(filesIn);
  assert.ok(files.length > 150, `${files.length} files`);
  const found = files.flatMap((file) => ownBounds(file, readFileSync(file, 'utf8')).map((bound) => `${file} ${bound}`));
  assert.deepEqual(found.sort(), Object.keys(OF_THEIR_OWN).sort());
});

oneTable('is compared with every limit in the source', () => {
  const bounds = (text: string): readonly string[] => ownBounds('x.ts', text);
  assert.deepEqual(bounds('export const f = (text: string) => text.slice(0, 300);'), ['300']);
  assert.deepEqual(bounds('const MOST = 3 * 100; if (list.length > MOST) throw refused;'), ['MOST']);
  assert.deepEqual(bounds('const MOST = PROVIDER.topics; list.slice(0, MOST); if (500 < text.length) f();'), ['500']);
  assert.deepEqual(bounds("parseText(name, 'name', 300); parseText(name, 'name', TEXT.nameCharacters);"), ['300']);
  assert.deepEqual(bounds('const schema = { maxLength: 200, maxItems: REQUEST.listItems };'), ['200']);
  assert.deepEqual(bounds('const FORM = /^[a-z]{1,40}$/u; const YEAR = /^\\d{4}$/u;'), ['FORM']);
  assert.deepEqual(bounds('let from = 0; list.slice(from, 1); if (list.length > 0) f(list.slice(1));'), []);
});
