/** Starts roles in this process: the api here, projecting and ingesting in threads when all are asked for. */
import { bootstrap } from '../../commands/bootstrap.ts';
import type { Config } from '../config.ts';
import { openLog } from '../log.ts';
import { randomIds, systemClock } from '../system.ts';
import { runInThread } from '../threads/start.ts';
import { ROLES, runProjectorRole, runWorkerRole, type Role } from './roles.ts';
import { serveApi, type Addresses } from './serve.ts';
import { openStores, type Stores } from './stores.ts';

export type StartOptions = {
  readonly roles: readonly Role[];
  readonly signal: AbortSignal;
  /** Told when both listeners accept requests. */
  readonly listening?: (addresses: Addresses, stores: Stores) => void;
};

/** Resolves when everything has stopped after the signal; rejects when a role fails, with the others stopped. */
export const start = async (config: Config, { roles, signal: asked, listening }: StartOptions): Promise<void> => {
  const log = openLog(config.logLevel, { role: roles.length === ROLES.length ? 'all' : roles.join('+') });
  const failed = new AbortController();
  const signal = AbortSignal.any([asked, failed.signal]);
  const stores = await openStores(config, log);
  const context = { config, stores, log, signal };
  const alone = roles.length === 1;

  const run = async (role: Role): Promise<void> => {
    try {
      if (role === 'api')
        await serveApi(context, (addresses) => {
          log.info(addresses, 'listening');
          listening?.(addresses, stores);
        });
      else if (alone) await (role === 'projector' ? runProjectorRole : runWorkerRole)(context);
      else await runInThread({ role, config }, signal);
    } catch (error) {
      failed.abort();
      throw error;
    }
  };

  try {
    await bootstrap({ events: stores.events, clock: systemClock, ids: randomIds });
    const ended = await Promise.allSettled(roles.map(run));
    const broken = ended.find((one) => one.status === 'rejected');
    if (broken !== undefined) throw broken.reason;
  } finally {
    await stores.close();
  }
};
