/** DOIs with dirt at their end, and misprints: as given if a provider knows that, else what they stand for. */
import assert from 'node:assert/strict';
import { loadState } from '../../../commands/aggregate.ts';
import { doiCheckKey } from '../../../commands/last-checks.ts';
import { publicationAggregate } from '../../../commands/publication.ts';
import { importDoi } from '../../../workers/ingestion/import-doi.ts';
import { ProviderUnavailable, type ListedWork } from '../../../workers/ingestion/ports.ts';
import { previewImport } from '../../../workers/ingestion/preview-import.ts';
import { ingestAll } from '../../support/ingesting.ts';
import { openInstallation, type Installation } from '../../support/installation.ts';
import { listedAs } from '../../support/listed-as.ts';
import { providersThat } from '../../support/providers-that.ts';
import { rejectedWith } from '../../support/refused.ts';
import { suite } from '../../support/suite.ts';

const CARBERRY = '0000-0002-1825-0097';
const KNOWN = new Set(['10.5555/pots', '10.5555/ends.', '10.5555/import', '10.5555/right', '10.1101/123456']);
const source = (url: string) => ({ provider: 'crossref', url }) as const;

const entry = (doi: string, from: ListedWork['source'] = 'orcid', beside: readonly string[] = []): ListedWork => ({
  ...({ source: from, dois: [doi], beside, identifiers: [], fallbackKey: doi, listedName: null } as const),
  summary: { type: 'book', title: 'As the list says' },
  from: { provider: from, url: 'https://example.org/list' },
});

const dirty = suite('a DOI with dirt');
let installation: Installation;
let isDown = false;
let orcid: readonly ListedWork[] = ['10.5555/pots.', '10.5555/ends.', '10.5555/unknown).'].map((doi) => entry(doi));
const asked: string[] = [];
dirty.before(async () => {
  const providers = providersThat({
    describe: (provider, doi) => {
      asked.push(`${provider} ${doi}`);
      if (isDown && doi === '10.5555/pots.')
        return Promise.reject(new ProviderUnavailable('crossref', 'too_deep', 'down'));
      if (provider !== 'crossref' || !KNOWN.has(doi)) return Promise.resolve({ kind: 'notThere' });
      const csl = { type: 'book', title: `Known as ${doi}`, DOI: doi } as const;
      const record = { csl, source: source(doi), fetchedAt: Date.now() };
      return Promise.resolve({ kind: 'described', ...record, retracts: [], retractedBy: [] });
    },
    list: (from) => Promise.resolve(listedAs(from === 'orcid' ? orcid : [entry('10.5555/pots', 'openalex')])),
  });
  installation = { ...(await openInstallation({ matching: false })), providers };
});
dirty.after(() => installation.stop());

const titleOf = async (doi: string): Promise<string | null | undefined> => {
  const { state } = await loadState(installation.events, publicationAggregate, 'org', doi);
  return state.status === 'absent' ? null : state.original.title;
};
const { signal } = new AbortController();

dirty('in a list is the publication that a provider knows, once', async () => {
  const [job] = await ingestAll(installation, [CARBERRY]);
  assert.deepEqual([job?.counts.found, job?.counts.created], [3, 3]);
  assert.deepEqual([await titleOf('10.5555/pots'), await titleOf('10.5555/pots.')], ['Known as 10.5555/pots', null]);
  assert.equal(await titleOf('10.5555/ends.'), 'Known as 10.5555/ends.');
  assert.equal(await titleOf('10.5555/unknown'), 'As the list says');
});

dirty('is not requested again while its answer is recent', async () => {
  asked.length = 0;
  await ingestAll(installation, [CARBERRY], { triggerSource: 'harvest' });
  assert.deepEqual(asked, []);
});

dirty('fails alone if a provider cannot say', async () => {
  await installation.state.remove(doiCheckKey('10.5555/pots.'));
  isDown = true;
  const [job] = await ingestAll(installation, [CARBERRY]);
  isDown = false;
  assert.deepEqual([job?.status, job?.failedWorks.map(({ work }) => work)], ['succeeded', ['10.5555/pots.']]);
});

dirty('is imported without it', async () => {
  const request = { doi: '(https://doi.org/10.5555/import).' };
  const dirtier = { doi: '10.5555/import\u{ad}.' };
  assert.equal((await previewImport(installation, dirtier, installation.caller, signal)).doi, '10.5555/import');
  assert.equal((await importDoi(installation, request, installation.caller, signal)).doi, '10.5555/import');
  assert.equal((await importDoi(installation, dirtier, installation.caller, signal)).outcome, 'unchanged');
});

dirty('that no provider knows is refused, naming what was asked and what was removed', async () => {
  const request = { doi: '10.5555/no\u{200b}ne.' };
  const { message, details } = await rejectedWith(
    'not_found',
    'doi_unknown',
    importDoi(installation, request, installation.caller, signal),
  );
  assert.match(message, /10\.5555\/none\. or 10\.5555\/none \(read without U\+200B\)/u);
  assert.deepEqual(details?.['removed'], ['U+200B']);
});

dirty('that is a misprint of the one beside it is that one, if only that is known', async () => {
  orcid = [
    entry('10.5555/right', 'orcid', ['10.5555/rihgt']),
    entry('10.5555/rihgt', 'orcid', ['10.5555/none', '10.5555/right']),
  ];
  await ingestAll(installation, [CARBERRY], { acceptsLosses: true });
  assert.deepEqual([await titleOf('10.5555/right'), await titleOf('10.5555/rihgt')], ['Known as 10.5555/right', null]);
});

dirty('or clean, is its own publication if no provider knows either, or they know both', async () => {
  orcid = [
    ...[entry('10.5555/one', 'orcid', ['10.5555/two']), entry('10.5555/two', 'orcid', ['10.5555/one'])],
    ...[entry('10.5555/right', 'orcid', ['10.5555/pots']), entry('10.5555/pots', 'orcid', ['10.5555/right'])],
  ];
  await ingestAll(installation, [CARBERRY], { acceptsLosses: true });
  for (const doi of ['10.5555/one', '10.5555/two', '10.5555/right', '10.5555/pots'])
    assert.notEqual(await titleOf(doi), null, doi);
});

dirty('is that of the preprint if it names a version of it', async () => {
  orcid = [entry('10.1101/123456v2.full')];
  await ingestAll(installation, [CARBERRY], { acceptsLosses: true });
  assert.equal(await titleOf('10.1101/123456'), 'Known as 10.1101/123456');
  const imported = importDoi(installation, { doi: 'https://doi.org/10.1101/123456v1' }, installation.caller, signal);
  assert.equal((await imported).doi, '10.1101/123456');
});
