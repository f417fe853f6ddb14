/** An ingestion job whose requester ceases to be a member. */
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { memberAggregate } from '../../../commands/aggregates.ts';
import { newCaller } from '../../../commands/caller.ts';
import { handle } from '../../../commands/handle.ts';
import { grantSession } from '../../../commands/identity/grant-session.ts';
import { queueIngestions } from '../../../commands/queue-ingestions.ts';
import { randomIds } from '../../../infra/system.ts';
import type { ListedWork } from '../../../workers/ingestion/ports.ts';
import { runIngestionWorker } from '../../../workers/ingestion/worker.ts';
import { running } from '../../support/closing.ts';
import { jobsOf, tally } from '../../support/ingesting.ts';
import { openInstallation } from '../../support/installation.ts';
import { listedAs } from '../../support/listed-as.ts';
import { providersThat } from '../../support/providers-that.ts';
import { noWaits } from '../../support/silent.ts';
import { suite } from '../../support/suite.ts';

const ORCID = '0000-0002-1825-0097';
const WORKS = 60;

const listed = (n: number): ListedWork => {
  const doi = `10.5555/pots.${n}`;
  return {
    ...{
      source: 'orcid',
      dois: [doi],
      identifiers: [],
      fallbackKey: doi,
      listedName: null,
    },
    summary: { type: 'article', title: `Pot ${n}`, DOI: doi },
    from: { provider: 'orcid', url: 'https://pub.orcid.org/v3.0/works' },
  };
};

const ending = suite('an ingestion whose requester leaves');

ending('fails with that reason, and records no further work', async () => {
  await using installation = await openInstallation({ matching: false });
  const { userId } = await grantSession(installation, { email: 'jo@example.org', role: 'member', workspace: 'org' });
  const as = (actor: { readonly type: 'user' | 'system'; readonly id: string }) => newCaller(randomIds, 'org', actor);
  let removal: Promise<unknown> | null = null;
  const remove = () =>
    (removal ??= handle(
      installation,
      memberAggregate,
      userId,
      { type: 'LeaveWorkspace', userId },
      as({ type: 'user', id: userId }),
    ));
  const providers = providersThat({
    list: (source) =>
      Promise.resolve(listedAs(source === 'orcid' ? Array.from({ length: WORKS }, (_, n) => listed(n)) : [])),
    describe: async (_provider, doi) => {
      await remove();
      return {
        ...{ kind: 'described', csl: { type: 'article', title: doi, DOI: doi } },
        ...{ source: { provider: 'crossref', url: `https://api.crossref.org/works/${doi}` }, fetchedAt: Date.now() },
        ...{ retracts: [], retractedBy: [] },
      };
    },
  });
  const asked = { orcids: [ORCID], triggerSource: 'dashboard', shards: 4 } as const;
  const { jobs } = await queueIngestions(installation, asked, as({ type: 'user', id: userId }));
  const [job] = jobs;
  assert.ok(job);
  await installation.settled();
  const only = { workspace: 'org', jobs: [{ id: job.id, orcid: ORCID }] };
  const deps = { ...installation, providers };
  await using _worker = running((signal) => runIngestionWorker(deps, { name: 'test', signal, waits: noWaits, only }));
  while ((await jobsOf(installation, [ORCID]))[0]?.status !== 'failed') await pause(10);
  const [ended] = await jobsOf(installation, [ORCID]);
  assert.deepEqual([ended?.status, ended?.error?.code], ['failed', 'membership_ended']);
  const { PublicationAdded: added = 0 } = await tally(installation, 'publication-');
  assert.ok(added > 0 && added < WORKS, `${added} were recorded`);
});
