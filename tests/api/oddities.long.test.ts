/** Every operation of the public listener, called with its own example, then with odd values one at a time. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Route } from '../../api/http/route.ts';
import { catalogueLines } from '../../api/public/catalogue.ts';
import { openCatalogueFiles } from '../../infra/catalogue-file/index.ts';
import { systemClock } from '../../infra/system.ts';
import { askRoute, type Parts, type Send } from '../support/asking.ts';
import { openInstallation, silent } from '../support/installation.ts';
import { askOddly, oddBodies, oddPaths, oddQueries } from '../support/oddities.ts';
import { partnerKey, plugIn } from '../support/plug-ins.ts';
import { servePublic } from '../support/serving.ts';
import { suite } from '../support/suite.ts';

const oddities = suite('an odd value');

const installation = await oddities.holds(openInstallation());
await installation.settled();
const folder = await mkdtemp(path.join(tmpdir(), 'catalogue-'));
oddities.after(() => rm(folder, { recursive: true }));
const catalogueFiles = openCatalogueFiles({
  folder,
  license: 'CC0-1.0',
  log: silent,
  clock: systemClock,
  lines: (signal) => catalogueLines(installation.readModels, signal),
  position: () => Promise.resolve(0),
});
oddities.after(() => catalogueFiles.close());
const served = await oddities.holds(servePublic(installation, { catalogueFiles }));
const [installed, partner] = [await plugIn(installation), await partnerKey(installation)];
const keyFor = ({ access: { kind } }: Route): Readonly<Record<string, string>> => {
  if (kind === 'installation') return installed.headers;
  return kind === 'api_key' ? partner.headers : {};
};
const send: Send = (route, address, body) =>
  route.method === 'GET' ? served.get(address, { headers: keyFor(route) }) : served.post(address, body, keyFor(route));

oddities('is tried beside the examples, which every operation accepts', async () => {
  for (const route of served.routes) {
    const { status, text } = await askRoute(send, route);
    assert.ok(status < 300 || status === 404, `${route.method} ${route.path} ${status} ${text}`);
  }
});

const askAll = (partsOf: (route: Route) => readonly Parts[]): Promise<void> => askOddly(send, served.routes, partsOf);

oddities('in a query causes no server error', () => askAll(oddQueries));
oddities('in a path causes no server error', () => askAll(oddPaths));
oddities('in a body causes no server error', () => askAll(oddBodies));
