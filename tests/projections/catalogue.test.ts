/** The rows of the catalogue by event list: what staff see of publications and people. */
import assert from 'node:assert/strict';
import type { PublicationEvent } from '../../domain/publication/events.ts';
import { catalogue } from '../../projections/catalogue/index.ts';
import { people, type PersonRow } from '../../projections/catalogue/people.ts';
import {
  authorTerm,
  otherTitleTerm,
  publications,
  type PublicationRow,
} from '../../projections/catalogue/publications.ts';
import { queryTerms } from '../../domain/search-terms.ts';
import { nameIn } from '../../domain/stream-kinds.ts';
import { suite } from '../support/suite.ts';
import { inStream, rowsAfter, type Chapter } from '../support/rows-after.ts';

const DOI = '10.5555/pots';
const ADA = '0000-0002-1825-0097';
const SOURCE = { provider: 'crossref', url: 'https://api.crossref.org/works/10.5555/pots' } as const;

const added = {
  type: 'PublicationAdded',
  data: {
    doi: DOI,
    original: {
      type: 'article-journal',
      title: 'On <i>Cracked</i> Pots, on Pots',
      DOI,
      author: [{ family: 'Carberry', given: 'Josiah' }],
      issued: { 'date-parts': [[2021, 3]] },
    },
    source: SOURCE,
    fetchedAt: 100,
    enrichment: null,
    citedByCount: 3,
    notices: [],
  },
} as const satisfies PublicationEvent;
const linked: PublicationEvent = { type: 'AuthorLinked', data: { links: [{ basis: 'metadata', orcids: [ADA] }] } };
const edited: PublicationEvent = {
  type: 'PublicationEdited',
  data: {
    changes: [
      { path: '/title', before: 'On <i>Cracked</i> Pots, on Pots', after: 'Mended' },
      { path: '/q', before: null, after: 1 },
    ],
    reverted: [],
  },
};
const refreshed: PublicationEvent = {
  type: 'PublicationRefreshed',
  data: {
    changes: [{ path: '/title', before: 'On <i>Cracked</i> Pots, on Pots', after: 'From the publisher' }],
    source: SOURCE,
    fetchedAt: 200,
  },
};
const happened = (
  type: 'PublicationHidden' | 'PublicationShown' | 'PublicationDeleted' | 'PublicationRestored' | 'PublicationReset',
): PublicationEvent => ({ type, data: {} });

const publication = (...events: readonly PublicationEvent[]): Chapter => inStream(`publication-org~${DOI}`, ...events);
const rowOf = async (...chapters: readonly Chapter[]): Promise<PublicationRow> =>
  (await rowsAfter(catalogue, ...chapters))(publications, `org~${DOI}`) as unknown as PublicationRow;

const rows = suite('the row of a publication');

rows("shows, sorts and finds it by the provider's values", async () => {
  const row = await rowOf(publication(added));
  assert.deepEqual(
    [row.title, row.titleKey, row.publicationDate, row.publicationDay, row.publicationYear, row.citedByCount],
    ['On <i>Cracked</i> Pots, on Pots', 'on cracked pots on pots', '2021-03', '2021-03-01', 2021, 3],
  );
  assert.deepEqual(
    [row.public, row.visible, row.deleted, row.editCount, row.lastFetchedAt],
    [true, true, false, 0, 100],
  );
  for (const word of ['cracked', 'pots', '10', 'pots', authorTerm('carberry'), authorTerm('josiah')])
    assert.ok(row.terms?.includes(word), word);
  assert.ok(!row.terms?.includes('carberry'), 'authors are kept apart from titles');
});

rows('finds it by its other titles, for staff alone', async () => {
  const other = { 'original-title': 'Scherben & <b>Krüge</b>', custom: { other_titles: ['Des pots', 3] } };
  const original = { ...added.data.original, ...other };
  const { terms = [] } = await rowOf(publication({ ...added, data: { ...added.data, original } }));
  for (const word of ['scherben', 'kruge', 'des']) {
    assert.ok(terms.includes(otherTitleTerm(word)), word);
    assert.ok(!terms.includes(word), 'websites do not show them');
  }
});

rows('is found by an author as people type the name', async () => {
  const author = [
    { family: '山田', given: '太郎' },
    { family: 'El-Hadary', given: 'Samira' },
    { family: 'van den Berg', given: 'J.' },
  ];
  const original = { type: 'article', author };
  const record: PublicationEvent = { ...added, data: { ...added.data, original } };
  const { terms = [] } = await rowOf(publication(record));
  for (const q of ['山田太郎', '太郎 山田', 'elhadary', 'El-Hadary', 'Vandenberg', 'van den Berg'])
    for (const sought of queryTerms(q))
      assert.ok(
        terms.some((term) => term.startsWith(authorTerm(sought))),
        q,
      );
});

rows('keeps staff edits over later values of the provider', async () => {
  const row = await rowOf(publication(added, edited, refreshed));
  assert.deepEqual([row.title, row.editCount, row.lastEditedAt, row.lastFetchedAt], ['Mended', 1, 1, 200]);
  assert.ok(row.terms?.includes('mended') && !row.terms.includes('publisher'));
});

rows('is public only while it is neither hidden nor deleted', async () => {
  const courses = [
    [['PublicationHidden'], false],
    [['PublicationHidden', 'PublicationShown'], true],
    [['PublicationDeleted'], false],
    [['PublicationDeleted', 'PublicationRestored'], true],
    [['PublicationHidden', 'PublicationDeleted', 'PublicationRestored'], false],
  ] as const;
  for (const [types, expected] of courses)
    assert.equal((await rowOf(publication(added, ...types.map(happened)))).public, expected, types.join());
});

rows('has no authors linked after a reset, and starts over when it is added again', async () => {
  const gone = await rowOf(publication(added, linked, edited, happened('PublicationReset')));
  assert.deepEqual([gone.view, gone.public, gone.personKeys, gone.formerlyLinked], [null, false, [], [ADA]]);
  const again = await rowOf(publication(added, linked, edited, happened('PublicationReset'), added));
  assert.deepEqual([again.title, again.editCount, again.public], ['On <i>Cracked</i> Pots, on Pots', 0, true]);
});

rows('lists everyone who was ever linked, since they may still have it counted', async () => {
  const unlinked: PublicationEvent = { type: 'AuthorUnlinked', data: { links: [{ basis: 'staff', orcids: [ADA] }] } };
  const reset = happened('PublicationReset');
  const courses = [
    [[linked], [ADA], []],
    [[linked, unlinked], [], [ADA]],
    [[linked, unlinked, linked], [ADA], []],
    [[linked, reset], [], [ADA]],
    [[linked, reset, added], [], [ADA]],
    [[linked, reset, added, linked], [ADA], []],
    [[linked, unlinked, reset, added, linked, reset], [], [ADA]],
  ] as const;
  for (const [events, now, once] of courses) {
    const { personKeys, formerlyLinked } = await rowOf(publication(added, ...events));
    assert.deepEqual([personKeys.map(nameIn), formerlyLinked], [now, once], events.map(({ type }) => type).join());
  }
});

rows('was fetched when a provider last changed or, when asked, confirmed it', async () => {
  const confirmed: PublicationEvent = { type: 'PublicationConfirmed', data: { fetchedAt: 300 } };
  assert.equal((await rowOf(publication(added, confirmed))).lastFetchedAt, 300);
  assert.equal((await rowOf(publication(added, edited))).lastFetchedAt, 100);
});

rows('needs attention while a person is suggested, or linked without being among the authors', async () => {
  const matched = (
    suggested: readonly { orcid: string; author: number }[],
    strays: readonly string[],
  ): PublicationEvent => ({ type: 'AuthorsMatched', data: { suggested, strays } });
  assert.equal((await rowOf(publication(added))).needsAttention, false);
  assert.equal((await rowOf(publication(added, matched([{ orcid: ADA, author: 0 }], [])))).needsAttention, true);
  assert.equal((await rowOf(publication(added, linked, matched([], [ADA])))).needsAttention, true);
  assert.equal(
    (await rowOf(publication(added, matched([{ orcid: ADA, author: 0 }], []), matched([], [])))).needsAttention,
    false,
  );
});

rows('belongs to its workspace alone', async () => {
  const row = await rowsAfter(
    catalogue,
    publication(added),
    inStream(`publication-other~${DOI}`, { ...added, data: { ...added.data, citedByCount: 9 } }),
  );
  assert.equal(row(publications, `org~${DOI}`)?.['citedByCount'], 3);
  assert.equal(row(publications, `other~${DOI}`)?.['citedByCount'], 9);
});

const persons = suite('the row of a person');
const registered = { type: 'PersonRegistered', data: { orcid: ADA } } as const;
const named = {
  type: 'PersonNamed',
  data: { name: { en: 'Ada Müller Müller', de: 'Ada Mueller' }, slug: 'ada-muller', saidBy: 'provider' },
} as const;
const personOf = async (...chapters: readonly Chapter[]): Promise<PersonRow> =>
  (await rowsAfter(catalogue, ...chapters))(people, `org~${ADA}`) as unknown as PersonRow;

persons('is found by every name and by the iD', async () => {
  const row = await personOf(inStream(`person-org~${ADA}`, registered, named));
  assert.equal(row.nameKey, 'ada muller muller');
  for (const term of ['ada', 'muller', 'mueller', '0000', '1825']) assert.ok(row.terms.includes(term), term);
});

persons('is found by names that ORCID has besides, and by one in Han without its space', async () => {
  const name = { ...named.data, name: { ja: '太郎 山田' }, otherNames: ['Samira El-Hadary'] };
  const [other, renamed] = [
    { type: 'PersonNamed', data: name },
    { type: 'PersonNamed', data: { ...named.data, name: 'T. Yamada', saidBy: 'staff' } },
  ] as const;
  const finds = ({ terms }: PersonRow, q: string): boolean =>
    queryTerms(q).every((sought) => terms.some((term) => term.startsWith(sought)));
  const row = await personOf(inStream(`person-org~${ADA}`, registered, other));
  for (const q of ['山田太郎', '山田 太郎', '太郎', 'El-Hadary', 'Elhadary samira']) assert.ok(finds(row, q), q);
  const after = await personOf(inStream(`person-org~${ADA}`, registered, other, renamed));
  assert.deepEqual([finds(after, 'Elhadary'), finds(after, '山田'), finds(after, 'yamada')], [true, false, true]);
});

persons('counts the linked publications that are public', async () => {
  const person = inStream(`person-org~${ADA}`, registered, named);
  assert.equal((await personOf(person, publication(added, linked))).publicationCount, 1);
  assert.equal((await personOf(publication(added, linked), person)).publicationCount, 1);
  assert.equal((await personOf(person, publication(added, linked, happened('PublicationHidden')))).publicationCount, 0);
  const unlinked: PublicationEvent = { type: 'AuthorUnlinked', data: { links: [{ basis: 'staff', orcids: [ADA] }] } };
  assert.equal((await personOf(person, publication(added, linked, unlinked))).publicationCount, 0);
});

persons('has the current affiliation, and lists all former ones', async () => {
  const began = { type: 'AffiliationStarted', data: { entityId: 'org', status: 'org', startsAt: 1 } } as const;
  const ended = { type: 'AffiliationEnded', data: { entityId: 'org', status: 'org', startsAt: 1, endsAt: 5 } } as const;
  const next = { type: 'AffiliationStarted', data: { entityId: 'lab', status: 'external', startsAt: 5 } } as const;
  const row = await personOf(inStream(`person-org~${ADA}`, registered, began, ended, next));
  assert.deepEqual([row.entityId, row.affiliationStatus, row.everEntityIds], ['lab', 'external', ['org', 'lab']]);

  const withdrawn = { type: 'AffiliationEnded', data: { ...next.data, endsAt: 5, corrected: true } } as const;
  const resumed = { type: 'AffiliationStarted', data: { ...began.data, endedAt: 5 } } as const;
  const undone = await personOf(inStream(`person-org~${ADA}`, registered, began, ended, next, withdrawn, resumed));
  assert.deepEqual([undone.profile.affiliation, undone.profile.past], [began.data, []]);
});
