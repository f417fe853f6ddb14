/** Backups of a running installation, and what they restore. */
import { collectionsOf } from '../../../../projections/define.ts';
import assert from 'node:assert/strict';
import { mkdirSync, rmSync } from 'node:fs';
import { chmod, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { grantSession } from '../../../../commands/identity/grant-session.ts';
import type { EventStore } from '../../../../commands/ports.ts';
import { copyDatabase } from '../../../../infra/sqlite/backup/copying.ts';
import { openStores } from '../../../../infra/wiring/stores.ts';
import { allProjections } from '../../../../projections/all.ts';
import type { Row } from '../../../../projections/ports.ts';
import { providerChecksOf } from '../../../../workers/ingestion/provider-checks.ts';
import { collect } from '../../../support/event-stores.ts';
import { everyRow } from '../../../support/every-row.ts';
import { writeHistory } from '../../../support/history.ts';
import { silent, type Installation } from '../../../support/installation.ts';
import { newEvent } from '../../../support/new-event.ts';
import { QUIXOTE } from '../../../support/people.ts';
import { cli, operationsIn } from '../../../support/command-line.ts';
import { suite } from '../../../support/suite.ts';
import { commandLine, during, inFolders, quietly, refusedAs, recordPerson } from './in-folders.ts';

const backups = suite('a backup');

/** Appends continuously to streams that no rows depend on, until stopped. */
const writing = (events: EventStore) => {
  const stop = new AbortController();
  const acknowledged = new Set<string>();
  const run = async (): Promise<void> => {
    for (let n = 0; !stop.signal.aborted; n += 1) {
      const batch = Array.from({ length: 8 }, (_, k) => newEvent(n, { k }));
      await Promise.all(batch.map((event, k) => events.append(`noise-${n % 50}-${k}`, [event], 'any')));
      for (const { id } of batch) acknowledged.add(id);
      await nextTurn();
    }
  };
  const running = run();
  return {
    acknowledged,
    until: async (count: number) => {
      while (acknowledged.size < count) await nextTurn();
    },
    end: async () => {
      stop.abort();
      await running;
    },
  };
};

const rowsOf = async ({ readModels }: Installation): Promise<Readonly<Record<string, readonly Row[]>>> => {
  const all: Record<string, Row[]> = {};
  const chosen = new Set(
    allProjections.flatMap((each) => (each.chosen ?? []).map(({ collection }) => collection.name)),
  );
  for (const collection of allProjections.flatMap(collectionsOf)) {
    const rows: Row[] = (all[collection.name] = []);
    // A chosen row's position is that of the batch that changed it, and batches differ.
    for await (const row of everyRow(readModels, collection))
      rows.push(chosen.has(collection.name) ? { ...row, position: 0 } : row);
  }
  return all;
};

backups(
  'contains everything that was acknowledged before it began, while others write, and produces the same rows',
  () =>
    inFolders(async ({ data, backup, elsewhere }) => {
      const rows = await during(data, async (installation) => {
        await writeHistory(installation.events, { events: 1_000 });
        const { token } = await grantSession(installation, {
          email: 'jo@example.org',
          role: 'member',
          workspace: 'org',
        });
        assert.ok(token);
        await providerChecksOf(installation).rememberLists(QUIXOTE.orcid, {});
        await installation.settled();
        const writer = writing(installation.events);
        await writer.until(500);
        const before = new Set(writer.acknowledged);
        const steps: string[] = [];
        const taken = commandLine(data).backup(backup, (what) => void steps.push(what));
        await Promise.allSettled([taken]);
        await writer.end();
        const { events, head } = await taken;
        assert.ok(writer.acknowledged.size > before.size, 'nothing was written meanwhile');
        assert.ok(steps.includes('copying events.db'));

        await commandLine(elsewhere).restore(backup, false, quietly);
        const restored = await openStores({ dataDir: elsewhere, eventStoreUrl: null, mongodbUrl: null }, silent);
        const log = await collect(restored.events.readAll());
        const positions = log.map(({ position }) => position);
        const kept = new Set(log.map(({ id }) => id));
        assert.deepEqual([log.length, positions.at(-1)], [events, head]);
        assert.deepEqual(
          log,
          (await collect(installation.events.readAll())).filter(({ position }) => position <= head),
        );
        assert.ok([...before].every((id) => kept.has(id)));
        const users = await restored.state.list('user/');
        assert.equal((users[0]?.value as { email: string }).email, 'jo@example.org');
        assert.deepEqual(await restored.state.list('session/'), []);
        assert.equal((await restored.state.list('asked/')).length, 1);
        await restored.close();
        return rowsOf(installation);
      });
      await during(elsewhere, async (installation) => {
        await installation.settled();
        assert.deepEqual(await rowsOf(installation), rows);
      });
    }),
);

backups('is remembered with its time and size, and shown by status, also after a restore of an older one', () =>
  inFolders(async ({ data, backup, elsewhere }) => {
    await recordPerson(data);
    const { lastBackup: none, disk } = await commandLine(data).status();
    assert.equal(none, null);
    assert.ok(disk !== null && disk.usedBytes > 0 && disk.freeBytes > 0);
    const began = Date.now();
    const { bytes, events } = await commandLine(data).backup(backup, quietly);
    const { lastBackup } = await commandLine(data).status();
    assert.deepEqual(lastBackup, { at: lastBackup?.at, bytes, events });
    assert.ok((lastBackup?.at ?? 0) >= began);
    assert.match((await cli(['status'], commandLine(data))).out, /^last backup {3}\d{4}-\S+Z, \d+ s ago$/mu);
    await commandLine(data).backup(elsewhere, quietly);
    await commandLine(data).restore(elsewhere, true, quietly);
    assert.deepEqual((await commandLine(data).status()).lastBackup, lastBackup);
  }),
);

backups('is complete even if it cannot be remembered, and says so', () =>
  inFolders(async ({ data, backup }) => {
    await recordPerson(data);
    const said: string[] = [];
    const state = path.join(data, 'state.db');
    const spoil = (what: string): void => {
      if (what !== 'summing events.db') return;
      rmSync(state, { recursive: true, force: true });
      mkdirSync(state);
    };
    const signal = new AbortController().signal;
    await operationsIn({ DATA_DIR: data }, signal, (line) => void said.push(line)).backup(backup, spoil);
    assert.deepEqual((await readdir(backup)).sort(), ['events.db', 'manifest.json', 'state.db']);
    assert.match(said.join(), /^colophon: the backup is complete, but status will not show it: /u);
  }),
);

backups('and the files restored from it are readable by this user only, whatever they were copied from', () =>
  inFolders(async ({ data, backup, elsewhere }) => {
    await recordPerson(data);
    await commandLine(data).backup(backup, quietly);
    const modes = async (folder: string): Promise<ReadonlySet<string>> => {
      const names = (await readdir(folder)).filter((name) => name.endsWith('.db'));
      const all = ['', ...names].map(async (name) => (await stat(path.join(folder, name))).mode.toString(8).slice(-3));
      return new Set(await Promise.all(all));
    };
    assert.deepEqual(await modes(backup), new Set(['700', '600']));
    for (const name of await readdir(backup)) await chmod(path.join(backup, name), 0o644);
    await commandLine(elsewhere).restore(backup, false, quietly);
    assert.deepEqual(await modes(elsewhere), new Set(['700', '600']));
  }),
);

backups('that cannot be written names the copy, and does not blame a file that was only read', () =>
  inFolders(async ({ data, elsewhere }) => {
    await recordPerson(data);
    const copy = { from: path.join(data, 'state.db'), to: path.join(elsewhere, 'state.db') };
    await assert.rejects(copyDatabase(copy, quietly, 'copying', new AbortController().signal), {
      message: `${copy.from} could not be copied to ${copy.to}: unable to open database: ${copy.to}`,
    });
  }),
);

backups('is refused if its target is unusable, with the reason and before anything is copied', () =>
  inFolders(async ({ data, backup }) => {
    await recordPerson(data);
    const file = path.join(data, 'state.db');
    const copied: string[] = [];
    const targets = { [file]: file, [path.join(file, 'below')]: path.join(file, 'below') };
    for (const [target, named] of Object.entries(targets))
      await assert.rejects(
        commandLine(data).backup(target, (what) => void copied.push(what)),
        { message: `${named} cannot be used: it is not a folder` },
      );
    await assert.rejects(commandLine(file).restore(backup, true, quietly), {
      message: `DATA_DIR=${file} cannot be used: it is not a folder`,
    });
    for (const command of ['backup', 'restore']) {
      const { code, complaints } = await cli([command, ''], commandLine(data));
      assert.equal(code, 2, complaints.join(' '));
    }
    assert.deepEqual(copied, []);
    assert.deepEqual(await readdir(path.dirname(backup)), ['data']);
  }),
);

backups('started twice for the same folder: one succeeds, and the other is refused without damaging it', () =>
  inFolders(async ({ data, backup, elsewhere }) => {
    await recordPerson(data);
    let second: Promise<unknown> | undefined;
    const first = commandLine(data).backup(backup, (what) => {
      if (what.startsWith('summing')) second ??= commandLine(data).backup(backup, quietly);
    });
    const outcomes = await Promise.allSettled([first, first.catch(() => undefined).then(() => second)]);
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
    assert.equal(refused.length, 1);
    assert.ok(refusedAs('not_empty')(refused[0]), String(refused[0]));
    assert.deepEqual((await readdir(path.dirname(backup))).sort(), ['backup', 'data']);
    await commandLine(elsewhere).restore(backup, false, quietly);
  }),
);

backups('made after an erasure contains nothing of it, and one made before is erased again', () =>
  inFolders(async ({ data, backup, elsewhere }) => {
    await recordPerson(data);
    await commandLine(data).backup(backup, quietly);
    await commandLine(data).erasePerson(QUIXOTE.orcid, null);
    const after = `${backup}-after`;
    await commandLine(data).backup(after, quietly);

    const isIn = async (folder: string): Promise<boolean> => {
      const files = (await readdir(folder)).map((name) => readFile(path.join(folder, name), 'latin1'));
      return (await Promise.all(files)).join('').toLowerCase().includes('quixotewright');
    };
    assert.deepEqual([await isIn(backup), await isIn(after)], [true, false]);
    await commandLine(elsewhere).restore(after, false, quietly);
    assert.ok(!(await isIn(elsewhere)));

    const { endedAgain, unread } = await commandLine(data).restore(backup, true, quietly);
    assert.deepEqual(endedAgain, [{ what: 'person', workspace: 'org', id: QUIXOTE.orcid }]);
    assert.deepEqual(unread, []);
    assert.ok(!(await isIn(data)));
  }),
);
