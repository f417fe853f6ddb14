/** `colophon migrate`: from the embedded files to the servers. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Log } from '../../commands/ports.ts';
import { Refused } from '../../domain/errors.ts';
import type { Steps } from '../../workers/cli/ports.ts';
import type { MigrationReport } from '../../workers/cli/upkeep.ts';
import { schemeOf } from '../address.ts';
import { liveLeases } from '../backup/transient.ts';
import { refuseUnfinished } from '../backup/unfinished.ts';
import { EVENTSTORE_SCHEMES, type Config } from '../config.ts';
import { moveLog } from '../migration/moving.ts';
import { moveState } from '../migration/state.ts';

type Where = Pick<Config, 'dataDir' | 'mongodbUrl'>;

const refuseWrong = (dataDir: string, to: string): void => {
  const scheme = schemeOf(to);
  if (!EVENTSTORE_SCHEMES.some((known) => known === scheme))
    throw new Refused('invalid', 'invalid_target', `--to takes the URL of EventStoreDB: esdb://…`);
  refuseUnfinished(dataDir);
  for (const name of ['events.db', 'state.db'])
    if (!existsSync(path.join(dataDir, name)))
      throw new Refused('not_found', 'nothing_there', `${dataDir} holds no ${name}`);
};

const moveStateTo = async (file: string, url: string, log: Log, steps: Steps): Promise<number> => {
  const source = await (await import('../state/embedded/index.ts')).openEmbeddedState({ file, log });
  try {
    const target = await (await import('../state/mongodb/index.ts')).openMongoState({ url, log });
    try {
      return await moveState(source, target, steps);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
};

export const migrate = async (
  { dataDir, mongodbUrl }: Where,
  to: string,
  { log, steps, signal }: { readonly log: Log; readonly steps: Steps; readonly signal: AbortSignal },
): Promise<MigrationReport> => {
  refuseWrong(dataDir, to);
  const { openEmbeddedEventStore } = await import('../eventstore/embedded/index.ts');
  const { openEventStoreDb } = await import('../eventstore/eventstoredb/index.ts');
  const source = await openEmbeddedEventStore({ file: path.join(dataDir, 'events.db'), log });
  try {
    const target = await openEventStoreDb({ url: to, log });
    try {
      const moved = await moveLog(source, target, steps, signal);
      const state = path.join(dataDir, 'state.db');
      return {
        ...moved,
        stateRecords: mongodbUrl === null ? null : await moveStateTo(state, mongodbUrl, log, steps),
        inUse: liveLeases(state).length > 0,
      };
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
};
