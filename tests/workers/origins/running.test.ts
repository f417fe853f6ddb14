/** Origin verification during crashes, lagging rows and store outages: no website is requested more often than necessary. */
import assert from 'node:assert/strict';
import { Unavailable } from '../../../domain/errors.ts';
import type { ReadModels, Row } from '../../../projections/ports.ts';
import { silence, status } from '../../support/answering.ts';
import { suite } from '../../support/suite.ts';
import { checking, shown, watched } from './checking.ts';

const missing = status(404);
const running = suite('verifying origins');

running('requests a website once per attempt, however far the rows lag', () =>
  checking([missing], async ({ website, deps, checked, until, later, history }) => {
    let late: readonly Row[] | null = null;
    const seen = watched(deps.readModels, async (...args) => {
      const rows = await deps.readModels.find(...args);
      // For a while it sees only the first row that is due.
      if (late === null && rows.length > 0) late = rows;
      return late ?? rows;
    });
    await checked(
      async () => {
        await until(({ attempts }) => attempts === 1);
        later(5_000);
        await seen.rounds(10);
        assert.equal(website.requests.length, 1);
        late = [];
        await seen.rounds(2);
      },
      { readModels: seen.readModels },
    );
    assert.deepEqual((await history()).slice(2), ['OriginCheckFailed']);
  }),
);

running('records an attempt once, even when two processes believe that they lead', () =>
  checking([missing, missing, missing, missing, shown], async ({ deps, checked, until, later, history }) => {
    const ofItsOwn: typeof deps.state = {
      ...deps.state,
      put: (key, ...rest) => deps.state.put(`other/${key}`, ...rest),
      remove: (key, ...rest) => deps.state.remove(`other/${key}`, ...rest),
    };
    await checked(
      () =>
        checked(async () => {
          await until(({ attempts }) => attempts === 1);
          later(5_000);
          await until(({ attempts, status: is }) => attempts === 2 || is === 'verified');
          later(30_000);
          await until(({ attempts, status: is }) => attempts === 3 || is === 'verified');
          later(120_000);
          await until(({ status: is }) => is === 'verified');
        }),
      { state: ofItsOwn },
    );
    const types = await history();
    assert.equal(types.filter((type) => type === 'OriginVerified').length, 1);
    assert.equal(types.filter((type) => type === 'InstallationActivated').length, 1);
    assert.ok(types.filter((type) => type === 'OriginCheckFailed').length <= 3);
  }),
);

running('does not wait for a time from a wrong clock', () =>
  checking([missing, shown], async ({ checked, until, later }) => {
    later(365 * 86_400_000);
    await checked(() => until(({ attempts }) => attempts === 1));
    later(-365 * 86_400_000);
    await checked(() => until(({ status: is }) => is === 'verified'));
  }),
);

running('is done by one of several processes', () =>
  checking([missing, shown], async ({ website, checked, until, later }) => {
    await checked(() =>
      checked(async () => {
        await until(({ attempts }) => attempts === 1);
        later(5_000);
        await until(({ status: is }) => is === 'verified');
      }),
    );
    assert.equal(website.requests.length, 2);
  }),
);

running('continues after a restart where it was', () =>
  checking([missing, shown], async ({ website, checked, until, later }) => {
    await checked(() => until(({ attempts }) => attempts === 1));
    later(5_000);
    await checked(() => until(({ status: is }) => is === 'verified'));
    assert.equal(website.requests.length, 2);
  }),
);

running('stops at once, without recording work in progress', () =>
  checking([silence], async ({ website, checked, history }) => {
    const interrupted = async (): Promise<void> => {
      while (website.requests.length === 0) await new Promise(setImmediate);
    };
    await checked(interrupted);
    assert.deepEqual(await history(), ['InstallationCreated', 'OriginAdded']);
  }),
);

running('continues when a store is back', () =>
  checking([shown], async ({ website, deps, checked, until }) => {
    let failures = 0;
    const warned: string[] = [];
    await checked(() => until(({ status: is }) => is === 'verified'), {
      log: { ...deps.log, warn: (_fields, message) => void warned.push(message) },
      events: {
        ...deps.events,
        readStream: (...args) => {
          if ((failures += 1) <= 2) throw new Unavailable('event store', 'away');
          return deps.events.readStream(...args);
        },
      },
    });
    assert.equal(website.requests.length, 3);
    assert.equal(warned.length, 2);
  }),
);

running('survives unexpected errors', () =>
  checking([shown], async ({ deps, checked, until }) => {
    const errors: string[] = [];
    let failures = 0;
    await checked(() => until(({ status: is }) => is === 'verified'), {
      log: { ...deps.log, error: (_fields, message) => void errors.push(message) },
      proofs: {
        find: (...args) => ((failures += 1) === 1 ? Promise.reject(new TypeError('a bug')) : deps.proofs.find(...args)),
      },
    });
    assert.equal(errors.length, 1);
  }),
);

running('does nothing while the rows are being filled', () =>
  checking([shown], async ({ website, deps, checked }) => {
    let queries = 0;
    const readModels: ReadModels = {
      ...deps.readModels,
      checkpoint: async (projection) => {
        queries += 1;
        const checkpoint = await deps.readModels.checkpoint(projection);
        return checkpoint === null ? null : { ...checkpoint, phase: 'filling' };
      },
    };
    await deps.settled();
    await checked(
      async () => {
        while (queries < 5) await new Promise(setImmediate);
      },
      { readModels },
    );
    assert.equal(website.requests.length, 0);
  }),
);
