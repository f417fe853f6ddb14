/** Editors and other contributors are linked and found as authors are. */
import assert from 'node:assert/strict';
import { handle } from '../../../commands/handle.ts';
import { personAggregate } from '../../../commands/person.ts';
import { orcidAddress } from '../../../domain/orcid.ts';
import { staffPublication } from '../../../projections/queries/staff-publication.ts';
import { findPage } from '../../../projections/queries/listing.ts';
import { suggestionListing } from '../../../projections/queries/suggestions.ts';
import { ingestAll } from '../../support/ingesting.ts';
import { openInstallation, type Installation } from '../../support/installation.ts';
import { listedAs } from '../../support/listed-as.ts';
import { providersThat } from '../../support/providers-that.ts';
import { suite } from '../../support/suite.ts';

const [CARBERRY, MARTA, LENA] = ['0000-0002-1825-0097', '0000-0001-5109-3700', '0000-0002-1694-233X'];
const DOI = '10.5555/edited';
const from = { provider: 'crossref', url: 'https://example.org/works' } as const;
const book = {
  ...{ type: 'book', title: 'How republics read', DOI },
  editor: [
    { family: 'Carberry', given: 'Josiah', ORCID: orcidAddress(CARBERRY) },
    { family: 'Ellerby', given: 'Marta', ORCID: orcidAddress(MARTA) },
  ],
  translator: [{ family: 'Quill', given: 'L.' }],
};
const listed = {
  ...({ source: 'orcid', dois: [DOI], identifiers: [], fallbackKey: '1', listedName: null } as const),
  ...{ href: 'https://example.org', summary: { type: 'book', title: 'As listed' }, from },
};

const contributors = suite('a record of editors alone');
let installation: Installation;
contributors.before(async () => {
  const providers = providersThat({
    describe: () =>
      Promise.resolve({ kind: 'described', csl: book, source: from, fetchedAt: 1, retractedBy: [], retracts: [] }),
    list: (source) => Promise.resolve(listedAs(source === 'orcid' ? [listed] : [])),
  });
  installation = { ...(await openInstallation()), providers };
});
contributors.after(() => installation.stop());

contributors('links those with an iD, with their role, and is complete', async () => {
  await ingestAll(installation, [CARBERRY]);
  const { body } = (await staffPublication(installation.readModels, 'org', DOI, 'en')) ?? {};
  assert.equal(body?.author_match_state, 'complete');
  assert.deepEqual(
    body.person.map(({ orcid, roles }) => [orcid, roles]),
    [
      [CARBERRY, ['editor']],
      [MARTA, ['editor']],
    ],
  );
});

contributors('suggests someone who is registered later for the entry with their name', async () => {
  const register = { type: 'RegisterPerson', orcid: LENA, name: 'Lena Quill', saidBy: 'staff' } as const;
  await handle(installation, personAggregate, LENA, register, installation.caller);
  await installation.settled();
  const listing = suggestionListing({ workspace: 'org', locale: 'en', doi: DOI });
  const [found] = (await findPage(installation.readModels, listing, { page: 1, perPage: 20 })).items;
  assert.deepEqual(
    found?.suggestions.map(({ person, role, author, evidence }) => [person.orcid, role, author, evidence]),
    [[LENA, 'translator', 0, { name: 'Quill, L.', affiliation: null, co_authors: [], sources: ['crossref'] }]],
  );
});
