/** An invalid identifier in a path: a 400 that names the parameter, or the 404 of an operation without other errors. */
import assert from 'node:assert/strict';
import { PUBLICATION_ID } from '../../api/dashboard/publications/ids.ts';
import { DOI, ORCID, PERSON_ID } from '../../api/http/identifiers.ts';
import type { Route } from '../../api/http/route.ts';
import { exampleOf } from '../../api/openapi/example.ts';
import { parametersIn } from '../../api/openapi/audiences.ts';
import { bodyOf } from '../support/dashboard.ts';
import { plugIn } from '../support/plug-ins.ts';
import { servePublic, type Reply } from '../support/serving.ts';
import { staffed } from '../support/staffed.ts';
import { suite } from '../support/suite.ts';

/** The last two exceed the length in their schemas by blanks that their parsers remove. */
const MALFORMED = [
  ...['nonsense', '0000-0002-1825-0098', '10.55'],
  ...['0000-0002-1825-0097'.padEnd(ORCID.maxLength + 1), '10.5555/a'.padEnd(DOI.maxLength + 1)],
];
/** Routes that look up a record, and whose document lists no 400. */
const NOT_THERE = ['/v1/doi/*doi', '/v1/researchers/:orcid', '/v1/people/:orcid'];

const paths = suite('an identifier in a path');
const { installation, dashboard, admin } = await staffed(paths);

const served = await paths.holds(servePublic(installation));
const keyRequest = { client_name: 'Partner', scopes: ['ingest', 'membership.update'] };
const { key } = bodyOf<{ readonly key: string }>(await admin.post('/api/site-tools/api-keys', keyRequest), 201);
const headers = { ...(await plugIn(installation)).headers, 'x-partner': key };

const identifiersOf = ({ path, params = {} }: Route): readonly string[] =>
  parametersIn(path)
    .map(({ name }) => name)
    .filter((name) => {
      const { format, description } = params[name] ?? {};
      const isOfDashboard = [PUBLICATION_ID, PERSON_ID].some((each) => each.description === description);
      return isOfDashboard || ['doi', 'orcid'].includes(String(format));
    });

/** The path with this text for one parameter, and examples for all others. */
const filled = ({ path, params = {} }: Route, parameter: string, text: string): string =>
  parametersIn(path).reduce(
    (done, { name }) =>
      done.replace(
        new RegExp(`[:*]${name}\\b`, 'u'),
        encodeURIComponent(name === parameter ? text : String(exampleOf(params[name] ?? {}, name))),
      ),
    path,
  );

const keyFor = ({ access }: Route): Readonly<Record<string, string>> => {
  const { 'x-partner': partner = '', ...plugInHeaders } = headers;
  if (access.kind === 'api_key') return { 'x-api-key': partner };
  return access.kind === 'installation' ? plugInHeaders : {};
};

const ask = (route: Route, path: string): Promise<Reply> => {
  const body = route.body === undefined ? undefined : exampleOf(route.body);
  if (!dashboard.routes.includes(route))
    return route.method === 'GET'
      ? served.get(path, { headers: keyFor(route) })
      : served.post(path, body, keyFor(route));
  switch (route.method) {
    case 'GET':
      return admin.get(path);
    case 'POST':
      return admin.post(path, body);
    case 'PATCH':
      return admin.patch(path, body);
    case 'DELETE':
      return admin.delete(path);
  }
};

paths('is refused, as is a query parameter, if its percent-encoded bytes are not UTF-8', async () => {
  const parameterOf = ({ body }: Reply): string | undefined =>
    (body as { details: { errors: readonly { parameter: string }[] } }).details.errors[0]?.parameter;
  const query = 'q=Br%FCnnh%F6fer';
  const plugged = { headers: keyFor(served.routes.find(({ access }) => access.kind === 'installation') as Route) };
  for (const reply of [
    await served.get(`/v1/researchers?${query}`),
    await served.get(`/v1/people?${query}`, plugged),
    await served.get(`/integrations/v1/people?${query}`, plugged),
    await admin.get(`/api/people?${query}`),
  ]) {
    assert.deepEqual([reply.status, parameterOf(reply)], [400, 'q'], reply.text);
    assert.match((reply.body as { error: string }).error, /UTF-8/u);
  }
  const listed = await served.get('/v1/researchers/%FC/publications');
  assert.deepEqual([listed.status, parameterOf(listed)], [400, 'orcid']);
  for (const path of ['/v1/researchers/%FC', '/v1/doi/10.5555%2F%FC', '/v1/projects/%FC'])
    assert.equal((await served.get(path)).status, 404, path);
});

paths('is refused by name if it is malformed', async () => {
  let sent = 0;
  for (const route of [...served.routes, ...dashboard.routes])
    for (const parameter of identifiersOf(route))
      for (const text of MALFORMED) {
        sent += 1;
        const reply = await ask(route, filled(route, parameter, text));
        const context = `${route.method} ${route.path} ${parameter}=${text}: ${reply.text}`;
        if (NOT_THERE.includes(route.path)) {
          assert.equal(reply.status, 404, context);
          continue;
        }
        assert.equal(reply.status, 400, context);
        const { details } = reply.body as { details?: { errors?: readonly { readonly parameter: string }[] } };
        assert.deepEqual(
          details?.errors?.map((each) => each.parameter),
          [parameter],
          context,
        );
      }
  assert.ok(sent > 45, `${sent} requests`);
});

paths('is refused if it is missing, which would otherwise be the URL of a listing', async () => {
  const plugged = { headers: keyFor(served.routes.find(({ access }) => access.kind === 'installation') as Route) };
  for (const path of ['/v1/researchers/', '/v1/people/', '/v1/projects/', '/v1/doi/']) {
    const { status, headers: answered } = await served.get(path, plugged);
    assert.deepEqual([status, answered.get('access-control-allow-origin')], [404, '*'], path);
  }
  for (const path of [
    '/api/people/',
    '/api/Publications/',
    '/api/projects/',
    '/api/workspaces/',
    '/api/invitations/',
  ]) {
    const { status, body } = await admin.get(path);
    assert.deepEqual([status, (body as { readonly code: string }).code], [400, 'missing_id'], path);
  }
  assert.equal((await admin.delete('/api/publications/')).status, 400);
  for (const path of ['/v1/publications/', '/integrations/v1/people/'])
    assert.equal((await served.get(path, plugged)).status, 200, path);
});
