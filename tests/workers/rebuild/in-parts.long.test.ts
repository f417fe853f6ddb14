/** `colophon projections prepare` by several processes, started by one command or separately. */
import { deepStrictEqual as equal, match, strictEqual as is } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { allProjections } from '../../../projections/all.ts';
import { projectionKey } from '../../../projections/define.ts';
import { partKeys } from '../../../workers/projector/part.ts';
import { writeHistory } from '../../support/history.ts';
import { BUILT } from '../../support/built.ts';
import { inPlace, type Place } from '../../support/stores.ts';
import { suite } from '../../support/suite.ts';
import { projectionsCommand } from './projections-command.ts';

const inHistory = (test: (place: Place) => Promise<void>): Promise<void> =>
  inPlace(
    async (place) => {
      const stores = await place.open();
      await writeHistory(stores.events, { events: 400 });
      await stores.close();
      await test(place);
    },
    { forPrograms: true },
  );

const READY = allProjections.map(({ name, version }) => ({ name, version, generation: 0 }));

/** The rows are those of the log. */
const isRight = async (place: Place): Promise<void> => {
  for (const name of ['catalogue', 'timeline']) {
    const { code, out, err } = await projectionsCommand(place, 'verify', name);
    is(code, 0, err);
    match(out, /all match the log/);
  }
};

const inParts = suite('preparing a release in parts');

inParts('builds all rows by one command that starts the processes', () =>
  inHistory(async (place) => {
    const { code, out, err } = await projectionsCommand(place, 'prepare', '--processes', '3', '--json');
    is(code, 0, err);
    equal(JSON.parse(out), READY);
    await isRight(place);
  }),
);

inParts('leaves no lease behind when a terminal interrupts all of its processes', () =>
  inHistory(async (place) => {
    const env = { PATH: process.env['PATH'], ...place.env };
    // A process group of its own, as a terminal has for each command.
    const child = spawn(process.execPath, [BUILT, 'projections', 'prepare', '--processes', '3'], {
      ...{ env, detached: true, stdio: 'ignore' },
    });
    const ended = once(child, 'exit');
    const stores = await place.open();
    const leases = async (): Promise<number> => (await stores.state.list('lease/filling/')).length;
    while ((await leases()) === 0) await pause(5);
    process.kill(-(child.pid ?? 0), 'SIGINT');
    is((await ended)[0], 130);
    is(await leases(), 0);
    await stores.close();
    equal(JSON.parse((await projectionsCommand(place, 'prepare', '--processes', '3', '--json')).out), READY);
    await isRight(place);
  }),
);

inParts('builds all rows by commands on several machines, of which one finishes', () =>
  inHistory(async (place) => {
    const parts = await Promise.all(['1/2', '2/2'].map((part) => projectionsCommand(place, 'prepare', '--part', part)));
    for (const { code, err } of parts) is(code, 0, err);
    match(parts[1]?.out ?? '', /part 2 of 2 is ready/);
    const stores = await place.open();
    const head = await stores.events.head();
    for (const projection of allProjections) {
      const key = projectionKey(projection);
      for (const each of [key, ...partKeys(key, 2)])
        equal(await stores.readModels.checkpoint(each), { position: head, phase: 'filling' });
    }
    await stores.close();
    equal(JSON.parse((await projectionsCommand(place, 'prepare', '--json')).out), READY);
    await isRight(place);
    match((await projectionsCommand(place, 'prepare', '--part', '1/2')).out, /part 1 of 2 is ready/);
  }),
);
