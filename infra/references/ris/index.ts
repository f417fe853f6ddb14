/** RIS, as Zotero, Mendeley, EndNote, Citavi, Scopus and Web of Science write it, and PubMed's format of the same lines. */
import type { CslName } from '../../../domain/csl.ts';
import { REFERENCES } from '../../../domain/limits.ts';
import type { ReadReference } from '../../../domain/reference-import/entry.ts';
import { nameFromWhole } from '../../providers/csl/names.ts';
import { pagesOf } from '../../providers/csl/parts.ts';
import { drafted, orProblem, Unreadable, type Draft } from '../draft.ts';
import { IS_PART, kindOfMedline, kindOfRis } from './tags.ts';

type Line = { readonly tag: string; readonly value: string; readonly line: number };

type Entry = { readonly line: number; readonly lines: readonly Line[]; readonly mistake: Unreadable | null };

/** `TY  - JOUR`, and of MEDLINE `PMID- 1` and `TI  - A title`. */
const LINE = /^([A-Z][A-Z0-9]{1,3}) {0,3}-(?: (.*)|\s*)$/u;

/** The first tag of a record, of either format. */
const BEGINNINGS = new Set(['TY', 'PMID']);

function* entriesIn(text: string): Generator<Entry> {
  let [begun, size]: [number, number] = [0, 0];
  let lines: Line[] = [];
  let mistake: Unreadable | null = null;
  const ended = (): Entry | null => {
    const entry = lines.length === 0 ? null : { line: begun, lines, mistake };
    [lines, mistake, size] = [[], null, 0];
    return entry;
  };
  for (const [index, written] of text.split('\n').entries()) {
    const line = index + 1;
    const [match, tag = '', value = ''] = LINE.exec(written.trimEnd()) ?? [];
    if (match === undefined) {
      const last = lines.at(-1);
      // A value goes on in the next line. Before the first record, some sites say where the list is from.
      if (last !== undefined && written.trim() !== '')
        lines[lines.length - 1] = { ...last, value: `${last.value} ${written.trim()}` };
    } else if (tag === 'ER') {
      const entry = ended();
      if (entry !== null) yield entry;
      continue;
    } else {
      // A record that is not ended ends where the next one begins.
      const entry = BEGINNINGS.has(tag) ? ended() : null;
      if (entry !== null) yield entry;
      if (lines.length === 0) {
        begun = line;
        if (!BEGINNINGS.has(tag))
          mistake = new Unreadable(
            'type_missing',
            `a record begins with its type, not with ${tag}; accepted: a first line such as "TY  - JOUR"`,
            { line },
          );
      }
      lines.push({ tag, value: value.trim(), line });
    }
    size += written.length;
    if (size > REFERENCES.entryBytes || lines.length > REFERENCES.fields)
      mistake ??= new Unreadable(
        'entry_too_large',
        `the entry is too large; accepted: at most ${REFERENCES.entryBytes} characters and ${REFERENCES.fields} lines`,
        { line },
      );
  }
  const entry = ended();
  if (entry !== null) yield entry;
}

type Values = {
  /** The first that is not blank. */
  readonly first: (...tags: readonly string[]) => string | undefined;
  readonly all: (...tags: readonly string[]) => readonly string[];
};

const valuesOf = (lines: readonly Line[]): Values => {
  const all = (...tags: readonly string[]): readonly string[] =>
    tags.flatMap((tag) => lines.filter((each) => each.tag === tag && each.value !== '').map(({ value }) => value));
  return { all, first: (...tags) => all(...tags)[0] };
};

const namesOf = (values: readonly string[]): readonly (CslName | null)[] =>
  values.flatMap((value) => value.split(/\s*;\s*/u)).map((value) => nameFromWhole(value));

/** `2020/03/09/Spring`: what follows the third slash is no date. */
const risDate = (text: string | undefined): string | undefined =>
  text?.replace(/^(\d{4}(?:\/\d{0,2}){0,2})\/.*$/u, '$1').replace(/\/+$/u, '');

/** The more precise of the year and the date, which Web of Science gives without a year: `MAR 5`. */
const issuedOf = (first: Values['first']): string | undefined => {
  const [year, date] = [first('PY', 'Y1'), first('DA')];
  if (year === undefined || date === undefined) return risDate(year ?? date);
  if (/\d{4}/u.test(date)) return risDate(date.startsWith(year.slice(0, 4)) ? date : year);
  return `${date} ${year.slice(0, 4)}`;
};

const ADDRESS = /^https?:\/\//iu;

/** EndNote gives the editors of a part in `A2`, and those of a book's series; Zotero has `A2` and `ED` for editors. */
const risDraft = ({ first, all }: Values): Draft => {
  const written = first('TY')?.toUpperCase();
  if (written === undefined)
    throw new Unreadable(
      'type_missing',
      'its type is missing after TY; accepted: a type of RIS, such as JOUR, BOOK or CHAP',
    );
  const type = kindOfRis(written) ?? 'document';
  const isPart = IS_PART.has(type);
  const [start, end] = [first('SP'), first('EP')];
  const serial = first('SN');
  const isIssn =
    serial !== undefined && /^\D*\d{4}-?\d{3}[\dX]\b/iu.test(serial) && serial.replace(/\D/gu, '').length < 9;
  const medium = first('M3');
  const isDoi = medium !== undefined && /10\.\d{4,9}\//u.test(medium);
  const urls = all('UR', 'LK', 'L2');
  const journal = first('JF', 'JO', 'T2', 'BT', 'JA', 'J1', 'J2');
  const short = first('JA', 'J2', 'J1');
  return {
    type,
    texts: {
      title: first('TI', 'T1', 'CT', ...(isPart ? [] : ['BT'])),
      'title-short': first('ST'),
      'container-title': isPart ? journal : undefined,
      'container-title-short': isPart && short !== journal ? short : undefined,
      'collection-title': first('T3') ?? (isPart ? undefined : first('T2')),
      volume: first('VL'),
      [type === 'report' || type === 'patent' || type === 'standard' ? 'number' : 'issue']: first(
        'IS',
        ...(type === 'report' ? ['M1'] : []),
      ),
      page: isPart || end !== undefined ? pagesOf(start, end) : undefined,
      'number-of-pages': isPart || end !== undefined ? undefined : start,
      edition: first('ET'),
      publisher: first('PB'),
      'publisher-place': first('CY', 'PP'),
      abstract: first('AB', 'N2'),
      keyword: all('KW').join('; '),
      language: first('LA'),
      genre: isDoi || ADDRESS.test(medium ?? '') ? undefined : medium,
      note: first('N1'),
      'event-title': type === 'paper-conference' ? first('C3') : undefined,
      'call-number': first('CN'),
      URL: urls.find((url) => ADDRESS.test(url)),
    },
    names: {
      author: namesOf(all('AU', 'A1')),
      editor: namesOf([...all('ED'), ...(isPart || type === 'book' ? all('A2') : [])]),
      'collection-editor': namesOf(all('A3')),
      translator: namesOf(type === 'book' || isPart ? all('A4', 'TA') : []),
    },
    dates: { issued: issuedOf(first), accessed: risDate(first('Y2')) },
    doi: first('DO')?.split(/\s/u)[0],
    maybeDois: [isDoi ? medium : undefined, ...urls],
    isbn: isIssn ? undefined : serial,
    issn: isIssn ? serial : undefined,
    identifiers: [
      ['pmid', first('AN')?.match(/^(?:pmid:?\s*)?(\d{5,8})$/iu)?.[1]],
      ['pmc', first('C2')?.match(/^PMC\d+$/iu)?.[0]],
    ],
  };
};

/** `10.1000/abc [doi]` in the fields of a publisher's identifiers. */
const medlineDoi = ({ all }: Values): string | undefined =>
  all('LID', 'AID')
    .find((value) => value.endsWith('[doi]'))
    ?.replace(/\s*\[doi\]$/u, '');

const medlineDraft = (values: Values): Draft => {
  const { first, all } = values;
  const book = first('BTI');
  const types = all('PT');
  const type =
    types.map((each) => kindOfMedline(each)).find((each) => each !== undefined) ??
    (book === undefined ? 'article-journal' : 'book');
  const serials = all('IS');
  return {
    type,
    texts: {
      title: (first('TI') ?? book)?.replace(/(?<!\.)\.$/u, ''),
      'container-title': first('TI') === undefined ? undefined : (book ?? first('JT', 'TA')),
      'container-title-short': book === undefined && first('JT') !== undefined ? first('TA') : undefined,
      'collection-title': first('CTI'),
      volume: first('VI'),
      issue: first('IP'),
      page: first('PG'),
      edition: first('EN'),
      publisher: first('PB'),
      'publisher-place': first('PL'),
      abstract: first('AB'),
      keyword: all('OT').join('; '),
      language: first('LA'),
      PMID: first('PMID'),
      PMCID: first('PMC'),
    },
    names: {
      author: [
        ...namesOf(all('FAU').length > 0 ? all('FAU') : all('AU')),
        ...all('CN').map((literal) => ({ literal })),
      ],
      editor: namesOf(all('FED').length > 0 ? all('FED') : all('ED')),
    },
    dates: { issued: first('DP') },
    doi: medlineDoi(values),
    isbn: first('ISBN')?.replace(/\(.*\)/gu, ''),
    issn: serials.join(' '),
    identifiers: [
      ['pmid', first('PMID')],
      ['pmc', first('PMC')],
    ],
  };
};

const WRITTEN_AS: Readonly<Record<string, readonly string[]>> = {
  DOI: ['DO', 'LID', 'AID'],
  ISBN: ['SN', 'ISBN'],
  issued: ['PY', 'Y1', 'DA', 'DP'],
  accessed: ['Y2'],
  title: ['TI', 'T1'],
};

export function* readRis(text: string): Generator<ReadReference> {
  let n = 0;
  for (const { line, lines, mistake } of entriesIn(text)) {
    n += 1;
    const values = valuesOf(lines);
    const place = { n, line, label: values.first('ID', 'PMID') ?? null };
    yield orProblem(
      place,
      () => {
        if (mistake !== null) throw mistake;
        return drafted(place, lines[0]?.tag === 'PMID' ? medlineDraft(values) : risDraft(values));
      },
      (field) => lines.find(({ tag }) => WRITTEN_AS[field]?.includes(tag) === true)?.line,
    );
  }
}
