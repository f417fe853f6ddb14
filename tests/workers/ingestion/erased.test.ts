/** A person is erased while a worker requests their publications. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { erasePerson } from '../../../commands/erase-person.ts';
import { newCaller } from '../../../commands/caller.ts';
import { queueIngestions } from '../../../commands/queue-ingestions.ts';
import { jobsByStatus, jobsByStatusAndShard } from '../../../projections/queries/ingestions.ts';
import { runIngestionWorker } from '../../../workers/ingestion/worker.ts';
import { jobsOf, tally } from '../../support/ingesting.ts';
import { openInstallation } from '../../support/installation.ts';
import { listedAs } from '../../support/listed-as.ts';
import { providersThat } from '../../support/providers-that.ts';
import { suite } from '../../support/suite.ts';
import { noWaits } from '../../support/silent.ts';

const ORCID = '0000-0002-1825-0097';

const erased = suite('a person who is erased while being ingested');

erased('is not registered again', async () => {
  const installation = await openInstallation();
  const [requested, answer, left] = [new AbortController(), new AbortController(), new AbortController()];
  const providers = providersThat({
    list: async () => {
      requested.abort();
      if (!answer.signal.aborted) await once(answer.signal, 'abort');
      return listedAs([]);
    },
  });
  const { caller, ids } = installation;
  await queueIngestions(installation, { orcids: [ORCID], triggerSource: 'cli', shards: 1 }, caller);
  const deps = { ...installation, providers };
  const working = runIngestionWorker(deps, { name: 'worker-1', signal: left.signal, waits: noWaits });
  try {
    if (!requested.signal.aborted) await once(requested.signal, 'abort');
    const { jobEnded } = await erasePerson(installation, ORCID, newCaller(ids, 'org', caller.actor));
    assert.ok(jobEnded);
    answer.abort();
    // It finishes the current work.
    left.abort();
    await working;
    assert.deepEqual(await tally(installation, 'person-'), {});
    assert.deepEqual(await jobsOf(installation, [ORCID]), []);
    assert.deepEqual(await installation.state.list('asked/'), []);
    await installation.settled();
    assert.deepEqual(await jobsByStatus(installation.readModels), {}, 'a reset job does not exist');
    assert.deepEqual(await jobsByStatusAndShard(installation.readModels), []);
  } finally {
    answer.abort();
    left.abort();
    await working;
    await installation.stop();
  }
});
