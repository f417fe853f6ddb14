/** Facts in the answers of each provider, by its own names, become the same fields of a record. */
import assert from 'node:assert/strict';
import { FACTS } from '../../../domain/limits.ts';
import { cslFromCrossref } from '../../../infra/providers/crossref/work.ts';
import { describeByDatacite } from '../../../infra/providers/datacite/index.ts';
import { cslFromDatacite } from '../../../infra/providers/datacite/record.ts';
import type { JsonClient } from '../../../infra/providers/http/client.ts';
import { factsByOpenalex } from '../../../infra/providers/openalex/index.ts';
import { cslFromOpenalex, listedFromOpenalex } from '../../../infra/providers/openalex/work.ts';
import { listedFromOrcid } from '../../../infra/providers/orcid/works.ts';
import { suite } from '../../support/suite.ts';

const crossref = suite('the facts of Crossref');
const datacite = suite('the facts of DataCite');
const openalex = suite('the facts of OpenAlex');
const orcid = suite('the facts of ORCID');

const never = new AbortController().signal;
const doi = (type: string, id: string) => ({ type, 'id-type': 'doi', id });
const BY = 'https://creativecommons.org/licenses/by/4.0/';

crossref('have licences with their version and first day', () => {
  const start = (...parts: readonly number[]) => ({ 'date-parts': [parts], timestamp: 1 });
  const { license } = cslFromCrossref({
    license: [
      { URL: 'http://creativecommons.org/licenses/by/4.0', 'content-version': 'vor', start: start(2016, 1, 7) },
      { URL: BY, 'content-version': 'vor', start: start(2016, 1, 7), 'delay-in-days': 3 },
      { URL: 'https://www.elsevier.com/tdm/userlicense/1.0/', 'content-version': 'tdm', start: start(2016, 13) },
      { URL: 'CC BY' },
    ],
  });
  assert.deepEqual(license, [
    { URL: BY, 'content-version': 'vor', start: '2016-01-07' },
    { URL: 'https://www.elsevier.com/tdm/userlicense/1.0/', 'content-version': 'tdm', start: '2016' },
  ]);
});

crossref('have each funder once, with all of its awards', () => {
  const nsf = { name: 'National Science Foundation', DOI: '10.13039/100000001', 'doi-asserted-by': 'publisher' };
  const { funder } = cslFromCrossref({
    funder: [
      { ...nsf, award: ['CHE-1362140'] },
      { ...nsf, award: ['CHE-1362140', 'CHE-0821254'] },
      { name: 'Pottery &amp; Sons', id: [{ id: 'https://ror.org/02mhbdp94', 'id-type': 'ROR' }] },
      { award: ['nobody’s'] },
      { name: 'With another id', DOI: '10.5555/funder' },
    ],
  });
  assert.deepEqual(funder, [
    { name: nsf.name, id: 'https://doi.org/10.13039/100000001', award: ['CHE-1362140', 'CHE-0821254'] },
    { name: 'Pottery & Sons', id: 'https://ror.org/02mhbdp94' },
    { name: 'With another id' },
  ]);
});

crossref('have relations to other works, and what their update notices do', () => {
  const { relation } = cslFromCrossref({
    DOI: '10.5555/Own',
    relation: {
      'is-preprint-of': [{ 'id-type': 'doi', id: '10.5555/ARTICLE', 'asserted-by': 'subject' }],
      'has-preprint': [
        { 'id-type': 'doi', id: '10.5555/article' },
        { 'id-type': 'doi', id: '10.5555/own' },
      ],
      'is-part-of': [
        { 'id-type': 'issn', id: '2041-1723' },
        { 'id-type': 'issn', id: '2041-1724' },
      ],
      'has-comment': [{ 'id-type': 'doi', id: '10.5555/comment' }],
      cites: 'nothing',
    },
    'update-to': [
      { DOI: '10.5555/corrected', type: 'erratum' },
      { DOI: '10.5555/withdrawn', type: 'Retraction' },
      { DOI: '10.5555/own', type: 'correction' },
      { DOI: '10.5555/doubted', type: 'expression_of_concern' },
    ],
    'updated-by': [
      { DOI: '10.5555/notice', type: 'correction' },
      { DOI: '10.5555/second', type: 'new_edition' },
      { DOI: '10.5555/end', type: 'retraction' },
    ],
  });
  assert.deepEqual(relation, [
    doi('is-preprint-of', '10.5555/article'),
    { type: 'is-part-of', 'id-type': 'issn', id: '2041-1723' },
    doi('corrects', '10.5555/corrected'),
    doi('retracts', '10.5555/withdrawn'),
    doi('is-corrected-by', '10.5555/notice'),
    doi('is-previous-version-of', '10.5555/second'),
  ]);
});

crossref('have affiliations as printed, with the id of ROR alone', () => {
  const affiliation = [
    { name: 'Institute of <i>Psychoceramics</i>', id: [{ id: 'https://ror.org/02mhbdp94', 'id-type': 'ROR' }] },
    { name: 'Pottery', id: [{ id: 'https://www.isni.org/1', 'id-type': 'ISNI' }] },
    { name: '' },
  ];
  const { author, editor } = cslFromCrossref({
    author: [{ family: 'Potter', affiliation }],
    editor: [{ name: 'Editors', affiliation: [{ name: 'Pottery' }] }],
  });
  assert.deepEqual(author?.[0]?.affiliation, [
    { name: 'Institute of Psychoceramics', id: 'https://ror.org/02mhbdp94' },
    { name: 'Pottery' },
  ]);
  assert.deepEqual(editor?.[0]?.affiliation, [{ name: 'Pottery' }]);
});

crossref('are the first ones within the limits', () => {
  const many = (most: number) => Array.from({ length: 2 * most }, (_, n) => n);
  const { subject, funder, relation, license, author } = cslFromCrossref({
    subject: ['pots', 'Pots', ...many(FACTS.subjects).map((n) => `s${n}`)],
    funder: many(FACTS.funders).map((n) => ({ name: `f${n}`, award: many(FACTS.awards).map(String) })),
    relation: { 'has-part': many(FACTS.relations).map((n) => ({ 'id-type': 'doi', id: `10.5555/${n}` })) },
    license: many(FACTS.licences).map((n) => ({ URL: `https://example.org/${n}` })),
    author: [{ family: 'Potter', affiliation: many(FACTS.affiliations).map((n) => ({ name: `a${n}` })) }],
  });
  assert.deepEqual([subject?.length, subject?.[1]], [FACTS.subjects, 's0']);
  assert.deepEqual([funder?.length, funder?.[0]?.award?.length], [FACTS.funders, FACTS.awards]);
  assert.deepEqual([relation?.length, license?.length], [FACTS.relations, FACTS.licences]);
  assert.equal(author?.[0]?.affiliation?.length, FACTS.affiliations);
});

datacite('have its words in the form of the others', () => {
  const related = (relationType: string, relatedIdentifierType: string, relatedIdentifier: string) => ({
    ...{ relationType, relatedIdentifierType, relatedIdentifier },
  });
  const record = cslFromDatacite({
    doi: '10.5555/OWN',
    rightsList: [
      { rights: 'CC BY', rightsUri: 'https://creativecommons.org/licenses/by/4.0/legalcode' },
      { rights: 'Open Access', rightsUri: 'info:eu-repo/semantics/openAccess' },
      { rights: 'http://rightsstatements.org/page/InC-NC/1.0/' },
      { rights: 'Share alike - https://creativecommons.org/licenses/by-sa/3.0/de/', rightsUri: 'info:eu-repo/open' },
      { rights: 'See https://example.org/terms, or ask' },
      { rights: 'All rights reserved' },
    ],
    fundingReferences: [
      {
        ...{ funderName: 'European Commission', funderIdentifier: 'https://doi.org/10.13039/501100000780' },
        ...{ awardNumber: '777483', awardUri: 'info:eu-repo/grantAgreement/EC/H2020/777483/' },
      },
    ],
    relatedIdentifiers: [
      related('IsPartOf', 'DOI', 'doi:10.5555/Whole'),
      related('IsNewVersionOf', 'DOI', 'https://doi.org/10.5555/v1'),
      related('IsPartOf', 'LISSN', '20411723'),
      related('IsSupplementTo', 'URL', 'https://example.org/article'),
      related('Reviews', 'arXiv', 'arXiv:2101.00001'),
      related('IsPartOf', 'LSID', 'urn:lsid:example.org:parts:1'),
      related('References', 'DOI', '10.5555/cited'),
      related('HasPart', 'DOI', '10.5555/own'),
    ],
    subjects: [{ subject: 'Pots' }, { subject: 'pots', lang: 'en' }, { subjectScheme: 'DDC' }, { subject: '(:unav)' }],
    language: 'en-US',
    creators: [{ name: 'Potter, Ada', affiliation: ['Pottery', 'N/A'] }],
    contributors: [
      {
        ...{ name: 'Jarrer, Bo', contributorType: 'Editor' },
        affiliation: [
          {
            ...{ name: 'Jars', affiliationIdentifier: 'https://ror.org/02mhbdp94' },
            affiliationIdentifierScheme: 'ROR',
          },
        ],
      },
    ],
  });
  assert.deepEqual(record.license, [
    { URL: BY },
    { URL: 'http://rightsstatements.org/page/InC-NC/1.0/' },
    { URL: 'https://creativecommons.org/licenses/by-sa/3.0/de/' },
  ]);
  assert.deepEqual(record.funder, [
    { name: 'European Commission', id: 'https://doi.org/10.13039/501100000780', award: ['777483'] },
  ]);
  assert.deepEqual(record.relation, [
    doi('is-part-of', '10.5555/whole'),
    doi('is-new-version-of', '10.5555/v1'),
    { type: 'is-part-of', 'id-type': 'issn', id: '2041-1723' },
    { type: 'is-supplement-to', 'id-type': 'uri', id: 'https://example.org/article' },
    { type: 'is-review-of', 'id-type': 'arxiv', id: '2101.00001' },
    { type: 'is-part-of', 'id-type': 'other', id: 'urn:lsid:example.org:parts:1' },
  ]);
  assert.deepEqual([record.subject, record.language], [['Pots'], 'en-US']);
  assert.deepEqual(record.author?.[0]?.affiliation, [{ name: 'Pottery' }]);
  assert.deepEqual(record.editor?.[0]?.affiliation, [{ name: 'Jars', id: 'https://ror.org/02mhbdp94' }]);
});

datacite('are requested with the identifiers of affiliations', async () => {
  const asked: string[] = [];
  const get = ({ href }: URL) => {
    asked.push(href);
    return Promise.resolve({ kind: 'notThere' } as const);
  };
  await describeByDatacite({ get }, 'https://api.example.org')('10.5555/a', null, never);
  assert.deepEqual(asked, ['https://api.example.org/dois/10.5555%2Fa?affiliation=true']);
});

const place = (of: object) => ({ is_oa: true, version: 'publishedVersion', license: null, pdf_url: null, ...of });
const BEST = place({ landing_page_url: 'https://doi.org/10.5555/own', license: 'cc-by' });
const WORK = {
  id: 'https://openalex.org/W1',
  doi: 'https://doi.org/10.5555/own',
  best_oa_location: BEST,
  locations: [
    BEST,
    place({ landing_page_url: 'https://example.org/closed', is_oa: false, license: 'cc-by' }),
    place({
      landing_page_url: null,
      pdf_url: 'https://example.org/1.pdf',
      version: 'acceptedVersion',
      license: 'other-oa',
    }),
    place({ landing_page_url: null }),
  ],
  funders: [
    { id: 'https://openalex.org/F1', display_name: 'Pottery Foundation', ror: 'https://ror.org/02mhbdp94' },
    { id: 'https://openalex.org/F2', display_name: 'Jars', ror: null },
  ],
  awards: [
    { funder_award_id: 'P-1', funder_id: 'https://openalex.org/F1', funder_display_name: 'Pottery Foundation' },
    { funder_award_id: 'C-1', funder_id: 'https://openalex.org/F3', funder_display_name: 'Cups' },
  ],
  keywords: [{ display_name: 'Pots', score: 0.9 }],
  language: 'en',
  authorships: [
    {
      raw_author_name: 'Potter, Ada',
      institutions: [
        { id: 'https://openalex.org/I1', ror: 'https://ror.org/02mhbdp94' },
        { id: 'https://openalex.org/I2', ror: 'https://ror.org/05gq02987' },
        {
          ...{ id: 'https://openalex.org/I3', ror: 'https://ror.org/00pd74e08' },
          lineage: ['https://openalex.org/I2', 'https://openalex.org/I3'],
        },
      ],
      affiliations: [
        { raw_affiliation_string: 'Institute of Psychoceramics', institution_ids: ['https://openalex.org/I1'] },
        {
          raw_affiliation_string: 'Pottery, and Jars',
          institution_ids: ['https://openalex.org/I1', 'https://openalex.org/I2'],
        },
        {
          raw_affiliation_string: 'Institute of Jars, Pottery',
          institution_ids: ['https://openalex.org/I2', 'https://openalex.org/I3'],
        },
        { raw_affiliation_string: 'Institute of  Psychoceramics', institution_ids: [] },
      ],
    },
  ],
};
const OF_WORK = {
  license: [{ URL: 'https://creativecommons.org/licenses/by/', 'content-version': 'vor' }],
  locations: [
    { landing_page_url: 'https://doi.org/10.5555/own', version: 'publishedVersion', license: 'cc-by' },
    { pdf_url: 'https://example.org/1.pdf', version: 'acceptedVersion', license: 'other-oa' },
  ],
  funder: [
    { name: 'Pottery Foundation', id: 'https://ror.org/02mhbdp94', award: ['P-1'] },
    { name: 'Jars' },
    { name: 'Cups', award: ['C-1'] },
  ],
  subject: ['Pots'],
  language: 'en',
};

openalex('have open locations, the best first, and licences that its words name', () => {
  const record = cslFromOpenalex(WORK);
  assert.deepEqual(Object.fromEntries(Object.keys(OF_WORK).map((field) => [field, record[field]])), OF_WORK);
  assert.deepEqual(record.author?.[0]?.affiliation, [
    { name: 'Institute of Psychoceramics', id: 'https://ror.org/02mhbdp94' },
    { name: 'Pottery, and Jars' },
    { name: 'Institute of Jars, Pottery', id: 'https://ror.org/00pd74e08' },
  ]);
});

openalex('are the first ones within the limits, without texts that are too long', () => {
  const many = <T>(most: number, of: (n: number) => T): readonly T[] =>
    Array.from({ length: 2 * most }, (_, n) => of(n));
  const { locations, subject, funder, author } = cslFromOpenalex({
    id: WORK.id,
    locations: many(FACTS.locations, (n) => place({ landing_page_url: `https://example.org/${n}` })),
    keywords: [{ display_name: 'p'.repeat(FACTS.subjectCharacters + 1) }, ...WORK.keywords],
    awards: [{ funder_award_id: '1'.repeat(FACTS.awardCharacters + 1), funder_id: 'F3', funder_display_name: 'Cups' }],
    authorships: [
      {
        raw_author_name: 'Potter, Ada',
        affiliations: [{ raw_affiliation_string: 'x'.repeat(FACTS.affiliationCharacters + 1), institution_ids: [] }],
      },
    ],
  });
  assert.deepEqual([locations?.length, locations?.[0]?.landing_page_url], [FACTS.locations, 'https://example.org/0']);
  assert.deepEqual([subject, funder, author], [['Pots'], [{ name: 'Cups' }], [{ family: 'Potter', given: 'Ada' }]]);
});

openalex('are requested of many works at once, without their authors', async () => {
  let asked = '';
  const get = ({ searchParams }: URL) => {
    asked = searchParams.get('select') ?? '';
    const { authorships: _authorships, ...work } = WORK;
    const body = { meta: { count: 1 }, results: [work] };
    return Promise.resolve({ kind: 'ok', body, source: { provider: 'openalex', url: '' }, fetchedAt: 1 } as const);
  };
  const facts = await factsByOpenalex({ get } as unknown as JsonClient, 'https://api.example.org')(
    ['10.5555/own'],
    never,
  );
  assert.deepEqual(facts.get('10.5555/own')?.enrichment.record, OF_WORK);
  for (const field of ['locations', 'best_oa_location', 'funders', 'awards', 'keywords', 'language'])
    assert.ok(asked.split(',').includes(field), asked);
  assert.ok(!asked.includes('authorships'), asked);
});

openalex('stand in a list only with works that no DOI describes', () => {
  const from = { provider: 'openalex', url: 'https://api.example.org' } as const;
  const factsOf = (work: object) => {
    const { subject, locations, author } = listedFromOpenalex(work, '0000-0002-1825-0097', from).summary;
    return [subject, locations, author?.[0]?.affiliation].map((fact) => fact !== undefined);
  };
  assert.deepEqual(factsOf(WORK), [false, false, false]);
  assert.deepEqual(factsOf({ ...WORK, doi: null }), [true, true, true]);
});

orcid('have what the work is a part or a version of', () => {
  const id = (relationship: string, type: string, value: string) => ({
    'external-id-type': type,
    'external-id-value': value,
    'external-id-relationship': relationship,
  });
  const ids = [
    id('self', 'doi', '10.5555/own'),
    id('part-of', 'issn', '2041-1723'),
    id('version-of', 'doi', 'https://doi.org/10.5555/Article'),
    id('funded-by', 'grant_number', 'P-1'),
    id('part-of', 'source-work-id', '7'),
  ];
  const summary = { 'put-code': 1, title: { title: { value: 'Pots' } }, 'external-ids': { 'external-id': ids } };
  const from = { provider: 'orcid', url: 'https://pub.example.org' } as const;
  const [listed] = listedFromOrcid({ 'work-summary': [summary] }, '0000-0002-1825-0097', from);
  assert.deepEqual(listed?.summary.relation, [
    { type: 'is-part-of', 'id-type': 'issn', id: '2041-1723' },
    doi('is-version-of', '10.5555/article'),
  ]);
});
