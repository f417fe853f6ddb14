/** Matching while rows lag behind the log. */
import { setTimeout as pause } from 'node:timers/promises';
import { ORCIDS } from '../../../infra/demo/sample.ts';
import { ingestAll } from '../../support/ingesting.ts';
import { openInstallation } from '../../support/installation.ts';
import { suite } from '../../support/suite.ts';
import { assertMatched } from './matched.ts';

const COMMIT_MS = 60;

const lagging = suite('matching while rows lag');

lagging('finds what a repair of all author links would find', async () => {
  await using installation = await openInstallation({
    projected: (readModels) => ({
      ...readModels,
      commit: async (batch) => {
        await pause(COMMIT_MS);
        await readModels.commit(batch);
      },
    }),
  });
  await ingestAll(installation, ORCIDS);
  await assertMatched(installation, ORCIDS.length);
});
