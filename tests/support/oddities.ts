/** Values that no client should send, in each place of a request where one may be sent. */
import assert from 'node:assert/strict';
import type { Route } from '../../api/http/route.ts';
import { exampleOf } from '../../api/openapi/example.ts';
import { parametersIn } from '../../api/openapi/audiences.ts';
import { askRoute, type Parts, type Send } from './asking.ts';

const TEXTS = [
  '',
  ' ',
  '0',
  '-1',
  '1.5',
  '1e999',
  '9007199254740993',
  'null',
  '[]',
  '%',
  '\u0000',
  '\ud83d\ude00',
  '../..',
  '__proto__',
  'ﬀ'.repeat(500),
];
const VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e300,
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\ud83d\ude00',
  'ﬀ'.repeat(500),
  [],
  [null],
  [[]],
  {},
  { '': '' },
  { constructor: 1 },
];
const BODIES: readonly unknown[] = [
  undefined,
  null,
  0,
  'text',
  [],
  {},
  [{}],
  [null],
  { '': 1 },
  JSON.parse('{"__proto__": {"x": 1}}') as unknown,
];

export const oddQueries = ({ query }: Route): readonly Parts[] =>
  Object.keys(query).flatMap((name) => TEXTS.map((text) => ({ query: { [name]: text } })));

export const oddPaths = ({ path }: Route): readonly Parts[] =>
  parametersIn(path).flatMap(({ name }) =>
    TEXTS.flatMap((text) => (text === '' || text === '../..' ? [] : [{ path: { [name]: encodeURIComponent(text) } }])),
  );

export const oddBodies = ({ body }: Route): readonly Parts[] => {
  if (body === undefined) return [];
  const example = exampleOf(body);
  const properties = Object.keys(body['properties'] ?? {});
  return [
    ...BODIES.map((each) => ({ body: each })),
    ...properties.flatMap((name) => VALUES.map((value) => ({ body: { ...(example as object), [name]: value } }))),
  ];
};

/** Each of the routes with each oddity, one at a time: refused or accepted, never a server error. */
export const askOddly = async (
  send: Send,
  routes: readonly Route[],
  partsOf: (route: Route) => readonly Parts[],
): Promise<void> => {
  let sent = 0;
  for (const route of routes)
    for (const parts of partsOf(route)) {
      sent += 1;
      const { status, text } = await askRoute(send, route, parts);
      assert.ok(status < 500, `${route.method} ${route.path} ${JSON.stringify(parts).slice(0, 300)} ${status} ${text}`);
    }
  assert.ok(sent > 10, `${sent} requests`);
};
