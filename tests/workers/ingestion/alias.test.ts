/** A provider that returns a work under another DOI than the requested one has no record of the requested one. */
import assert from 'node:assert/strict';
import { loadState } from '../../../commands/aggregate.ts';
import { publicationAggregate } from '../../../commands/publication.ts';
import { importDoi } from '../../../workers/ingestion/import-doi.ts';
import { ingestAll } from '../../support/ingesting.ts';
import { openInstallation, type Installation } from '../../support/installation.ts';
import { listedAs } from '../../support/listed-as.ts';
import { providersThat } from '../../support/providers-that.ts';
import { suite } from '../../support/suite.ts';

const [ALIAS, PRIMARY, CARBERRY] = ['10.5555/alias', '10.5555/primary', '0000-0002-1825-0097'];
const entry = {
  ...({ source: 'orcid', dois: [ALIAS], identifiers: [], fallbackKey: '1', listedName: null } as const),
  href: 'https://example.org',
  summary: { type: 'article-journal', title: 'As the list says' },
  from: { provider: 'orcid', url: 'https://example.org/list' },
} as const;

const alias = suite('an alias of a DOI');
let installation: Installation;
alias.before(async () => {
  const providers = providersThat({
    describe: (provider) => Promise.resolve({ kind: 'notThere', ...(provider === 'crossref' && { knownAs: PRIMARY }) }),
    list: (source) => Promise.resolve(listedAs(source === 'orcid' ? [entry] : [])),
  });
  installation = { ...(await openInstallation({ matching: false })), providers };
});
alias.after(() => installation.stop());

const titleOf = async (doi: string): Promise<string | null | undefined> => {
  const { state } = await loadState(installation.events, publicationAggregate, 'org', doi);
  return state.status === 'absent' ? null : state.original.title;
};

alias('in a list is recorded as the list describes it', async () => {
  await ingestAll(installation, [CARBERRY]);
  assert.deepEqual([await titleOf(ALIAS), await titleOf(PRIMARY)], ['As the list says', null]);
});

alias('is not imported: the refusal names the DOI to import instead', async () => {
  const { signal } = new AbortController();
  await assert.rejects(importDoi(installation, { doi: ALIAS }, installation.caller, signal), (error: object) => {
    assert.match(JSON.stringify(error), /"doi_unknown".*"known_as":"10.5555\/primary"/u);
    return true;
  });
});
