/** A harvest processes a person who is erased meanwhile. */
import assert from 'node:assert/strict';
import { newCaller } from '../../../../commands/caller.ts';
import { everyRecord } from '../../../../commands/every-record.ts';
import { erasePerson } from '../../../../commands/erase-person.ts';
import { latestJobs } from '../../../../projections/queries/ingestions.ts';
import { timeline } from '../../../../projections/timeline/index.ts';
import { forgetChecks } from '../../../../workers/ingestion/provider-checks.ts';
import { type Providers } from '../../../../workers/ingestion/ports.ts';
import { suite } from '../../../support/suite.ts';
import { on, unchangedIn } from './stage.ts';

const harvesting = suite('a harvest');

harvesting('skips an erased person, and records nothing about them', () =>
  on({ people: 2, papers: 1 }, async ({ run, night, installation, orcids: [erased = '', other] }) => {
    await night();
    // They are erased between the requests and the event.
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
    assert.ok(isErased && (await unchangedIn(installation)).at(-1)?.data.people[erased] !== undefined);
    const [job] = await latestJobs(installation.readModels, 'org', [erased]);
    assert.deepEqual([job?.status, job?.unchanged_at], ['none', null]);
    for await (const { key } of everyRecord(installation.state, 'asked/')) assert.ok(!key.includes(erased), key);
    const rows = await installation.readModels.find(timeline, { where: { all: [], terms: [erased] }, limit: 100 });
    assert.ok(rows.every(({ type }) => type !== 'FoundUnchanged'));

    const { queued, unchanged } = await night();
    assert.deepEqual([queued, unchanged.people], [[], 1]);
    assert.deepEqual(Object.keys((await unchangedIn(installation)).at(-1)?.data.people ?? {}), [other]);
  }),
);
