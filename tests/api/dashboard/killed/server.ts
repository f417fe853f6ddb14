/** A process that serves the dashboard over the files of a folder until it is killed. */
import { openInstallation } from '../../../support/installation.ts';
import { serveDashboard } from '../../../support/dashboard.ts';

const [folder = ''] = process.argv.slice(2);
const { url } = await serveDashboard(await openInstallation({ folder }));
process.send?.(url);
process.once('disconnect', () => process.exit(0));
