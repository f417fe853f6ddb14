/** A harvest processes a person who is erased meanwhile. */
import assert from 'node:assert/strict';
import { newCaller } from '../../../../commands/caller.ts';
import { everyRecord } from '../../../../commands/every-record.ts';
import { erasePerson } from '../../../../commands/erase-person.ts';
import { latestJobs } from '../../../../projections/queries/ingestions.ts';
import { forgetChecks } from '../../../../workers/ingestion/provider-checks.ts';
import type { Providers } from '../../../../workers/ingestion/ports.ts';
import { suite } from '../../../support/suite.ts';
import { on } from './stage.ts';

const harvesting = suite('a harvest');

harvesting('skips an erased person, and records nothing about them', () =>
  on({ people: 2, papers: 1 }, async ({ run, night, installation, orcids: [erased = ''] }) => {
    await night();
    // They are erased after the requests.
    const erase = async (): Promise<void> => {
      await erasePerson(installation, erased, newCaller(installation.ids, 'org', installation.caller.actor));
      await forgetChecks(installation.state, 'org', erased);
    };
    let isErased = false;
    const facts: Providers['facts'] = async (...args) => {
      if (!isErased) await erase();
      isErased = true;
      return installation.providers.facts(...args);
    };
    await run({ ...installation, providers: { ...installation.providers, facts } });
    await installation.settled();
    assert.ok(isErased);
    const [job] = await latestJobs(installation.readModels, 'org', [erased]);
    assert.equal(job?.status, 'none');
    for await (const { key } of everyRecord(installation.state, 'asked/')) assert.ok(!key.includes(erased), key);

    const { queued, unchanged } = await night();
    assert.deepEqual([queued, unchanged.people], [[], 1]);
  }),
);
