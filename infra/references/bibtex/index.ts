/** BibTeX and BibLaTeX, as Zotero, Mendeley, EndNote, Citavi, JabRef, Scopus, Web of Science and Google Scholar write them. */
import { parse } from '@retorquere/bibtex-parser';
import type { CslName } from '../../../domain/csl.ts';
import type { CslType } from '../../../domain/csl-schema.ts';
import { ownOf } from '../../../domain/own.ts';
import type { ReadReference } from '../../../domain/reference-import/entry.ts';
import { nameOf } from '../../providers/csl/names.ts';
import { drafted, orProblem, Unreadable, withSubtitle, type Draft } from '../draft.ts';
import { monthIn } from '../dates.ts';
import { bibEntries, type BibEntry, type BibField, type BibMistake } from './grammar.ts';
import { kindOfBibtex } from './kinds.ts';

const NAMES: Readonly<Record<string, string>> = {
  author: 'author',
  editor: 'editor',
  translator: 'translator',
  bookauthor: 'container-author',
};
/** Only what is imported is read: files and notes of managers may be long. */
const TEXTS =
  'title subtitle booktitle booksubtitle maintitle journal journaltitle journalsubtitle shortjournal series volume number issue ' +
  'pages pagetotal numpages chapter edition publisher school institution organization address location isbn issn url doi date year ' +
  'month day urldate abstract keywords language langid note addendum howpublished type eprint eprinttype archiveprefix pmid pmcid ' +
  'eventtitle venue version entrysubtype shorttitle origdate';
const READ = new Set([...TEXTS.split(' '), ...Object.keys(NAMES)]);

/** Of several values. */
const LISTS = new Set(['keywords', 'publisher', 'location', 'institution', 'school', 'organization', 'language']);

/** Read as they are: TeX has no meaning in them. */
const VERBATIM = new Set([
  'doi',
  'url',
  'eprint',
  'isbn',
  'issn',
  'pmid',
  'pmcid',
  'date',
  'year',
  'urldate',
  'origdate',
]);

type ReadName = { readonly [Part in 'lastName' | 'firstName' | 'prefix' | 'suffix' | 'name']?: string };

/** An `i` or `j` without its dot, of which TeX makes accented letters, and the letter with its accent composed. */
const composed = (text: string): string =>
  text
    .replace(/ı(?=[\u0300-\u0304\u0306-\u036f])/gu, 'i')
    .replace(/ȷ(?=\p{M})/gu, 'j')
    .normalize('NFC');

/** Web of Science wraps each value in two pairs of braces. */
const unwrapped = (tex: string): string => {
  let text = tex.trim();
  while (/^\{[^{}]*\}$/u.test(text)) text = text.slice(1, -1).trim();
  return text;
};

const plain = (name: string, tex: string): string =>
  VERBATIM.has(name)
    ? unwrapped(tex)
        .replace(/^\\url\{(.*)\}$/u, '$1')
        .replaceAll(/\{?\\([_%&#~$])\}?/gu, '$1')
    : tex;

/** A per cent sign begins a comment in TeX, but no list of references means one. */
const withoutComments = (tex: string): string => tex.replace(/(?<!\\)%/gu, '\\%');

type Read = {
  readonly text: (...names: readonly string[]) => string | undefined;
  readonly names: (name: string) => readonly (CslName | null)[];
};

/** Such a text is what it says: the library, whose time grows with the square of a text, need not read it. */
const HAS_TEX = /[\\{}$~^#&_%]|--|``|''/u;

const isPlain = (name: string, tex: string): boolean =>
  VERBATIM.has(name) || (!Object.hasOwn(NAMES, name) && !LISTS.has(name) && !HAS_TEX.test(tex));

/** The library reads TeX and names, of one entry at a time, so that no entry can spoil another. */
const fromTex = (fields: readonly (readonly [string, BibField])[]): Readonly<Record<string, unknown>> => {
  if (fields.length === 0) return {};
  const source = fields.map(([name, { tex }]) => `  ${name} = {${withoutComments(tex)}}`).join(',\n');
  const { entries, errors } = parse(`@misc{key,\n${source}\n}`, { sentenceCase: false, english: false, raw: false });
  const [entry] = entries;
  if (entry === undefined || errors.length > 0)
    throw new Unreadable('tex_unreadable', 'its TeX cannot be read: perhaps a brace or a formula is not closed');
  return entry.fields;
};

/** A text is a list if the field may have several. */
const textIn = (value: unknown): string =>
  [value]
    .flat()
    .filter((each) => typeof each === 'string' || typeof each === 'number')
    .join('; ')
    .replace(/<a href="[^"]*">([^<]*)<\/a>/gu, '$1');

const readFields = ({ fields }: BibEntry): Read => {
  const read = fromTex([...fields].filter(([name, { tex }]) => READ.has(name) && !isPlain(name, tex)));
  const textOf = (name: string): string | undefined => {
    const tex = fields.get(name)?.tex;
    if (tex === undefined) return undefined;
    const text = composed(isPlain(name, tex) ? plain(name, tex) : textIn(read[name])).trim();
    return text === '' ? undefined : text;
  };
  const part = (text: string | undefined): string | undefined => (text === undefined ? undefined : composed(text));
  return {
    text: (...names) => names.map(textOf).find((text) => text !== undefined),
    names: (name) =>
      ((read[name] ?? []) as readonly ReadName[]).flatMap(({ lastName, firstName, prefix, suffix, name: whole }) => {
        if ((lastName ?? whole) === 'others') return [];
        const family = part([prefix, lastName].filter(Boolean).join(' '));
        return [nameOf({ family, given: part(firstName), suffix: part(suffix) }, part(whole))];
      }),
  };
};

const THESES: Readonly<Record<string, string>> = {
  phdthesis: 'PhD thesis',
  mastersthesis: "Master's thesis",
  masterthesis: "Master's thesis",
  bachelorsthesis: "Bachelor's thesis",
};
/** BibLaTeX's words for types of theses and reports. */
const GENRES: Readonly<Record<string, string>> = {
  phdthesis: 'PhD thesis',
  mathesis: "Master's thesis",
  bathesis: "Bachelor's thesis",
  techreport: 'Technical report',
  resreport: 'Research report',
};

const SUBTYPES: Readonly<Record<string, CslType>> = { magazine: 'article-magazine', newspaper: 'article-newspaper' };

const typeOf = (type: string, { text }: Read, isOnArxiv: boolean): CslType => {
  if (type === 'misc') {
    if (isOnArxiv) return 'article';
    return text('url') !== undefined && text('publisher') === undefined ? 'webpage' : 'document';
  }
  const kind = kindOfBibtex(type) ?? 'document';
  if (kind !== 'article-journal') return kind;
  if (isOnArxiv && text('journal', 'journaltitle') === undefined) return 'article';
  return ownOf(SUBTYPES, text('entrysubtype') ?? '') ?? kind;
};

/** `2020` with a month and a day in fields of their own; Web of Science has `MAR 5` as the month. */
const issuedOf = ({ text }: Read): string | undefined => {
  const year = text('date', 'year')?.replace(/^[c©]\s?(?=\d{4}$)/u, '');
  if (year === undefined || !/^\d{4}$/u.test(year)) return year;
  const [word, day = text('day')] = (text('month') ?? '').split(/[\s~]+/u).filter((part) => part !== '');
  const month = word === undefined ? undefined : monthIn(word.replace(/-.*$/u, ''));
  if (month === undefined) return year;
  return [year, month, /^\d{1,2}$/u.test(day ?? '') ? day : undefined].filter((part) => part !== undefined).join('-');
};

const NUMBERED = new Set<CslType>([
  'article-journal',
  'article-magazine',
  'article-newspaper',
  'article',
  'periodical',
]);
const BOOKS = new Set<CslType>(['book', 'chapter', 'paper-conference']);

/** Zotero has it in a note where BibTeX has no field for it. */
const PUBLISHER = /^Publisher: (.+)$/u;

/** A number of an issue, of a series, or of the work itself. */
const numberOf = (type: CslType): string =>
  NUMBERED.has(type) ? 'issue' : BOOKS.has(type) ? 'collection-number' : 'number';

const draftOf = (entry: BibEntry): Draft => {
  const read = readFields(entry);
  const { text } = read;
  const isOnArxiv =
    /arxiv/iu.test(text('eprinttype', 'archiveprefix') ?? '') || /^arxiv/iu.test(text('eprint', 'journal') ?? '');
  const type = typeOf(entry.type, read, isOnArxiv);
  const url = text('url') ?? text('howpublished')?.match(/https?:\/\/\S+/u)?.[0];
  const genre = text('type');
  const journal = withSubtitle(text('journaltitle', 'journal'), text('journalsubtitle'));
  const book = withSubtitle(text('booktitle', 'maintitle'), text('booksubtitle'));
  return {
    type,
    texts: {
      title: withSubtitle(text('title'), text('subtitle')),
      'title-short': text('shorttitle'),
      'container-title': journal ?? book,
      'container-title-short': text('shortjournal'),
      'collection-title': text('series'),
      volume: text('volume'),
      issue: text('issue'),
      [numberOf(type)]: text('number') ?? (NUMBERED.has(type) ? text('issue') : undefined),
      page: text('pages')?.replace(/\s?[\u2010-\u2015-]+\s?/gu, '-'),
      'number-of-pages': text('pagetotal', 'numpages'),
      'chapter-number': text('chapter'),
      edition: text('edition'),
      version: text('version'),
      publisher: text('publisher', 'school', 'institution', 'organization') ?? PUBLISHER.exec(text('note') ?? '')?.[1],
      'publisher-place': text('location', 'address'),
      'event-title': text('eventtitle'),
      'event-place': text('venue'),
      abstract: text('abstract'),
      keyword: text('keywords'),
      language: text('language', 'langid'),
      genre: genre === undefined ? ownOf(THESES, entry.type) : (ownOf(GENRES, genre) ?? genre),
      note: text('note', 'addendum'),
      URL: url,
    },
    names: Object.fromEntries(Object.entries(NAMES).map(([name, field]) => [field, read.names(name)])),
    dates: { issued: issuedOf(read), accessed: text('urldate'), 'original-date': text('origdate') },
    doi: text('doi'),
    maybeDois: [url, text('eprint'), text('note')],
    isbn: text('isbn'),
    issn: text('issn'),
    identifiers: [
      ['pmid', text('pmid')],
      ['pmc', text('pmcid')],
      ...(isOnArxiv ? ([['arxiv', text('eprint')]] as const) : []),
    ],
  };
};

const isMistake = (entry: BibEntry | BibMistake): entry is BibMistake => 'mistake' in entry;

const WRITTEN_AS: Readonly<Record<string, readonly string[]>> = { issued: ['date', 'year'], accessed: ['urldate'] };

const lineOf = ({ fields }: BibEntry, field: string): number | undefined =>
  (ownOf(WRITTEN_AS, field) ?? [field.toLowerCase()])
    .map((name) => fields.get(name)?.line)
    .find((line) => line !== undefined);

export function* readBibtex(text: string): Generator<ReadReference> {
  let n = 0;
  for (const entry of bibEntries(text)) {
    n += 1;
    const place = { n, line: entry.line, label: entry.key };
    yield orProblem(
      place,
      () => {
        if (isMistake(entry)) throw entry.mistake;
        return drafted(place, draftOf(entry));
      },
      (field) => (isMistake(entry) ? undefined : lineOf(entry, field)),
    );
  }
}
