/** A process that serves the dashboard, over given stores and on a given port, until it is killed. */
import { openInstallation } from '../../../support/installation.ts';
import { serveDashboard } from '../../../support/dashboard.ts';
import { placeOf } from '../../../support/stores.ts';

const installation = await openInstallation({ place: placeOf(process.env) });
const { url } = await serveDashboard(installation, {}, Number(process.env['PORT'] ?? 0));
process.send?.(url);
process.once('disconnect', () => process.exit(0));
