/** `colophon backup` and `colophon restore`, for embedded stores. */
import { Refused } from '../../../domain/errors.ts';
import type { Steps } from '../../../workers/cli/ports.ts';
import { rejectRows } from '../../../workers/rebuild/log-identity.ts';
import type { BackupReport, RestoreReport } from '../../../workers/cli/upkeep.ts';
import { BACKED_UP } from '../../sqlite/backup/manifest.ts';
import { restoreBackup } from '../../sqlite/backup/restoring.ts';
import { takeBackup } from '../../sqlite/backup/taking.ts';
import type { Config } from '../../config.ts';
import { version } from '../../version.ts';
import { whileOpen } from '../../while-open.ts';
import { mustBeUsable, mustHoldStores, neededFiles } from '../data-folder.ts';
import { unlessInterrupted } from '../wait-for-stores.ts';

type Where = Pick<Config, 'dataDir' | 'eventStoreUrl' | 'mongodbUrl'>;

const refuseServers = ({ eventStoreUrl }: Where): void => {
  if (eventStoreUrl !== null)
    throw new Refused(
      'invalid',
      'not_embedded',
      'EVENTSTORE_URL is set: back up servers with their own tools (docs/operating.md)',
    );
};

export const backup = async (
  config: Where,
  target: string,
  steps: Steps,
  signal: AbortSignal,
): Promise<BackupReport> => {
  refuseServers(config);
  const { dataDir, mongodbUrl } = config;
  await mustHoldStores(dataDir, neededFiles(config));
  // Reading also needs write access: SQLite maintains a shared-memory index file for concurrent use.
  await mustBeUsable(dataDir);
  const names = BACKED_UP.filter((name) => name !== 'state.db' || mongodbUrl === null);
  const { log, files } = await takeBackup({ dataDir, target, names, version, now: Date.now(), signal }, steps);
  return { folder: target, ...log, bytes: files.reduce((sum, file) => sum + file.bytes, 0) };
};

export const restore = async (
  config: Where,
  options: { readonly source: string; readonly force: boolean },
  steps: Steps,
  signal: AbortSignal,
): Promise<RestoreReport> => {
  refuseServers(config);
  const { dataDir, mongodbUrl: url } = config;
  await mustBeUsable(dataDir);
  const stateOnServer =
    url === null
      ? null
      : await unlessInterrupted(signal, async () =>
          (await import('../../mongodb/state/index.ts')).openMongoState({ url }),
        );
  const rejectRowsOnServer = async (): Promise<void> => {
    if (url === null) return;
    const { openMongoReadModels } = await import('../../mongodb/rows/index.ts');
    await whileOpen(await openMongoReadModels({ url }), rejectRows);
  };
  try {
    const where = { dataDir, stateOnServer, rejectRows: rejectRowsOnServer };
    const { log, ...restored } = await restoreBackup({ ...options, ...where, signal }, steps);
    return { folder: dataDir, ...log, onServer: url !== null, ...restored };
  } finally {
    await stateOnServer?.close();
  }
};
