/** Mapping a provider's record: only its statements about the work, in the form that CSL and its readers expect. */
import assert from 'node:assert/strict';
import { cslFromCrossref } from '../../../infra/providers/crossref/work.ts';
import { cslFromDatacite } from '../../../infra/providers/datacite/record.ts';
import type { JsonClient } from '../../../infra/providers/http/client.ts';
import { listByOpenalex } from '../../../infra/providers/openalex/index.ts';
import { cslFromOpenalex } from '../../../infra/providers/openalex/work.ts';
import { RECORD, TEXT } from '../../../domain/limits.ts';
import { suite } from '../../support/suite.ts';

const never = new AbortController().signal;

const crossref = suite('a record of Crossref');
const openalex = suite('a work of OpenAlex');
const datacite = suite('a record of DataCite');

crossref('has no placeholders for authors, pages or article number', () => {
  const { author, page, number } = cslFromCrossref({
    type: 'journal-article',
    author: [{ family: '-', given: 'Xue Ding' }, { name: '&NA;' }, { family: 'Né', given: 'A.' }],
    page: 'n/a-n/a',
    'article-number': 'S0269964801153015',
  });
  assert.deepEqual(author, [{ literal: 'Xue Ding' }, { family: 'Né', given: 'A.' }]);
  assert.deepEqual([page, number], [undefined, undefined]);
  const kept = cslFromCrossref({ type: 'journal-article', page: '309a-310a', 'article-number': 'e0123' });
  assert.deepEqual([kept['page'], kept['number']], ['309a-310a', 'e0123']);
});

crossref('keeps the initials S. N., which only alone mean that there is no name', () => {
  const named = [
    { given: 'S. N.', family: 'Potter' },
    { given: 'S.N.', family: 'Clay' },
  ];
  const author = [...named, { name: 's.n.' }, { family: 'S.N.' }, { family: '[S.n.]', given: '-' }];
  const { author: kept } = cslFromCrossref({ type: 'book', author });
  assert.deepEqual(kept, [
    { family: 'Potter', given: 'S. N.' },
    { family: 'Clay', given: 'S.N.' },
  ]);
  const whole = ['Potter, S. N.', 'S. N.'].map((raw_author_name) => ({ raw_author_name }));
  assert.deepEqual(cslFromOpenalex({ id: 'W1', authorships: whole }).author, [{ family: 'Potter', given: 'S. N.' }]);
});

crossref('of a preprint or thesis names the server or university as its publisher', () => {
  const institution = [{ name: 'Earth and Space Science Open Archive' }];
  const publisherOf = (work: object) => cslFromCrossref({ publisher: 'Wiley', ...work }).publisher;
  assert.equal(publisherOf({ type: 'posted-content', institution }), institution[0]?.name);
  assert.equal(publisherOf({ type: 'dissertation', institution }), institution[0]?.name);
  assert.equal(publisherOf({ type: 'posted-content' }), 'Wiley');
  assert.equal(publisherOf({ type: 'journal-article', institution }), 'Wiley');
});

crossref('distinguishes a book from its series, in either order', () => {
  const containersOf = (type: string, ...titles: readonly string[]) => {
    const csl = cslFromCrossref({ type, 'container-title': titles });
    return [csl['container-title'], csl['collection-title']];
  };
  const [series, book] = ['Lecture Notes in Computer Science', 'Pots and Vision'];
  assert.deepEqual(containersOf('book-chapter', series, book), [book, series]);
  assert.deepEqual(containersOf('book-chapter', book, series), [book, series]);
  assert.deepEqual(containersOf('book-chapter', book, 'Studies of Pots'), [book, 'Studies of Pots']);
  assert.deepEqual(containersOf('proceedings-article', series), [series, undefined]);
  assert.deepEqual(containersOf('monograph', 'Studies of Pots'), [undefined, 'Studies of Pots']);
  assert.deepEqual(containersOf('journal-article', 'Pots', 'Revue des pots'), ['Pots', undefined]);
});

crossref('has no title rather than a blank one', () => {
  for (const blank of ['', ' ', '\u200b', '<i>\u200b</i>', '&nbsp;', '<jats:p></jats:p>']) {
    const titles = { title: [blank], 'original-title': [blank] };
    for (const csl of [
      cslFromCrossref({ type: 'journal-article', ...titles }),
      cslFromDatacite({ titles: [{ title: blank }] }),
      cslFromOpenalex({ id: 'W1', title: blank }),
    ])
      assert.ok(!Object.hasOwn(csl, 'title') && !Object.hasOwn(csl, 'original-title'), JSON.stringify(blank));
  }
});

crossref('has its original title for its title if that is the only one', () => {
  const csl = cslFromCrossref({ type: 'journal-article', title: [''], 'original-title': ['五、乾餾及瓦斯化'] });
  assert.deepEqual([csl.title, csl['original-title']], ['五、乾餾及瓦斯化', undefined]);
});

openalex('has no iD or conjunction as the name of an author, or as part of one', () => {
  const authorships = ['0000-0003-2730-4672', 'and Henk Droste', 'And Akman'].map((raw) => ({ raw_author_name: raw }));
  assert.deepEqual(cslFromOpenalex({ id: 'W1', authorships }).author, [
    { literal: 'Henk Droste' },
    { literal: 'And Akman' },
  ]);
});

openalex('takes its type from its venue, where OpenAlex says no more than "article"', () => {
  const kindOf = (type: string, raw_type: string | null, source = 'repository') =>
    cslFromOpenalex({ id: 'W1', type, primary_location: { raw_type, source: { type: source } } }).type;
  for (const [raw, kind] of [
    ['journal-article', 'article-journal'],
    ['info:eu-repo/semantics/article', 'article-journal'],
    [null, 'article-journal'],
    ['proceedings-article', 'paper-conference'],
    ['info:eu-repo/semantics/conferencePaper', 'paper-conference'],
    ['Thesis', 'thesis'],
    ['report-component', 'report'],
    ['Publication - Book Section', 'chapter'],
    ['posted-content', 'article'],
  ] as const)
    assert.equal(kindOf('article', raw), kind, raw ?? 'nothing');
  assert.equal(kindOf('article', 'journal-article', 'conference'), 'paper-conference');
  assert.equal(kindOf('dataset', 'Technical Report'), 'dataset');
});

openalex('says that its list of authors was cut off', () => {
  const authorships = [{ raw_author_name: 'Babbage, C.' }];
  const custom = (work: object) => cslFromOpenalex({ id: 'W1', authorships, ...work }).custom;
  assert.deepEqual(custom({ is_authors_truncated: true }), { authors_omitted: true });
  assert.equal(custom({ is_authors_truncated: false }), undefined);
});

openalex('without a DOI is requested for its authors if a list cut them off', async () => {
  const orcid = '0000-0002-1825-0097';
  const own = { raw_author_name: 'Lovelace, Ada', author: { orcid: `https://orcid.org/${orcid}` } };
  const first = { raw_author_name: 'Babbage, C.' };
  const cut = (id: string, doi?: string) => ({
    ...{ id: `https://openalex.org/${id}`, authorships: [first], is_authors_truncated: true },
    ...(doi !== undefined && { doi }),
  });
  const asked: string[] = [];
  const get = ({ pathname }: URL) => {
    asked.push(pathname);
    const whole = { id: 'https://openalex.org/W1', authorships: [first, own] };
    const list = { meta: { count: 2 }, results: [cut('W1'), cut('W2', 'https://doi.org/10.5555/cut')] };
    const body = pathname === '/works' ? list : whole;
    return Promise.resolve({ kind: 'ok', body, source: { provider: 'openalex', url: '' }, fetchedAt: 1 } as const);
  };
  const answer = await listByOpenalex({ get } as unknown as JsonClient, 'https://api.example.org')(orcid, never);
  assert.deepEqual(asked, ['/works', '/works/W1']);
  const works = answer.kind === 'listed' ? answer.value : [];
  assert.deepEqual(
    works.map(({ listedName, isCutOff, summary }) => [listedName, isCutOff, summary.author?.length, summary.custom]),
    [
      ['Lovelace, Ada', undefined, 2, undefined],
      [null, true, 1, { authors_omitted: true }],
    ],
  );
});

datacite('was published in its year of publication, not on the day of its deposit', () => {
  const issuedOf = (publicationYear: number, ...days: readonly string[]) =>
    cslFromDatacite({ publicationYear, dates: days.map((date) => ({ dateType: 'Issued', date })) }).issued;
  assert.deepEqual(issuedOf(2015, '2018-05-29', '2015-11'), { 'date-parts': [[2015, 11]] });
  assert.deepEqual(issuedOf(1983, '2012-03-14', '1983'), { 'date-parts': [[1983]] });
  assert.deepEqual(issuedOf(2018, '2017-05-08'), { 'date-parts': [[2017, 5, 8]] });
  assert.deepEqual(issuedOf(2018), { 'date-parts': [[2018]] });
});

datacite('was published in a year of the common era, or no year is known', () => {
  const yearOf = (publicationYear: unknown) =>
    cslFromDatacite({ publicationYear, dates: [{ dateType: 'Issued', date: String(publicationYear) }] }).issued;
  assert.deepEqual(yearOf(2545), { 'date-parts': [[2002]] });
  assert.deepEqual(yearOf(2026), { 'date-parts': [[2026]] });
  for (const year of [2200, 3021, 0, null]) assert.equal(yearOf(year), undefined);
});

datacite('has plausible pages, and volume and issue as numbers', () => {
  const placeOf = (container: object) => {
    const { volume, issue, page } = cslFromDatacite({ container }) as Record<string, unknown>;
    return [volume, issue, page];
  };
  const cut = { volume: 'Vol 14', firstPage: 'No 6 (2013): November', lastPage: 'p. 603' };
  assert.deepEqual(placeOf(cut), ['14', '6', undefined]);
  assert.deepEqual(placeOf({ volume: 'Bd. 4', firstPage: 'Nr. 3 (2017)' }), ['4', '3', undefined]);
  assert.deepEqual(placeOf({ firstPage: 'Biometrie und Epidemiologie' }), [undefined, undefined, undefined]);
  assert.deepEqual(placeOf({ volume: '20', issue: '38', firstPage: '12041', lastPage: '12045' }), [
    '20',
    '38',
    '12041-12045',
  ]);
  assert.deepEqual(placeOf({ firstPage: 'e0123' })[2], 'e0123');
  assert.deepEqual(placeOf({ firstPage: 'xix', lastPage: 'xx' })[2], 'xix-xx');
});

datacite('has the identifiers of its container, with a hyphen in the ISSN', () => {
  const relatedIdentifiers = [
    { relatedIdentifierType: 'ISSN', relationType: 'References', relatedIdentifier: '1111-1111' },
    { relatedIdentifierType: 'ISSN', relationType: 'IsPartOf', relatedIdentifier: '0130-2620' },
    { relatedIdentifierType: 'ISBN', relationType: 'IsPartOf', relatedIdentifier: '978-2-406-07436-6' },
  ];
  const container = { identifier: '0022328x', identifierType: 'ISSN' };
  assert.equal(cslFromDatacite({ container, relatedIdentifiers })['ISSN'], '0022-328X');
  const { ISSN, ISBN } = cslFromDatacite({ relatedIdentifiers });
  assert.deepEqual([ISSN, ISBN], ['0130-2620', '978-2-406-07436-6']);
});

datacite('has its journal, its place there and its identifiers from the related item in which it was published', () => {
  const item = {
    ...{ relatedItemType: 'Journal', relationType: 'IsPublishedIn', titles: [{ title: 'Journal of <i>Pots</i>' }] },
    relatedItemIdentifier: { relatedItemIdentifier: '0022328x', relatedItemIdentifierType: 'ISSN' },
    ...{ volume: '12', issue: '3', number: 'e0123', numberType: 'Article', firstPage: '34', lastPage: '56' },
  };
  const others = [{ ...item, relationType: 'References', titles: [{ title: 'Other' }] }, item];
  const csl = cslFromDatacite({ relatedItems: others });
  assert.deepEqual(
    ['container-title', 'volume', 'issue', 'number', 'page', 'ISSN'].map((field) => csl[field]),
    ['Journal of <i>Pots</i>', '12', '3', 'e0123', '34-56', '0022-328X'],
  );
  const container = { title: 'JoP', volume: '1', firstPage: '2' };
  const bare = { relationType: 'IsPublishedIn', titles: [{ title: 'Journal of Pots' }] };
  const both = cslFromDatacite({ container, relatedItems: [bare] });
  assert.deepEqual([both['container-title'], both['volume'], both['page']], ['Journal of Pots', '1', '2']);
  const book = {
    ...{ relationType: 'IsPublishedIn', titles: [{ title: 'Pots' }], number: '4', numberType: 'Chapter' },
    relatedItemIdentifier: { relatedItemIdentifier: '978-2-406-07436-6', relatedItemIdentifierType: 'ISBN' },
  };
  const chapter = cslFromDatacite({ relatedItems: [book] });
  assert.deepEqual(
    [chapter['ISBN'], chapter['chapter-number'], chapter['number']],
    ['978-2-406-07436-6', '4', undefined],
  );
});

datacite('keeps alternative and translated titles, a bounded number of a bounded length', () => {
  const other = (title: string, titleType = 'TranslatedTitle') => ({ title, titleType });
  const titlesOf = (...titles: readonly object[]) => {
    const { title, custom } = cslFromDatacite({ titles });
    return [title, custom?.['other_titles']];
  };
  assert.deepEqual(
    titlesOf(other('Scherben'), { title: 'Pots' }, other('All'), other('Alt <i>P</i>', 'AlternativeTitle')),
    ['Pots', ['Scherben', 'All', 'Alt P']],
  );
  assert.deepEqual(titlesOf({ title: 'Pots' }, other('A study', 'Subtitle')), ['Pots: A study', undefined]);
  assert.deepEqual(titlesOf(other('Scherben')), ['Scherben', undefined]);
  const many = Array.from({ length: RECORD.otherTitles + 1 }, (_, n) => other(`T ${n}`));
  const [, kept] = titlesOf({ title: 'Pots' }, other('x'.repeat(TEXT.titleCharacters + 1)), ...many);
  assert.deepEqual(
    kept,
    many.slice(0, RECORD.otherTitles).map(({ title }) => title),
  );
});

datacite('derives its type from the whole of a free text, not from its beginning', () => {
  for (const [words, kind, genre] of [
    ['Book Section', 'chapter', undefined],
    ['Book part', 'chapter', undefined],
    ['BookChapter', 'chapter', undefined],
    ['Book Review', 'review', 'Book Review'],
    ['Book', 'book', undefined],
    ['Books', 'book', undefined],
    ['Monograph', 'book', undefined],
    ['MonographieMonograph', 'book', undefined],
    ['Book (monograph)', 'book', undefined],
    ['Booklet', 'document', 'Booklet'],
    ['Bookmark', 'document', 'Bookmark'],
    ['Codebook', 'document', 'Codebook'],
    ['Codex', 'document', 'Codex'],
    ['Code', 'software', 'Code'],
    ['Software Code', 'software', 'Software Code'],
    ['SoftwareSourceCode', 'software', 'SoftwareSourceCode'],
  ] as const) {
    const csl = cslFromDatacite({ types: { resourceTypeGeneral: 'Text', resourceType: words } });
    assert.deepEqual([csl.type, csl['genre']], [kind, genre], words);
  }
});

datacite('has the full name of an author whose record lacks the family name', () => {
  const authorOf = (creator: object) => cslFromDatacite({ creators: [creator] }).author?.[0];
  const garcia = { family: 'García López', given: 'María' };
  assert.deepEqual(authorOf({ name: 'García López, María', givenName: 'María' }), garcia);
  assert.deepEqual(authorOf({ name: 'María García', givenName: 'María' }), { literal: 'María García' });
  assert.deepEqual(authorOf({ name: 'María', givenName: 'María García' }), { literal: 'María García' });
  assert.deepEqual(authorOf({ givenName: 'María García' }), { literal: 'María García' });
});

datacite('names its editors, and others who have an iD once', () => {
  const person = (name: string, contributorType: string, orcid?: string) => ({
    ...{ name, contributorType, nameType: 'Personal' },
    nameIdentifiers: orcid === undefined ? [] : [{ nameIdentifierScheme: 'ORCID', nameIdentifier: orcid }],
  });
  const [ada, ben, cy] = ['0000-0002-1825-0097', '0000-0001-5109-3700', '0000-0002-1694-233X'];
  const { author, editor, contributor, curator } = cslFromDatacite({
    creators: [person('Ada, A.', '', ada)],
    contributors: [
      ...[person('Ada, A.', 'ContactPerson', ada), person('Ben, B.', 'Editor'), person('Ada, A.', 'Editor', ada)],
      ...[person('Ben, B.', 'DataCurator', ben), person('Ben, B.', 'ProjectMember', ben)],
      ...[person('Cy, C.', 'Researcher', cy), person('Dee, D.', 'Researcher'), person('Ben, B.', 'toString')],
    ],
  });
  const said = (family: string, orcid?: string) => ({
    ...{ family, given: `${family.slice(0, 1)}.` },
    ...(orcid !== undefined && { ORCID: `https://orcid.org/${orcid}` }),
  });
  assert.deepEqual(author, [said('Ada', ada)]);
  assert.deepEqual(editor, [said('Ben'), said('Ada', ada)]);
  assert.deepEqual([curator, contributor], [[said('Ben', ben)], [said('Cy', cy)]]);
});

datacite('has no placeholders among its authors', () => {
  const creators = ['Unknown', '[S.N.]', '(:Unkn) Unknown', 'No Name Supplied', 'Et Al.', 'Anonymous'];
  const { author } = cslFromDatacite({ creators: creators.map((name) => ({ name })) });
  assert.deepEqual(author, [{ literal: 'Anonymous' }]);
});

datacite('treats a degree or suffix after a comma neither as a given name nor as a reason to drop the iD', () => {
  const ORCID = '0000-0002-1825-0097';
  const authorOf = (raw: string) => {
    const author = { orcid: `https://orcid.org/${ORCID}`, display_name: 'Josiah Carberry' };
    const csl = cslFromOpenalex({ id: 'W1', authorships: [{ raw_author_name: raw, author }] });
    const { ORCID: address, ...name } = csl.author?.[0] ?? {};
    assert.equal(address, `https://orcid.org/${ORCID}`, raw);
    assert.deepEqual(cslFromDatacite({ creators: [{ name: raw }] }).author, [name], raw);
    return name;
  };
  const carberry = { family: 'Carberry', given: 'Josiah' };
  assert.deepEqual(authorOf('Josiah Carberry, Jr.'), { literal: 'Josiah Carberry, Jr.' });
  assert.deepEqual(authorOf('Josiah Carberry, PhD, MSc'), { literal: 'Josiah Carberry, PhD, MSc' });
  assert.deepEqual(authorOf('Carberry, Josiah, Jr.'), { ...carberry, suffix: 'Jr.' });
  assert.deepEqual(authorOf('Carberry, Josiah'), carberry);
  assert.deepEqual(cslFromDatacite({ creators: [{ name: 'Carberry, MD' }] }).author, [
    { family: 'Carberry', given: 'MD' },
  ]);
});

datacite('has a genre only if that says more than its type', () => {
  const genreOf = (resourceTypeGeneral: string, resourceType: string) =>
    cslFromDatacite({ types: { resourceTypeGeneral, resourceType } })['genre'];
  for (const [general, words, genre] of [
    ['Text', 'JournalArticle', undefined],
    ['JournalArticle', 'Journal article', undefined],
    ['Text', 'Book Chapter', undefined],
    ['Text', 'Text', undefined],
    ['Text', 'Poster', 'Poster'],
    ['Text', 'Thesis (PhD)', 'Thesis (PhD)'],
    ['Dataset', 'Paleoecological Sample Data', 'Paleoecological Sample Data'],
  ] as const)
    assert.equal(genreOf(general, words), genre, words);
});
