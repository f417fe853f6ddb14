/** JSON-LD: what a publication is in the words of schema.org. */
import assert from 'node:assert/strict';
import { CSL_TYPES } from '../../domain/csl-schema.ts';
import { jsonLd } from '../../formats/json-ld.ts';
import { ARTICLE, exported } from '../support/exported.ts';
import { suite } from '../support/suite.ts';

const writing = suite('JSON-LD');

const nodeOf = (...of: Parameters<typeof exported>): Readonly<Record<string, unknown>> =>
  JSON.parse(jsonLd.entry(exported(...of))) as Readonly<Record<string, unknown>>;

writing('has an article in its issue, volume and periodical, with the iDs of its authors', () => {
  const author = [
    {
      family: 'Carberry',
      given: 'Josiah',
      ORCID: 'https://orcid.org/0000-0002-1825-0097',
      affiliation: [{ name: 'Brown University', id: 'https://ror.org/05gq02987' }],
    },
    { literal: 'World Health Organization' },
  ];
  assert.deepEqual(nodeOf({ ...ARTICLE, author, ISSN: '1234-5679' }, { isRetracted: true }), {
    '@type': 'ScholarlyArticle',
    '@id': 'https://doi.org/10.5555/12345678',
    identifier: {
      '@type': 'PropertyValue',
      propertyID: 'https://registry.identifiers.org/registry/doi',
      value: '10.5555/12345678',
    },
    sameAs: 'https://doi.org/10.5555/12345678',
    name: 'On the Müller–Lyer illusion in Homo sapiens and H2O',
    headline: 'On the Müller–Lyer illusion in Homo sapiens and H2O',
    author: [
      {
        '@type': 'Person',
        name: 'Josiah Carberry',
        givenName: 'Josiah',
        familyName: 'Carberry',
        sameAs: 'https://orcid.org/0000-0002-1825-0097',
        affiliation: [{ '@type': 'Organization', name: 'Brown University', sameAs: 'https://ror.org/05gq02987' }],
      },
      { '@type': 'Organization', name: 'World Health Organization' },
    ],
    datePublished: '2021-07-03',
    isPartOf: {
      '@type': 'PublicationIssue',
      issueNumber: '3',
      isPartOf: {
        '@type': 'PublicationVolume',
        volumeNumber: '12',
        isPartOf: { '@type': 'Periodical', name: 'Journal of Seeing & Believing', issn: ['1234-5679'] },
      },
    },
    pagination: '101-109',
    pageStart: '101',
    pageEnd: '109',
    publisher: { '@type': 'Organization', name: 'Springer' },
    creativeWorkStatus: 'Retracted',
    isAccessibleForFree: true,
  });
});

writing('has a chapter in its book, and a book in its series', () => {
  const whole = (record: object): unknown => nodeOf(record)['isPartOf'];
  const series = { '@type': 'BookSeries', name: 'Pots' };
  assert.deepEqual(
    whole({ type: 'chapter', 'container-title': 'On Pots', 'collection-title': 'Pots', ISBN: '9780306406157' }),
    { '@type': 'Book', name: 'On Pots', isbn: ['9780306406157'], isPartOf: series },
  );
  assert.deepEqual(whole({ type: 'book', 'collection-title': 'Pots' }), series);
  assert.deepEqual(nodeOf({ type: 'book', ISBN: '9780306406157' })['isbn'], ['9780306406157']);
});

writing('has a type for every type of CSL', () => {
  for (const type of CSL_TYPES) assert.match(String(nodeOf({ type })['@type']), /^[A-Z]/u);
  assert.deepEqual(
    ['dataset', 'thesis', 'software', 'hologram'].map((type) => nodeOf({ type })['@type']),
    ['Dataset', 'Thesis', 'SoftwareSourceCode', 'CreativeWork'],
  );
});

writing('of one publication stands alone', () => {
  const alone = JSON.parse(jsonLd.single?.(exported(ARTICLE)) ?? '') as Readonly<Record<string, unknown>>;
  assert.equal(alone['@context'], 'https://schema.org');
  assert.equal(alone['@type'], 'ScholarlyArticle');
});
