/** How the service stands: its release, its stores, what they take on the disk, how far rows are behind, and the last backup. */
import { lastBackup } from '../../commands/last-backup.ts';
import { allProjections } from '../../projections/all.ts';
import type { Standing } from '../../api/dashboard/ports.ts';
import { lagOfProjections } from '../../workers/rebuild/list.ts';
import type { Config } from '../config.ts';
import { systemClock } from '../system.ts';
import { release } from '../version.ts';
import { diskOf } from './data-folder.ts';
import type { Stores } from './stores.ts';

/** Throws `Unavailable`. */
export const standingOf = async (
  { dataDir, eventStoreUrl, mongodbUrl }: Pick<Config, 'dataDir' | 'eventStoreUrl' | 'mongodbUrl'>,
  stores: Pick<Stores, 'events' | 'readModels' | 'state'>,
): Promise<Standing> => {
  const rows = mongodbUrl === null ? 'embedded' : 'mongodb';
  const [projections, disk, backup] = await Promise.all([
    lagOfProjections({ ...stores, projections: allProjections, clock: systemClock }),
    eventStoreUrl === null || mongodbUrl === null ? diskOf(dataDir) : null,
    lastBackup(stores.state),
  ]);
  return {
    version: release,
    stores: { events: eventStoreUrl === null ? 'embedded' : 'eventstoredb', readModels: rows, state: rows },
    disk,
    projections,
    lastBackup: backup,
  };
};
