/** A dashboard that is killed repeatedly: everything acknowledged is stored, and its rows match its log. */
import { collectionsOf } from '../../../../projections/define.ts';
import assert from 'node:assert/strict';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { grantSession } from '../../../../commands/identity/grant-session.ts';
import type { RecordedEvent } from '../../../../domain/events.ts';
import { allProjections } from '../../../../projections/all.ts';
import { everyRow } from '../../../support/every-row.ts';
import { openInstallation, type Installation } from '../../../support/installation.ts';
import { inPlace, type Place } from '../../../support/stores.ts';
import { script } from '../../../support/script.ts';
import { suite } from '../../../support/suite.ts';
import { plainFold } from '../../../workers/projector/plain-fold.ts';
import { byId } from '../../../workers/projector/projecting.ts';
import { addPaper } from '../../../support/papers.ts';

/** `KILLS=50 npm test -- dashboard/killed` takes two minutes. */
const KILLS = Number(process.env['KILLS'] ?? 4);
const WRITERS = 4;
/** A process lives for one or a few writes, and somewhat longer: the kill may come at any point of the next ones. */
const MOST_WRITES = 8;
const LONGEST_AFTERWARDS_MS = 40;
const SERVER = script('server', import.meta.url);
const doi = (n: number): string => `10.5555/killed.${n}`;

const killed = suite('a dashboard that is killed', { timeoutMs: 240_000 });

const prepare = async (place: Place): Promise<string> => {
  const installation = await openInstallation({ place });
  for (let n = 0; n < WRITERS; n += 1)
    await addPaper(installation, doi(n), { original: { type: 'article', title: `Killed ${n}`, DOI: doi(n) } });
  const { token } = await grantSession(installation, { email: 'jo@example.org', role: 'member', workspace: 'org' });
  await installation.settled();
  await installation.stop();
  return token;
};

const start = async ({ env }: Place): Promise<{ readonly child: ChildProcess; readonly url: string }> => {
  const child = fork(SERVER.file, { execArgv: [...SERVER.execArgv], env: { PATH: process.env['PATH'], ...env } });
  const [url] = (await once(child, 'message')) as [string];
  return { child, url };
};

/** Patches one publication until the server is gone; returns the acknowledged values. */
const write = async (url: string, token: string, n: number, run: number, acknowledged: string[]): Promise<void> => {
  for (let count = 0; ; count += 1) {
    const value = `${n}.${run}.${count}`;
    try {
      const { status } = await fetch(`${url}/api/publications/${doi(n)}`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify([{ op: 'add', path: '/note', value }]),
      });
      assert.equal(status, 200);
      acknowledged.push(value);
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
      return;
    }
  }
};

const editsIn = async ({ events }: Installation): Promise<readonly unknown[]> => {
  const values: unknown[] = [];
  for await (const recorded of events.readAll()) {
    const event = recorded as RecordedEvent;
    if (event.type === 'PublicationEdited') values.push(event.data.changes[0]?.after);
  }
  return values;
};

const rowsOf = async ({ readModels }: Installation): Promise<unknown> => {
  const collections = allProjections.flatMap(collectionsOf);
  const rows = new Map<string, Map<string, never>>();
  for (const collection of collections) {
    const own = new Map<string, never>();
    for await (const row of everyRow(readModels, collection)) own.set(row.id, row as never);
    rows.set(collection.name, own);
  }
  return byId(rows);
};

killed(`${KILLS} times while it writes has lost nothing that it acknowledged`, () =>
  inPlace(
    async (place) => {
      const token = await prepare(place);
      const acknowledged: string[] = [];
      for (let run = 0; run < KILLS; run += 1) {
        const { child, url } = await start(place);
        const writing = Array.from({ length: WRITERS }, (_, n) => write(url, token, n, run, acknowledged));
        const enough = acknowledged.length + Math.ceil(Math.random() * MOST_WRITES);
        while (acknowledged.length < enough) await pause(1);
        await pause(Math.random() * LONGEST_AFTERWARDS_MS);
        child.kill('SIGKILL');
        await Promise.all([once(child, 'exit'), ...writing]);
      }
      await using installation = await openInstallation({ place });
      const edits = await editsIn(installation);
      assert.ok(acknowledged.length > KILLS, `only ${acknowledged.length} writes`);
      assert.deepEqual(
        acknowledged.filter((value) => !edits.includes(value)),
        [],
      );
      assert.equal(new Set(edits).size, edits.length);
      await installation.settled();
      const expected = byId(await plainFold(installation.events, allProjections));
      assert.deepEqual(await rowsOf(installation), JSON.parse(JSON.stringify(expected)));
    },
    { forPrograms: true },
  ),
);
