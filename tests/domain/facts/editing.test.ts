/** Facts that people edit get the normal form of their identifiers; what is no fact is refused at its place. */
import assert from 'node:assert/strict';
import { Refused } from '../../../domain/errors.ts';
import type { Json } from '../../../domain/json.ts';
import { FACTS, TEXT } from '../../../domain/limits.ts';
import type { PublicationEvent } from '../../../domain/publication/events.ts';
import { publication } from '../../../domain/publication/publication.ts';
import { changesTo, merge } from '../../../domain/record/overlay.ts';
import { fold } from '../../../domain/decider.ts';
import type { Publication } from '../../../domain/publication/state.ts';
import { suite } from '../../support/suite.ts';
import { added, DOI, source } from '../publication/samples.ts';

const editing = suite('editing the facts of a record');

const decided = (fields: Readonly<Record<string, Json>>, ...before: readonly PublicationEvent[]) =>
  publication.decide({ type: 'EditPublication', changes: changesTo(fields) }, fold(publication, [added, ...before]));

/** The value of the field after the edit. */
const edited = (field: string, value: Json, ...before: readonly PublicationEvent[]): unknown => {
  const state = fold<Publication, PublicationEvent>(publication, [
    added,
    ...before,
    ...decided({ [field]: value }, ...before),
  ]);
  return state.status === 'absent' ? null : merge(state)[field];
};

const refusedAt = (fields: Readonly<Record<string, Json>>, place: string, accepted?: RegExp): void => {
  try {
    assert.fail(`was not refused, but decided ${JSON.stringify(decided(fields))}`);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    assert.deepEqual([error.kind, error.details?.['field']], ['invalid', place], error.message);
    assert.match(String(error.details?.['accepted']), accepted ?? /./u);
    assert.ok(error.message.startsWith(place), error.message);
  }
};

const related = (type: string, idType: string, id: string) => ({ type, 'id-type': idType, id });

editing('has identifiers and addresses in normal form, each entry once', () => {
  assert.deepEqual(
    edited('relation', [
      related('is-preprint-of', 'doi', 'https://doi.org/10.5555/JARS.1'),
      related('is-preprint-of', 'doi', 'doi:10.5555/jars.1'),
      related('is-part-of', 'isbn', 'ISBN 978-0-00-000000-2'),
      related('is-part-of', 'issn', '00000019'),
      related('is-version-of', 'arxiv', 'https://arxiv.org/abs/2101.00001v2'),
      related('has-review', 'pmid', 'https://pubmed.ncbi.nlm.nih.gov/33301246/'),
      related('is-translation-of', 'pmcid', '123'),
      related('is-supplement-to', 'handle', 'https://hdl.handle.net/20.500.12345/67'),
    ]),
    [
      related('is-preprint-of', 'doi', '10.5555/jars.1'),
      related('is-part-of', 'isbn', '9780000000002'),
      related('is-part-of', 'issn', '0000-0019'),
      related('is-version-of', 'arxiv', '2101.00001'),
      related('has-review', 'pmid', '33301246'),
      related('is-translation-of', 'pmcid', 'PMC123'),
      related('is-supplement-to', 'handle', '20.500.12345/67'),
    ],
  );
  assert.deepEqual(
    edited('license', [{ URL: 'http://www.creativecommons.org/licenses/BY/4.0/legalcode', start: '2024-02' }]),
    [{ URL: 'https://creativecommons.org/licenses/by/4.0/', start: '2024-02' }],
  );
  assert.deepEqual(
    edited('funder', [
      { name: 'A', id: 'https://doi.org/10.13039/501100001659', award: ['1', '1', '2'] },
      { name: 'B', id: '02mhbdp94' },
    ]),
    [
      { name: 'A', id: 'https://doi.org/10.13039/501100001659', award: ['1', '2'] },
      { name: 'B', id: 'https://ror.org/02mhbdp94' },
    ],
  );
  assert.deepEqual(edited('subject', ['Pots', 'Jars', 'Pots']), ['Pots', 'Jars']);
  const open = [{ landing_page_url: 'https://example.org/1', version: 'acceptedVersion' }];
  assert.deepEqual(edited('locations', open), open);
});

editing('refuses what is none, and says where and what is accepted', () => {
  const doi = '10.5555/jars';
  refusedAt({ relation: [related('is-copy-of', 'doi', doi)] }, 'relation/0/type', /is-preprint-of, has-preprint/u);
  refusedAt({ relation: [related('has-part', 'lsid', doi)] }, 'relation/0/id-type', /doi, isbn, issn/u);
  refusedAt({ relation: [related('has-part', 'doi', '11.5555/jars')] }, 'relation/0/id', /10\.<4 to 9 digits>/u);
  refusedAt({ relation: [related('has-part', 'isbn', '978-0-00-000000-3')] }, 'relation/0/id', /check digit/u);
  refusedAt({ relation: [related('has-part', 'issn', '0000-0018')] }, 'relation/0/id', /check digit/u);
  refusedAt({ relation: [related('has-part', 'uri', 'javascript:alert(1)')] }, 'relation/0/id', /https?:/u);
  refusedAt({ relation: [related('has-part', 'other', '<b>1</b>')] }, 'relation/0/id');
  refusedAt(
    { relation: [related('has-part', 'doi', doi), related('has-part', 'doi', DOI)] },
    'relation/1/id',
    /another work/u,
  );
  refusedAt({ license: [{ URL: 'CC BY 4.0' }] }, 'license/0/URL', /https?:\/\//u);
  refusedAt({ license: [{}] }, 'license/0/URL');
  refusedAt({ license: [{ URL: 'https://example.org', start: '2024-02-30' }] }, 'license/0/start', /2021-03/u);
  refusedAt({ license: [{ URL: 'https://example.org', version: 'vor' }] }, 'license/0/version');
  refusedAt({ funder: [{ name: ' ' }] }, 'funder/0/name', /not blank/u);
  refusedAt({ funder: [{ name: 'A', id: 'https://ror.org/1' }] }, 'funder/0/id', /ror\.org.+10\.13039/u);
  refusedAt({ funder: [{ name: 'A', award: ['1', ''] }] }, 'funder/0/award/1');
  refusedAt({ locations: [{ version: 'acceptedVersion' }] }, 'locations/0', /landing_page_url/u);
  refusedAt(
    { locations: [{ pdf_url: 'https://example.org', version: 'draft' }] },
    'locations/0/version',
    /submittedVersion/u,
  );
  refusedAt({ subject: ['Pots', ''] }, 'subject/1');
  refusedAt({ subject: 'Pots, jars' }, 'subject', /a list/u);
});

editing('keeps as many and as long entries as the limits say, and refuses more', () => {
  const many = (most: number, of: (n: number) => Json): readonly Json[] =>
    Array.from({ length: most }, (_, n) => of(n));
  const place = (n: number): Json => ({ pdf_url: `https://example.org/${n}` });
  for (const [field, most, entry] of [
    ['license', FACTS.licences, (n) => ({ URL: `https://example.org/${n}` })],
    ['locations', FACTS.locations, place],
    ['funder', FACTS.funders, (n) => ({ name: `f${n}` })],
    ['relation', FACTS.relations, (n) => related('has-part', 'doi', `10.5555/${n}`)],
    ['subject', FACTS.subjects, (n) => `s${n}`],
  ] as readonly (readonly [string, number, (n: number) => Json])[]) {
    assert.deepEqual((edited(field, many(most, entry)) as readonly Json[]).length, most, field);
    refusedAt({ [field]: many(most + 1, entry) }, field, new RegExp(`at most ${most} `, 'u'));
  }
  const award = (most: number): Json => [{ name: 'A', award: many(most, String) }];
  assert.deepEqual(edited('funder', award(FACTS.awards)), award(FACTS.awards));
  refusedAt({ funder: award(FACTS.awards + 1) }, 'funder/0/award', /at most 100 /u);
  const affiliated = (most: number): Json => [
    { family: 'Potter', affiliation: many(most, (n) => ({ name: `a${n}` })) },
  ];
  assert.deepEqual(edited('author', affiliated(FACTS.affiliations)), affiliated(FACTS.affiliations));
  refusedAt({ author: affiliated(FACTS.affiliations + 1) }, 'author/0/affiliation', /at most 20 /u);
  for (const [at, most, value] of [
    ['subject/0', FACTS.subjectCharacters, (text) => ({ subject: [text] })],
    ['funder/0/name', TEXT.nameCharacters, (text) => ({ funder: [{ name: text }] })],
    ['funder/0/award/0', FACTS.awardCharacters, (text) => ({ funder: [{ name: 'A', award: [text] }] })],
    [
      'author/0/affiliation/0/name',
      FACTS.affiliationCharacters,
      (text) => ({ author: [{ family: 'Potter', affiliation: [{ name: text }] }] }),
    ],
  ] as readonly (readonly [string, number, (text: string) => Readonly<Record<string, Json>>])[]) {
    assert.equal(decided(value('ü'.repeat(most))).length, 1, at);
    refusedAt(value('ü'.repeat(most + 1)), at, new RegExp(`${most} characters`, 'u'));
  }
});

editing('refuses a relation and its inverse to the same work', () => {
  const [one, other] = [related('is-version-of', 'doi', '10.5555/jars'), related('has-version', 'doi', '10.5555/jars')];
  refusedAt({ relation: [one, other] }, 'relation/1/type', /is-version-of/u);
  assert.deepEqual(edited('relation', [one, { ...other, id: '10.5555/cups' }]), [
    one,
    { ...other, id: '10.5555/cups' },
  ]);
});

const PRINTED = [{ name: 'Institute of Psychoceramics', id: 'https://ror.org/02mhbdp94' }];
const authors: PublicationEvent = {
  type: 'PublicationRefreshed',
  data: {
    changes: [{ path: '/author', after: [{ family: 'Potter', affiliation: PRINTED }, { family: 'Jarrer' }] }],
    source,
    fetchedAt: 2_000,
  },
};

editing('leaves affiliations with their author, wherever the list moves them', () => {
  const moved = [{ family: 'Jarrer' }, { family: 'Cupper' }, { family: 'Potter', given: 'Ada', affiliation: PRINTED }];
  assert.deepEqual(edited('author', moved, authors), moved);
});

editing('has new affiliations with the address of their ROR id, and leaves those that were there', () => {
  const old = { name: 'Pottery', id: 'grid.1' };
  const before: PublicationEvent = {
    type: 'PublicationEdited',
    data: { changes: [{ path: '/author', after: [{ family: 'Potter', affiliation: [old] }] }], reverted: [] },
  };
  const given = [{ family: 'Potter', affiliation: [old, { name: 'Jars', id: 'ror.org/02mhbdp94' }] }];
  assert.deepEqual(edited('author', given, before), [
    { family: 'Potter', affiliation: [old, { name: 'Jars', id: 'https://ror.org/02mhbdp94' }] },
  ]);
  refusedAt({ author: [{ family: 'Potter', affiliation: [old] }] }, 'author/0/affiliation/0/id', /ror\.org/u);
});
