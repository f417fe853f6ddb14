/** Editors and other contributors are linked and found as authors are; those whose names OpenAlex cut off are not forgotten. */
import assert from 'node:assert/strict';
import { handle } from '../../../commands/handle.ts';
import { personAggregate } from '../../../commands/person.ts';
import { publicationAggregate } from '../../../commands/publication.ts';
import { repairAuthorLinks } from '../../../commands/repair-author-links.ts';
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
  ...{ summary: { type: 'book', title: 'As listed' }, from },
};

/** OpenAlex cuts off the names of works with these DOIs, and the registry has these authors. */
const CUT = {
  '10.5555/cut.named': [{ family: 'Nemo' }, { family: 'Carberry', given: 'J.' }],
  '10.5555/cut.group': [{ literal: 'The Pottery Collaboration' }],
  '10.5555/cut.other': [{ family: 'Carberry', given: 'J.', ORCID: orcidAddress(MARTA) }],
};
const cut = Object.keys(CUT).map((doi) => ({
  ...({
    source: 'openalex',
    dois: [doi],
    identifiers: [],
    fallbackKey: doi,
    listedName: null,
    isCutOff: true,
  } as const),
  ...{ summary: { type: 'article', title: 'As listed' }, from },
}));

const contributors = suite('a record of editors alone');
const cutOff = suite('a person whose name OpenAlex cut off');
let installation: Installation;
contributors.before(async () => {
  const recordOf = (doi: string) =>
    doi === DOI ? book : { type: 'article', title: 'Many pots', author: new Map(Object.entries(CUT)).get(doi) ?? [] };
  const described = (doi: string) => ({
    csl: recordOf(doi),
    source: from,
    fetchedAt: 1,
    retractedBy: [],
    retracts: [],
  });
  const providers = providersThat({
    describe: (_provider, doi) => Promise.resolve({ kind: 'described', ...described(doi) }),
    list: (source) => Promise.resolve(listedAs(source === 'orcid' ? [listed] : cut)),
  });
  installation = { ...(await openInstallation()), providers };
});
cutOff.after(() => installation.stop());

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

const suggestionsFor = async (doi: string) => {
  const listing = suggestionListing({ workspace: 'org', locale: 'en', doi, orcid: null });
  const { items } = await findPage(installation.readModels, listing, { page: 1, perPage: 20 });
  return items.flatMap(({ suggestions }) => suggestions);
};

contributors('suggests someone who is registered later for the entry with their name', async () => {
  const register = { type: 'RegisterPerson', orcid: LENA, name: 'Lena Quill', saidBy: 'staff' } as const;
  await handle(installation, personAggregate, LENA, register, installation.caller);
  await installation.settled();
  assert.deepEqual(
    (await suggestionsFor(DOI)).map(({ person, role, author, evidence }) => [person.orcid, role, author, evidence]),
    [
      [
        ...[LENA, 'translator', 0],
        {
          name: 'Quill, L.',
          affiliation: null,
          listed_affiliations: [],
          co_authors: [],
          shared_works: [],
          sources: ['crossref'],
        },
      ],
    ],
  );
});

const personsOf = async (doi: string) => {
  const { body } = (await staffPublication(installation.readModels, 'org', doi, 'en')) ?? {};
  return [body?.person_orcids, body?.author_match_state];
};

cutOff('is linked if an entry of the record has it, as if OpenAlex had named them', async () => {
  assert.deepEqual(await personsOf('10.5555/cut.named'), [[CARBERRY], 'complete']);
});

cutOff('is suggested if no entry has it, without one, until staff decide', async () => {
  const of = async () =>
    (await suggestionsFor('10.5555/cut.group')).map(({ person, author, evidence: { name, sources } }) => ({
      ...{ orcid: person.orcid, author, name, sources },
    }));
  assert.deepEqual(await personsOf('10.5555/cut.group'), [[], 'needs_attention']);
  assert.deepEqual(await of(), [{ orcid: CARBERRY, author: null, name: null, sources: ['openalex'] }]);
  assert.deepEqual(await personsOf('10.5555/cut.other'), [[MARTA], 'needs_attention']);

  const reject = { type: 'UnlinkAuthor', orcid: CARBERRY, basis: 'staff', ofSuggestion: true } as const;
  await handle(installation, publicationAggregate, '10.5555/cut.group', reject, installation.caller);
  await ingestAll(installation, [CARBERRY]);
  assert.deepEqual(await of(), []);
});

cutOff('is still suggested after a repair', async () => {
  const doi = '10.5555/cut.other';
  await repairAuthorLinks(installation, doi, { people: [], dryRun: false }, installation.caller);
  await installation.settled();
  assert.deepEqual(await personsOf(doi), [[MARTA], 'needs_attention']);
});
