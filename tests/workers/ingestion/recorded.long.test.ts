/** Ingesting real researchers from recorded responses: without faults, with faults, and with kills. */
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { findPage } from '../../../projections/queries/listing.ts';
import { publicPublicationListing } from '../../../projections/queries/public-items.ts';
import { researcher } from '../../../projections/queries/researchers.ts';
import { BUILT } from '../../support/built.ts';
import { openInstallation, type Installation } from '../../support/installation.ts';
import { ingestAll, tally } from '../../support/ingesting.ts';
import { LISTED, noRecordings, prolific, replay } from '../../support/recorded.ts';
import { EVERYTHING } from '../../support/sample.ts';
import { freshPlace } from '../../support/stores.ts';
import { suite } from '../../support/suite.ts';

const ingesting = suite('ingesting recorded researchers', { timeoutMs: 240_000 });

type Outcome = { readonly dois: readonly string[]; readonly counts: Readonly<Record<string, number>> };

const everyDoi = async ({ readModels }: Installation): Promise<readonly string[]> => {
  const dois: string[] = [];
  for (let page = 1; ; page += 1) {
    const { items, total } = await findPage(readModels, publicPublicationListing(EVERYTHING), { ...EVERYTHING, page });
    dois.push(...items.map(({ doi }) => doi));
    if (items.length === 0) {
      assert.equal(dois.length, total);
      return [...dois].sort();
    }
  }
};

const outcomeOf = async (installation: Installation, orcids: readonly string[]): Promise<Outcome> => {
  const counts: Record<string, number> = {};
  for (const orcid of orcids) {
    const found = await researcher(installation.readModels, orcid);
    const { total } = await findPage(
      installation.readModels,
      publicPublicationListing({ ...EVERYTHING, orcid }),
      EVERYTHING,
    );
    assert.equal(found?.body.publication_count ?? 0, total, `the count of ${orcid}`);
    counts[orcid] = total;
  }
  return { dois: await everyDoi(installation), counts };
};

if (noRecordings !== null) ingesting.skip('returns every DOI exactly once', noRecordings);
else {
  const orcids = [...LISTED, ...prolific(20)];
  let clean: Outcome;

  ingesting(
    'returns every DOI exactly once, with authors linked and counted, and nothing new the second time',
    async () => {
      const server = await replay();
      const installation = await openInstallation({ urls: server.urls });
      try {
        const jobs = await ingestAll(installation, orcids, { workers: 2 });
        assert.deepEqual(
          jobs.filter(({ status, counts }) => status !== 'succeeded' || counts.failed > 0),
          [],
        );
        clean = await outcomeOf(installation, orcids);
        assert.equal(new Set(clean.dois).size, clean.dois.length);
        assert.ok(clean.dois.length > 900, `${clean.dois.length} DOIs`);
        assert.ok(Object.entries(clean.counts).every(([orcid, count]) => count > 0 || orcid === '0000-0003-1620-1408'));
        const before = await tally(installation, 'publication-');
        assert.equal(before['PublicationAdded'], clean.dois.length);
        await ingestAll(installation, orcids);
        assert.deepEqual(await tally(installation, 'publication-'), before);
      } finally {
        await installation.stop();
        await server.stop();
      }
    },
  );

  ingesting('gives the same result through rate limits, outages, dropped connections and invalid answers', async () => {
    const server = await replay('--fail-rate', '0.2', '--rate-limit', '50');
    const installation = await openInstallation({ urls: server.urls });
    // Two researchers suffice here: fifty requests a second are slow.
    const few = [...LISTED.slice(1, 3), ...prolific(2)];
    try {
      const jobs = await ingestAll(installation, few, { workers: 2 });
      assert.deepEqual(
        jobs.filter(({ status, counts }) => status !== 'succeeded' || counts.failed > 0),
        [],
      );
      const outcome = await outcomeOf(installation, few);
      for (const orcid of few) assert.equal(outcome.counts[orcid], clean.counts[orcid], orcid);
    } finally {
      await installation.stop();
      await server.stop();
    }
  });

  ingesting('gives the same result when the process is killed several times', async () => {
    const server = await replay('--latency-ms', '5');
    const place = await freshPlace({ forPrograms: true });
    const env = {
      PATH: process.env['PATH'],
      ...place.env,
      ORCID_API_URL: server.urls.orcid,
      CROSSREF_API_URL: server.urls.crossref,
      DATACITE_API_URL: server.urls.datacite,
      OPENALEX_API_URL: server.urls.openalex,
      PROVIDER_RATE: '0',
      PROVIDER_CONCURRENCY: '0',
    };
    const few = [LISTED[1], ...prolific(3)];
    try {
      for (let kill = 1; kill <= 3; kill += 1) {
        const child = fork(BUILT, ['ingest', ...few], { env, execArgv: [], stdio: 'ignore' });
        await pause(600 + kill * 300);
        child.kill('SIGKILL');
        await once(child, 'close');
      }
      // The next worker takes over the jobs that the kills left when the dead worker's lease has expired.
      const installation = await openInstallation({ urls: server.urls, place });
      try {
        await ingestAll(installation, few, { workers: 2 });
        const outcome = await outcomeOf(installation, few);
        for (const orcid of few) assert.equal(outcome.counts[orcid], clean.counts[orcid], orcid);
        assert.equal((await tally(installation, 'publication-'))['PublicationAdded'], outcome.dois.length);
      } finally {
        await installation.stop();
      }
    } finally {
      await server.stop();
      await place.remove();
    }
  });
}
