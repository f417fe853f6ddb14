/** A command whose rows are lost halfway: its error says what remains and how to continue. */
import assert from 'node:assert/strict';
import { Unavailable } from '../../../domain/errors.ts';
import { readConfig } from '../../../infra/config.ts';
import { rebuild } from '../../../infra/cli/rebuild.ts';
import type { ReadModels } from '../../../projections/ports.ts';
import { categoriesProjection } from '../../../projections/categories.ts';
import { readControls } from '../../../workers/rebuild/controls.ts';
import { inContext } from '../../support/command-line.ts';
import { inPlace } from '../../support/stores.ts';
import { silent } from '../../support/silent.ts';
import { suite } from '../../support/suite.ts';
import { closing } from '../../support/closing.ts';

const losing = suite('a command that loses the rows');

losing('says that a requested rebuild goes on', () =>
  inPlace(async (place) => {
    await using stores = closing(await place.open());
    let isLost = false;
    const checkpoint: ReadModels['checkpoint'] = (projection) =>
      isLost
        ? Promise.reject(new Unavailable('read models', 'no answer'))
        : stores.rawReadModels.checkpoint(projection);
    const rawReadModels = { ...stores.rawReadModels, checkpoint };
    const put: typeof stores.state.put = async (...args) => {
      // From the request on.
      isLost = true;
      return stores.state.put(...args);
    };
    const context = {
      ...{ config: readConfig(place.env), log: silent, signal: new AbortController().signal, warn: () => undefined },
      stores: { ...stores, rawReadModels, state: { ...stores.state, put } },
    };
    await assert.rejects(
      rebuild(inContext(context), [categoriesProjection.name], () => undefined),
      (error) =>
        error instanceof Unavailable &&
        error.message ===
          'read models unavailable: no answer; the request remains: a running projector continues with it, or run the same command again',
    );
    assert.equal((await readControls(stores.state)).rebuilds.size, 1);
  }),
);
