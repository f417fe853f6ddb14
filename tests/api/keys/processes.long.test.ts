/** One key, one store, eight processes of the api role: the limit is the limit. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { BUILT } from '../../support/built.ts';
import { openInstallation, type Installation } from '../../support/installation.ts';
import { partnerKey } from '../../support/plug-ins.ts';
import { freshPlace, type Place } from '../../support/stores.ts';
import { suite } from '../../support/suite.ts';

const PROCESSES = 8;
const REQUESTS = 1_000;
const LIMIT = 100;

type Running = { readonly url: string; stop(): Promise<void> };

const stop = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
};

/** A process of the api role alone, on free ports. */
const startApi = async (place: Place): Promise<Running> => {
  const child = spawn(process.execPath, [BUILT, 'start', '--role', 'api'], {
    env: { PATH: process.env['PATH'], ...place.env, PUBLIC_PORT: '0', DASHBOARD_PORT: '0', LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const told: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    createInterface(stream).on('line', (line) => {
      told.push(line);
      child.emit('told', line);
    });
  for (;;) {
    const url = told.map((line) => /"publicUrl":"([^"]+)"/u.exec(line)?.[1]).find((found) => found !== undefined);
    if (url !== undefined) return { url, stop: () => stop(child) };
    const [line] = (await Promise.race([once(child, 'told'), once(child, 'exit')])) as readonly unknown[];
    if (typeof line !== 'string') throw new Error(`the process ended:\n${told.join('\n')}`);
  }
};

const rates = suite('the rate of a key');
let place: Place;
let installation: Installation;
let processes: readonly Running[] = [];

rates.before(async () => {
  place = await freshPlace({ forPrograms: true });
  installation = await openInstallation({ matching: false, place });
  processes = await Promise.all(Array.from({ length: PROCESSES }, () => startApi(place)));
});
rates.after(async () => {
  await Promise.all(processes.map((each) => each.stop()));
  await installation.stop();
  await place.remove();
});

rates(`lets exactly ${LIMIT} of ${REQUESTS} requests pass, sent to ${PROCESSES} processes at once`, async () => {
  const { headers } = await partnerKey(installation, { rateLimitPerMinute: LIMIT });
  const statuses = await Promise.all(
    Array.from({ length: REQUESTS }, async (_, n) => {
      const response = await fetch(`${processes[n % PROCESSES]?.url ?? ''}/api/ingest`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ orcid_ids: ['0000-0002-1825-0097'] }),
      });
      await response.arrayBuffer();
      return response.status;
    }),
  );
  const counts = Object.fromEntries([...new Set(statuses)].map((each) => [each, statuses.filter((s) => s === each).length])); // prettier-ignore
  assert.deepEqual(counts, { 202: LIMIT, 429: REQUESTS - LIMIT });
});
