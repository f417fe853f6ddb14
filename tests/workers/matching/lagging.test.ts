/** Matching while rows lag behind the log. */
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { repairAuthorLinks } from '../../../commands/repair-author-links.ts';
import { ORCIDS } from '../../../infra/demo/sample.ts';
import { having } from '../../../projections/ports.ts';
import { everyCandidate } from '../../../projections/queries/candidates.ts';
import { doisOf } from '../../../projections/queries/identifiers.ts';
import { stream } from '../../../projections/queries/listing.ts';
import { ingestAll } from '../../support/ingesting.ts';
import { openInstallation } from '../../support/installation.ts';
import { suite } from '../../support/suite.ts';

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
  const { readModels, caller } = installation;
  const people = [];
  for await (const person of everyCandidate(readModels, 'org')) people.push(person);
  assert.equal(people.length, ORCIDS.length);
  for await (const doi of stream(readModels, doisOf({ all: having({ workspace: 'org' }) }))) {
    const { changed, match } = await repairAuthorLinks(installation, doi, { people, dryRun: true }, caller);
    assert.equal(changed, false, `${doi}: ${JSON.stringify(match)}`);
  }
});
