/** DOIs of grants, components and journals, which are not publications. */
import assert from 'node:assert/strict';
import { loadState } from '../../../commands/aggregate.ts';
import { publicationAggregate } from '../../../commands/publication.ts';
import { recordPublication } from '../../../workers/ingestion/record.ts';
import { importDoi } from '../../../workers/ingestion/import-doi.ts';
import type { ListedWork } from '../../../workers/ingestion/ports.ts';
import { previewImport } from '../../../workers/ingestion/preview-import.ts';
import { ingestAll } from '../../support/ingesting.ts';
import { openInstallation, type Installation } from '../../support/installation.ts';
import { listedAs } from '../../support/listed-as.ts';
import { providersThat } from '../../support/providers-that.ts';
import { rejectedWith } from '../../support/refused.ts';
import { suite } from '../../support/suite.ts';

const CARBERRY = '0000-0002-1825-0097';
const [GRANT, POTS] = ['10.5555/grant', '10.5555/pots'];
const entry = (doi: string): ListedWork => ({
  ...({ source: 'orcid', dois: [doi], identifiers: [], fallbackKey: doi, listedName: null } as const),
  summary: { type: 'book', title: 'As the list says' },
  from: { provider: 'orcid', url: 'https://example.org/list' },
});

const others = suite('the DOI of a grant');
let installation: Installation;
let listed = [GRANT, POTS];
let isGrant = true;
others.before(async () => {
  const providers = providersThat({
    describe: (provider, doi) => {
      if (provider !== 'crossref') return Promise.resolve({ kind: 'notThere' });
      const fetchedAt = Date.now();
      if (doi === GRANT && isGrant) return Promise.resolve({ kind: 'notAPublication', what: 'grant', fetchedAt });
      const csl = { type: 'book', title: 'On pots', DOI: doi } as const;
      const record = { csl, source: { provider, url: doi }, fetchedAt, retracts: [], retractedBy: [] };
      return Promise.resolve({ kind: 'described', ...record });
    },
    list: (source) => Promise.resolve(listedAs(source === 'orcid' ? listed.map(entry) : [])),
  });
  installation = { ...(await openInstallation({ matching: false })), providers };
});
others.after(() => installation.stop());

const stateOf = async (doi: string) => (await loadState(installation.events, publicationAggregate, 'org', doi)).state;
const { signal } = new AbortController();

others('is refused by an import, which says what it is', async () => {
  const request = { doi: GRANT };
  for (const refused of [
    importDoi(installation, request, installation.caller, signal),
    previewImport(installation, request, installation.caller, signal),
  ])
    assert.match((await rejectedWith('invalid', 'not_a_publication', refused)).message, /DOI of a grant/u);
});

others('is left out of a list and named on its job', async () => {
  const [job] = await ingestAll(installation, [CARBERRY]);
  assert.deepEqual(job?.counts, { found: 2, created: 1, refreshed: 0, unchanged: 0, failed: 1 });
  assert.deepEqual(
    job.failedWorks.map(({ work, error: { code } }) => [work, code]),
    [[GRANT, 'not_a_publication']],
  );
  assert.equal((await stateOf(GRANT)).status, 'absent');
});

others('does not keep the job from unlinking works that the list has lost', async () => {
  listed = [GRANT, '10.5555/more'];
  await ingestAll(installation, [CARBERRY], { acceptsLosses: true });
  const state = await stateOf(POTS);
  assert.deepEqual(state.status === 'active' && state.links, {});
});

others('that an earlier release has recorded stays as it is when it is checked again', async () => {
  isGrant = false;
  await importDoi(installation, { doi: GRANT }, installation.caller, signal);
  isGrant = true;
  const request = { doi: GRANT, links: [], facts: null, fallback: null, ask: 'due', changedAfter: Infinity } as const;
  assert.equal(await recordPublication(installation, request, installation.caller, signal), null);
  assert.equal((await stateOf(GRANT)).status, 'active');
});
