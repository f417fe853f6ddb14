/** An installation of a plug-in whose origin is to be verified, with a manual clock. */
import { setTimeout as pause } from 'node:timers/promises';
import { installationAggregate } from '../../../commands/installation.ts';
import { loggedWaits } from '../../../commands/waits.ts';
import type { InstallationCommand } from '../../../domain/installation/installation.ts';
import { openOriginProofs } from '../../../infra/origins/index.ts';
import type { InstallationRow, OriginView } from '../../../projections/installations/installations.ts';
import { readModelsOf, type ReadModels, type RowStore } from '../../../projections/ports.ts';
import { installationOf } from '../../../projections/queries/installations.ts';
import { runOriginChecks, type OriginChecksDeps } from '../../../workers/origins/worker.ts';
import { answering, type Answering, type Reaction } from '../../support/answering.ts';
import { openInstallation, type Installation } from '../../support/installation.ts';
import { closing } from '../../support/closing.ts';
import { dispatch } from '../../support/dispatch.ts';

export const PROOF = 'proof-of-o1';
export const shown: Reaction = (response) => response.end(PROOF);

export type Checking = {
  readonly website: Answering;
  readonly deps: OriginChecksDeps & Pick<Installation, 'settled'>;
  /** Advances the clock, in milliseconds. */
  readonly later: (ms: number) => void;
  readonly send: (command: InstallationCommand) => Promise<void>;
  /** Resolves when the row of the origin matches. */
  readonly until: (isSo: (origin: OriginView, row: InstallationRow) => boolean) => Promise<InstallationRow>;
  /** Runs the checks until the callback is done. */
  readonly checked: <T>(part: () => Promise<T>, deps?: Partial<OriginChecksDeps>) => Promise<T>;
  /** The types of all events of the installation, in order. */
  readonly history: () => Promise<readonly string[]>;
};

const EVERY_MS = 5;

/** Rows as a worker sees them, and whether it continues looking. */
export const watched = (
  readModels: ReadModels,
  find: RowStore['find'] = (...args) => readModels.find(...args),
): { readonly readModels: ReadModels; readonly rounds: (more: number) => Promise<void> } => {
  let count = 0;
  return {
    readModels: readModelsOf({
      ...readModels,
      find: (...args) => {
        count += 1;
        return find(...args);
      },
    }),
    rounds: async (more) => {
      for (const before = count; count < before + more;) await new Promise(setImmediate);
    },
  };
};

/** Creates the installation with the origin of a website with this response. */
export const checking = async (
  reactions: readonly Reaction[],
  test: (checking: Checking) => Promise<void>,
): Promise<void> => {
  await using website = closing(await answering(...reactions));
  await using plant = await openInstallation({ matching: false });
  let at = 1_000_000;
  let workers = 0;
  const proofs = openOriginProofs({ mayReach: () => true, version: 'test' });
  const deps = { ...plant, clock: { now: () => at }, proofs };
  const { workspace } = plant.caller;

  const send = async (command: InstallationCommand): Promise<void> => {
    await dispatch(deps, installationAggregate, 'museum', command);
  };
  await send({
    type: 'CreateInstallation',
    id: 'museum',
    platform: 'cms_a',
    displayName: 'Museum',
    description: null,
    scopes: [],
  });
  await send({ type: 'AddOrigin', originId: 'o1', origin: website.url, proof: PROOF });
  await plant.settled();
  await test({
    website,
    deps,
    send,
    later: (ms) => void (at += ms),
    until: async (isSo) => {
      for (;;) {
        const row = await installationOf(plant.readModels, workspace, 'museum');
        const origin = row?.origins[0];
        if (row !== null && origin !== undefined && isSo(origin, row)) return row;
        await pause(EVERY_MS);
      }
    },
    checked: async (part, others = {}) => {
      const done = new AbortController();
      const name = `checker-${(workers += 1)}`;
      const all = { ...deps, ...others };
      const waits = loggedWaits(all.log);
      const running = runOriginChecks(all, { name, signal: done.signal, waits, everyMs: EVERY_MS });
      try {
        return await part();
      } finally {
        done.abort();
        await running;
      }
    },
    history: async () => {
      const types: string[] = [];
      for await (const { type } of plant.events.readStream(installationAggregate.stream(workspace, 'museum')))
        types.push(type);
      return types;
    },
  });
};
