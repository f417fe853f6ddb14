/** Whatever providers answer, no event holds a text that was not cleaned. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { loadState } from '../../../commands/aggregate.ts';
import { personAggregate } from '../../../commands/person.ts';
import { cslFromCrossref } from '../../../infra/providers/crossref/work.ts';
import { cslFromDatacite } from '../../../infra/providers/datacite/record.ts';
import { cslFromOpenalex } from '../../../infra/providers/openalex/work.ts';
import { importDoi } from '../../../workers/ingestion/import-doi.ts';
import { mustHoldClean, assertCleanEvents } from '../../support/clean-events.ts';
import { inventedOrcid } from '../../support/history/papers.ts';
import { hostileProviders, respondWith } from '../../support/hostile-providers.ts';
import { hostile as hostileText } from '../../support/hostile-texts.ts';
import { ingestAll } from '../../support/ingesting.ts';
import { openInstallation } from '../../support/installation.ts';
import { suite } from '../../support/suite.ts';

const hostile = suite('a text of a provider');
const HOSTILE =
  'Jo\0\u0003\ufffe\u{1ffff}\ud800 <img src=x onerror=alert(1)> &lt;svg/onload=alert(1)&gt;\r\n <b>& co</b>';
const ADDRESS = 'https://example.org/\u0003\ufffe\ud800"><img/src=x>';
const [ORCID, IN_CROSSREF, IN_DATACITE] = [inventedOrcid(700), '10.5555/hostile.crossref', '10.5555/hostile.datacite'];

/** The same value with the text in place of each `x`, and a hostile address in place of each `url`. */
const filled = (value: unknown, text = HOSTILE): unknown => {
  if (value === 'url') return ADDRESS;
  if (typeof value === 'string') return value.replaceAll(/\bx\b/gu, () => text);
  if (Array.isArray(value)) return value.map((each) => filled(each, text));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key === 'x' ? text : key, filled(each, text)]));
};

const crossref = {
  DOI: IN_CROSSREF,
  ...{ type: 'book-chapter', subtype: 'x', degree: 'x', language: 'x', page: 'x', volume: 'x', issue: 'x' },
  ...{
    title: ['x'],
    subtitle: ['y x'],
    'original-title': ['z x'],
    'container-title': ['x', 'y x'],
    ISBN: ['x'],
    ISSN: ['x'],
  },
  ...{
    'short-container-title': ['x'],
    publisher: 'x',
    'publisher-location': 'x',
    'edition-number': 'x',
    abstract: 'x',
  },
  ...{ 'article-number': 'x', event: { name: 'x', location: 'x' }, resource: { primary: { URL: 'url' } } },
  author: [{ given: 'x', family: 'x', suffix: 'x', ORCID: 'x' }, { name: 'x' }],
  'update-to': [{ DOI: IN_DATACITE, type: 'retraction', label: 'x' }],
};
const datacite = {
  doi: IN_DATACITE,
  creators: [
    { name: 'x' },
    { name: 'x, y x' },
    { givenName: 'x', familyName: 'x', nameIdentifiers: [{ nameIdentifier: 'x' }] },
  ],
  titles: [{ title: 'x' }, { title: 'x y', titleType: 'Subtitle' }, { title: 'x z', titleType: 'AlternativeTitle' }],
  container: {
    title: 'x',
    volume: 'x',
    issue: 'x',
    firstPage: 'x',
    lastPage: 'x',
    identifier: 'x',
    identifierType: 'ISSN',
  },
  relatedItems: [
    {
      ...{ relationType: 'IsPublishedIn', titles: [{ title: 'x' }], volume: 'x', issue: 'x', number: 'x' },
      ...{ firstPage: 'x', relatedItemIdentifier: { relatedItemIdentifier: 'x', relatedItemIdentifierType: 'ISSN' } },
    },
  ],
  relatedIdentifiers: [{ relatedIdentifierType: 'ISBN', relationType: 'IsPartOf', relatedIdentifier: 'x' }],
  descriptions: [{ descriptionType: 'Abstract', description: 'x' }],
  ...{
    publisher: 'x',
    version: 'x',
    language: 'x',
    url: 'url',
    types: { resourceTypeGeneral: 'Text', resourceType: 'x' },
  },
};
const source = { type: 'journal', display_name: 'x', host_organization_name: 'x', issn: ['x'] };
const openalex = {
  ...{ id: 'url', title: 'x', type: 'article', language: 'x', publication_date: 'x', ids: { pmid: 'x' } },
  primary_location: { landing_page_url: 'url', raw_source_name: 'x', source },
  biblio: { volume: 'x', issue: 'x', first_page: 'x', last_page: 'x' },
  authorships: [{ raw_author_name: 'x', author: { display_name: 'x', orcid: `https://orcid.org/${ORCID}` } }],
  abstract_inverted_index: { x: [0, 1] },
  open_access: { oa_status: 'x', oa_url: 'url' },
  topics: [{ display_name: 'x' }],
};
const id = (type: string, value: string) => ({
  'external-id-type': type,
  'external-id-value': value,
  'external-id-relationship': 'self',
});
const orcid = {
  name: { 'credit-name': { value: 'x' }, 'given-names': { value: 'x' }, 'family-name': { value: 'x' } },
  biography: { content: 'x' },
  group: [
    [id('doi', IN_CROSSREF)],
    [id('doi', IN_DATACITE)],
    [id('pmid', 'x'), id('handle', '1\u0003\ufffe\ud800')],
  ].map((ids, n) => ({
    'external-ids': { 'external-id': ids },
    'work-summary': [
      {
        'put-code': n + 1,
        title: { title: { value: 'x' }, subtitle: { value: 'y x' } },
        'journal-title': { value: 'x' },
        url: { value: 'url' },
      },
    ],
  })),
};

hostile('is clean in every event of an ingestion and an import', async () => {
  const providers = await hostile.holds(hostileProviders());
  const installation = await hostile.holds(openInstallation({ urls: providers.urls }));
  const page = {
    meta: { count: 2, next_cursor: null },
    results: [openalex, { ...openalex, id: 'https://openalex.org/W2', doi: IN_CROSSREF }],
  };
  for (const [containing, body] of [
    ['/orcid/', orcid],
    ['/openalex/', page],
    ['/crossref/', { message: crossref }],
    [`/datacite/dois/${IN_DATACITE}`, { data: { attributes: datacite } }],
  ] as const)
    providers.answer(containing, respondWith(filled(body)));
  providers.answer(`/crossref/works/${IN_DATACITE}`, (response) => void response.writeHead(404).end());
  const [job] = await ingestAll(installation, [ORCID]);
  assert.deepEqual([job?.status, job?.failedWorks], ['succeeded', []]);
  await importDoi(installation, { doi: IN_DATACITE }, installation.caller, new AbortController().signal);
  await assertCleanEvents(installation.events, [
    'PersonNamed',
    'PersonDescribed',
    'PublicationAdded',
    'PublicationIdentified',
    'RetractionNoticed',
    'DoiImported',
  ]);
});

hostile('is clean in a record, whatever it is', () =>
  fc.assert(
    fc.property(hostileText, (text) => {
      for (const csl of [
        cslFromCrossref(filled(crossref, text)),
        cslFromDatacite(filled(datacite, text)),
        cslFromOpenalex(filled(openalex, text)),
      ])
        mustHoldClean(csl, csl.DOI ?? 'openalex');
    }),
    { numRuns: 300 },
  ),
);

hostile('is no name or biography if a reader would see none of it', async () => {
  const providers = await hostile.holds(hostileProviders());
  const installation = await hostile.holds(openInstallation({ urls: providers.urls }));
  const nothing = { value: '<p>&#32;</p>' };
  const name = { 'credit-name': nothing, 'given-names': nothing, 'family-name': { value: 'Carberry' } };
  providers.answer('/orcid/', respondWith({ name, biography: { content: nothing.value }, group: [] }));
  await ingestAll(installation, [ORCID]);
  const { state } = await loadState(installation.events, personAggregate, 'org', ORCID);
  assert.ok(state.status === 'active');
  assert.deepEqual([state.name?.value, state.biography], ['Carberry', null]);
});
