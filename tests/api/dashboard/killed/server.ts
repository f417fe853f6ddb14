/** A process that serves the dashboard over the stores that it is told of until it is killed. */
import { openInstallation } from '../../../support/installation.ts';
import { serveDashboard } from '../../../support/dashboard.ts';
import { placeOf } from '../../../support/stores.ts';

const { url } = await serveDashboard(await openInstallation({ place: placeOf(process.env) }));
process.send?.(url);
process.once('disconnect', () => process.exit(0));
