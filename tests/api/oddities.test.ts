/** Every parameter of the public operations, sent odd values one at a time. */
import { openInstallation, type Installation } from '../support/installation.ts';
import { askOddly, oddPaths, oddQueries } from '../support/oddities.ts';
import { servePublic, type Served } from '../support/serving.ts';
import { suite } from '../support/suite.ts';

const oddities = suite('an odd value from anybody');
let installation: Installation;
let served: Served;

oddities.before(async () => {
  installation = await openInstallation();
  await installation.settled();
  served = await servePublic(installation.readModels);
});
oddities.after(async () => {
  await served.close();
  await installation.stop();
});

oddities('in a query is no fault', () =>
  askOddly((_method, address) => served.get(address), served.routes, oddQueries),
);
oddities('in a path is no fault', () => askOddly((_method, address) => served.get(address), served.routes, oddPaths));
