/** Ingesting the sample data that come with every clone. */
import assert from 'node:assert/strict';
import { loadState } from '../../../commands/aggregate.ts';
import { personAggregate } from '../../../commands/person.ts';
import { publicationAggregate } from '../../../commands/publication.ts';
import { HOUR_MS } from '../../../domain/ingestion/schedule.ts';
import { isRetracted } from '../../../domain/publication/state.ts';
import { ORCIDS } from '../../../infra/demo/sample.ts';
import { findPage } from '../../../projections/queries/listing.ts';
import {
  publicPublication,
  publicPublicationListing,
  type PublicationQuery,
} from '../../../projections/queries/public-items.ts';
import { researcher, researcherListing } from '../../../projections/queries/researchers.ts';
import { harvestOnce } from '../../../workers/ingestion/harvest/index.ts';
import { openInstallation, type Installation } from '../../support/installation.ts';
import { ingestAll, tally } from '../../support/ingesting.ts';
import { DOIS, EVERYTHING } from '../../support/sample.ts';
import { suite } from '../../support/suite.ts';

const ingesting = suite('ingesting the sample');

const published = (query: Partial<PublicationQuery> = {}) =>
  findPage(installation.readModels, publicPublicationListing({ ...EVERYTHING, ...query }), EVERYTHING);

let installation: Installation;
ingesting.before(async () => {
  installation = await openInstallation();
  const jobs = await ingestAll(installation, ORCIDS, { workers: 2 });
  assert.deepEqual(new Set(jobs.map(({ status }) => status)), new Set(['succeeded']));
});
ingesting.after(() => installation.stop());

ingesting('creates one publication per DOI, however many people list it', async () => {
  const { items, total } = await published();
  assert.equal(total, DOIS.length);
  assert.deepEqual(items.map(({ doi }) => doi).sort(), [...DOIS].sort());
  assert.equal((await tally(installation, 'publication-'))['PublicationAdded'], DOIS.length);
});

ingesting('creates works for entries without a DOI', async () => {
  assert.equal((await tally(installation, 'work-'))['PublicationAdded'], 2);
});

ingesting('registers the requested people, with the names they use', async () => {
  const listing = researcherListing({ hasOrcid: true, narrowed: [], q: '', sort: 'name', dir: 'asc' });
  const { items } = await findPage(installation.readModels, listing, EVERYTHING);
  assert.deepEqual(
    items.map(({ name }) => name).sort(),
    [
      'Amara Okonjo-Fıstık',
      'Ilse Brünnhöfer',
      'Josiah S. Carberry',
      'Miharu Hayama (葉山 美晴)',
      'Þóra Ægisdóttir',
      'Łucjan Wójtowicz-Gęś',
    ].sort(),
  );
});

ingesting('counts the links of each researcher', async () => {
  for (const orcid of ORCIDS) {
    const { total } = await published({ orcid });
    assert.equal((await researcher(installation.readModels, orcid))?.body.publication_count, total, orcid);
    assert.ok(total > 0);
  }
});

ingesting('links a co-author whose iD is missing from the metadata, by her own list', async () => {
  const { items } = await published({ orcid: '0000-0000-0000-1012' });
  assert.ok(items.some(({ doi }) => doi === '10.5555/cpot.2023.021'));
});

ingesting('detects retractions, by a mark of OpenAlex and by notice', async () => {
  const { state } = await loadState(installation.events, publicationAggregate, 'org', '10.5555/cpot.2023.021');
  assert.ok(state.status !== 'absent' && isRetracted(state));
  assert.deepEqual(state.notices.map(({ by, provider }) => [provider, by]).sort(), [
    ['crossref', '10.5555/cpot.2023.021-r'],
    ['openalex', 'https://openalex.org/W55550007'],
  ]);
});

ingesting('reads titles with markup, mathematics and any script', async () => {
  const titles = new Set((await published()).items.map(({ title }) => title));
  assert.ok(titles.has('The glaze of <i>Terra sigillata</i> contains no H<sub>2</sub>O & little else'));
  assert.ok(titles.has('Crack growth as t<sup>1/2</sup> in stoneware'), [...titles].join('; '));
  assert.ok(titles.has('割れた壺の心理学: 序説'));
  assert.ok(titles.has('علم نفس الفخار المكسور'));
});

ingesting('appends no publication event the second time, and changes no answer', async () => {
  const before = await tally(installation, 'publication-');
  const shown = () => publicPublication(installation.readModels, '10.5555/cpot.2019.001');
  const then = await shown();
  const jobs = await ingestAll(installation, ORCIDS);
  assert.deepEqual(await tally(installation, 'publication-'), before);
  assert.ok(jobs.every(({ counts }) => counts.unchanged === counts.found && counts.failed === 0));
  await installation.settled();
  assert.deepEqual(await shown(), then);
});

ingesting('leaves a harvest nothing to do within the interval, and no one to queue after it', async () => {
  const hourly = { ...installation, harvestIntervalMs: HOUR_MS };
  const [now] = await harvestOnce(hourly, { shards: 4 });
  assert.deepEqual([now?.queued, now?.unchanged], [[], { people: 0, publications: 0 }]);
  const later = { ...hourly, clock: { now: () => Date.now() + 2 * HOUR_MS } };
  const [then] = await harvestOnce(later, { shards: 4 });
  assert.deepEqual([then?.queued, then?.unchanged], [[], { people: ORCIDS.length, publications: DOIS.length }]);
});

ingesting('fails with the reason for an iD that ORCID does not know, and registers no one', async () => {
  const stranger = '0000-0001-5109-3700';
  const [job] = await ingestAll(installation, [stranger]);
  assert.equal(job?.status, 'failed');
  assert.deepEqual(job?.error, {
    code: 'orcid_unknown',
    message: 'ORCID does not know this iD, and no source lists works for it',
  });
  const { state } = await loadState(installation.events, personAggregate, 'org', stranger);
  assert.equal(state.status, 'absent');
});
