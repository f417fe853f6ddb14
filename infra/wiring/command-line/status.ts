/** `colophon status`: the stores, the progress of projections, and the ingestion jobs. */
import { allProjections } from '../../../projections/all.ts';
import { jobsByStatus } from '../../../projections/queries/ingestions.ts';
import type { StatusReport } from '../../../workers/cli/operations.ts';
import { lagOfProjections } from '../../../workers/rebuild/list.ts';
import { withoutCredentials } from '../../address.ts';
import { systemClock } from '../../system.ts';
import type { RoleContext } from '../roles/context.ts';

const shown = (url: string | null, file: string): string => (url === null ? file : withoutCredentials(url));

export const status = async ({ config, stores }: RoleContext): Promise<StatusReport> => {
  const projections = await lagOfProjections({ ...stores, projections: allProjections, clock: systemClock });
  return {
    stores: {
      events: shown(config.eventStoreUrl, `${config.dataDir}/events.db`),
      readModels: shown(config.mongodbUrl, `${config.dataDir}/read.db`),
    },
    projections,
    jobs: await jobsByStatus(stores.readModels),
  };
};
