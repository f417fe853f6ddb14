/** When a publication was last fetched: a job that finds it unchanged records nothing, an import that was asked for does. */
import assert from 'node:assert/strict';
import { doiLastChecked } from '../../../commands/last-checks.ts';
import { publicationAggregate } from '../../../commands/publication.ts';
import { findPage } from '../../../projections/queries/listing.ts';
import { publicPublicationListing } from '../../../projections/queries/public-items.ts';
import { importDoi } from '../../../workers/ingestion/import-doi.ts';
import { ingestAll } from '../../support/ingesting.ts';
import { openInstallation, type Installation } from '../../support/installation.ts';
import { listedAs } from '../../support/listed-as.ts';
import { providersThat } from '../../support/providers-that.ts';
import { EVERYTHING } from '../../support/sample.ts';
import { suite } from '../../support/suite.ts';

const [DOI, CARBERRY, OTHER] = ['10.5555/shared', '0000-0002-1825-0097', '0000-0001-5109-3700'];
const NOTICE = { by: '10.5555/shared-r', kind: 'retraction', provider: 'crossref' } as const;
const entry = {
  ...({ source: 'orcid', dois: [DOI], identifiers: [], fallbackKey: '1', listedName: null } as const),
  summary: { type: 'book', title: 'Pots' },
  from: { provider: 'orcid', url: 'https://example.org/list' },
} as const;

const confirming = suite('a record that a provider reports unchanged');
let installation: Installation;
let [answeredAt, isMarked] = [1_000, false];
confirming.before(async () => {
  const providers = providersThat({
    describe: () =>
      Promise.resolve({
        ...({ kind: 'described', csl: { type: 'book', title: 'Pots', DOI }, fetchedAt: answeredAt } as const),
        source: { provider: 'crossref', url: `https://example.org/${DOI}` },
        ...{ retracts: [], retractedBy: isMarked ? [NOTICE] : [] },
      }),
    list: (source) => Promise.resolve(listedAs(source === 'orcid' ? [entry] : [])),
  });
  installation = { ...(await openInstallation({ matching: false })), providers };
});
confirming.after(() => installation.stop());

const fetched = async (): Promise<unknown> => {
  await installation.settled();
  const { items } = await findPage(installation.readModels, publicPublicationListing(EVERYTHING), EVERYTHING);
  return items.map(({ last_fetched_at: at }) => at);
};

const eventsOf = async (): Promise<readonly string[]> => {
  const types: string[] = [];
  for await (const { type } of installation.events.readStream(publicationAggregate.stream('org', DOI)))
    types.push(type);
  return types;
};

const imported = () => importDoi(installation, { doi: DOI }, installation.caller, new AbortController().signal);

confirming('keeps its time when the job of a co-author links it', async () => {
  await ingestAll(installation, [CARBERRY]);
  assert.deepEqual(await fetched(), [1_000]);
  answeredAt = 2_000;
  await ingestAll(installation, [OTHER]);
  assert.deepEqual(await fetched(), [1_000]);
  assert.equal(await doiLastChecked(installation.state, DOI), 2_000);
});

confirming('is confirmed by an import, with one event', async () => {
  const before = await eventsOf();
  answeredAt = 3_000;
  const { outcome } = await imported();
  assert.deepEqual([outcome, await fetched()], ['unchanged', [3_000]]);
  assert.deepEqual((await eventsOf()).slice(before.length), ['PublicationConfirmed']);
});

confirming('is not confirmed again by the same answer', async () => {
  const before = await eventsOf();
  await imported();
  assert.deepEqual(await eventsOf(), before);
});

confirming('is confirmed by an import that only marks it', async () => {
  [answeredAt, isMarked] = [4_000, true];
  const { outcome } = await imported();
  assert.deepEqual([outcome, await fetched()], ['refreshed', [4_000]]);
});
