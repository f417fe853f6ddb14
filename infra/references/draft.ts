/** An entry between its format and the catalogue: its parts in CSL's fields, as written; and the same entry in normal form. */
import { parseCslItem } from '../../commands/csl-item.ts';
import { cleanFields } from '../../commands/text/values.ts';
import { mustSay } from '../../domain/bounded.ts';
import type { CslDate, CslItem, CslName } from '../../domain/csl.ts';
import type { CslType } from '../../domain/csl-schema.ts';
import { isDoiAddress, parseDoi } from '../../domain/doi.ts';
import { inField, Refused } from '../../domain/errors.ts';
import { isbnsIn } from '../../domain/isbn.ts';
import type { Json } from '../../domain/json.ts';
import { aliasesOf } from '../../domain/publication/naming.ts';
import { mustBeWithin } from '../../domain/record/bounds.ts';
import { changesTo, fieldsOf } from '../../domain/record/overlay.ts';
import type { Reference, ReferenceProblem } from '../../domain/reference-import/entry.ts';
import { quoted } from '../../domain/shortened.ts';
import { identifierOf, ranked, type Identifier } from '../../domain/publication/identifiers.ts';
import { cslItem, doiOrNull, issnFrom } from '../providers/csl/parts.ts';
import { dateIn } from './dates.ts';

export type Draft = {
  readonly type: CslType;
  /** By CSL field, as text with at most CSL's markup. */
  readonly texts: Readonly<Record<string, string | undefined>>;
  /** By CSL field. */
  readonly names: Readonly<Record<string, readonly (CslName | null)[]>>;
  /** By CSL field: a date, or the text that says when. */
  readonly dates: Readonly<Record<string, CslDate | string | undefined>>;
  /** The field that is there for the DOI. */
  readonly doi?: string | undefined;
  /** Other texts that may be a DOI, such as addresses. */
  readonly maybeDois?: readonly (string | undefined)[];
  readonly isbn?: string | undefined;
  readonly issn?: string | undefined;
  /** Type and value. */
  readonly identifiers?: readonly (readonly [type: string, value: string | undefined])[];
};

/** Why an entry cannot be read. The messages of the dashboard are keyed by it. */
type Mistake =
  | 'abbreviation_too_long'
  | 'abbreviation_unknown'
  | 'abbreviations_too_long'
  | 'comma_missing'
  | 'comma_missing_after_key'
  | 'entry_not_closed'
  | 'entry_too_large'
  | 'name_missing'
  | 'not_closed'
  | 'not_json'
  | 'not_opened'
  | 'sign_missing'
  | 'tex_unreadable'
  | 'too_deep'
  | 'type_missing'
  | 'value_missing';

/** An entry could not be read. `field`: with the mistake; `line`: where it is, if not where the entry begins. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
  readonly field: string | null;
  readonly line: number | undefined;

  constructor(
    readonly code: Mistake,
    message: string,
    { field = null, line }: { readonly field?: string | null; readonly line?: number } = {},
  ) {
    super(message);
    this.field = field;
    this.line = line;
  }
}

/** A part of a book has the ISBN of the whole. */
const OF_THE_WHOLE: ReadonlySet<CslType> = new Set([
  ...(['chapter', 'paper-conference', 'entry', 'entry-dictionary', 'entry-encyclopedia'] as const),
  ...(['article-journal', 'article-magazine', 'article-newspaper'] as const),
]);

/** Of others, managers say the type again in words of their own. */
const HAS_GENRE = new Set<CslType>([
  'thesis',
  'report',
  'document',
  'manuscript',
  'speech',
  'patent',
  'article',
  'post',
]);
/** Notes that managers and databases write by themselves. */
const MANAGERS_OWN = /^(?:Cited by|Export Date|Publisher|Num Pages|ISBN|ISSN|tex\.\w+|arXiv):/iu;

/** A field that says `\_` for `_`, as BibTeX has it. */
export const doiIn = (text: string | undefined): string | null => {
  const plain = text?.replaceAll('\\', '').trim() ?? '';
  return plain === '' ? null : inField('DOI', () => parseDoi(plain));
};

const issued = (field: string, said: CslDate | string | undefined): CslDate | undefined => {
  if (said === undefined || typeof said === 'object' || said.trim() === '') return said as CslDate | undefined;
  const date = dateIn(said);
  // `in press`, `n.d.`
  if (date !== undefined || !/\d/u.test(said)) return date;
  throw new Refused('invalid', 'invalid_date', `${field}: not a date: ${quoted(said)}`, {
    field,
    accepted: 'a date that exists, as 2021, 2021-03 or 2021-03-09',
  });
};

const NO_STATUS = /^(?:n\.?\s?d\.?|s\.\s?a\.?|o\.\s?j\.?|unknown|undated)$/iu;

const itemOf = ({ type, texts, names, dates, isbn, issn }: Draft, doi: string | null) => {
  const isbns = isbn === undefined || isbn.trim() === '' ? [] : inField('ISBN', () => isbnsIn(isbn));
  const said = dates['issued'];
  const isStatus = typeof said === 'string' && !/\d/u.test(said) && !NO_STATUS.test(said.trim());
  const whole = cslItem(type, {
    ...(texts as Readonly<Record<string, Json | undefined>>),
    ...Object.fromEntries(Object.entries(names).map(([field, list]) => [field, list.filter((name) => name !== null)])),
    ...Object.fromEntries(Object.entries(dates).map(([field, date]) => [field, issued(field, date)])),
    status: isStatus ? said.trim() : undefined,
    ISBN: isbns.join(' '),
    ISSN: issn === undefined ? undefined : (issn.match(/\d{4}-?\d{3}[\dX]/giu) ?? []).map(issnFrom).join(' '),
    DOI: doi ?? undefined,
    URL: doi !== null && isDoiAddress(texts['URL'] ?? '') ? undefined : texts['URL'],
    genre: HAS_GENRE.has(type) ? texts['genre'] : undefined,
    note: MANAGERS_OWN.test(texts['note'] ?? '') ? undefined : texts['note'],
  });
  // Cleaning may leave nothing of a text.
  const { type: _type, ...fields } = cleanFields(whole);
  return { item: parseCslItem(cslItem(type, fields as Readonly<Record<string, Json>>)), isbns };
};

/** Of a CSL item that is complete, as `itemOf` makes it or a list has it. Throws `Refused('invalid')`, naming the field. */
export const referenceOf = (
  place: Pick<Reference, 'n' | 'line' | 'label'>,
  item: CslItem,
  doi: string | null,
  identifiers: readonly Identifier[],
): Reference => {
  mustSay(item.title ?? '', 'title');
  mustBeWithin(changesTo(fieldsOf(item)), { type: item.type }, item);
  const aliases = aliasesOf({ identifiers: ranked(identifiers), fallbackKey: '', summary: item });
  return { ...place, item, doi, aliases: aliases.filter(({ isSources }) => isSources !== true) };
};

/** Only a book as a whole is named by its ISBN. */
export const isbnIdentifiers = (type: CslType, isbns: readonly string[]): readonly Identifier[] =>
  OF_THE_WHOLE.has(type) ? [] : isbns.flatMap((isbn) => identifierOf('isbn', isbn) ?? []);

const problemIn = (error: unknown): Pick<ReferenceProblem, 'code' | 'field' | 'problem'> => {
  if (error instanceof Unreadable) return { code: error.code, field: error.field, problem: error.message };
  if (!(error instanceof Refused)) return { code: 'unreadable', field: null, problem: 'it cannot be read' };
  const { accepted, field } = error.details ?? {};
  return {
    code: error.code,
    field: typeof field === 'string' ? field : null,
    problem: typeof accepted === 'string' ? `${error.message}; accepted: ${accepted}` : error.message,
  };
};

/** What `read` returns, or why nothing of the entry can be imported: one entry never stops the others. `lineOf`: of a CSL field. */
export const orProblem = <T>(
  place: Pick<Reference, 'n' | 'line' | 'label'>,
  read: () => T,
  lineOf: (field: string) => number | undefined = () => undefined,
): T | ReferenceProblem => {
  try {
    return read();
  } catch (error) {
    const problem = problemIn(error);
    const line = error instanceof Unreadable ? error.line : problem.field === null ? undefined : lineOf(problem.field);
    return { ...place, problemLine: line ?? place.line, ...problem };
  }
};

export const drafted = (place: Pick<Reference, 'n' | 'line' | 'label'>, draft: Draft): Reference => {
  const doi =
    doiIn(draft.doi) ?? (draft.maybeDois ?? []).map((text) => doiOrNull(text)).find((each) => each !== null) ?? null;
  const { item, isbns } = itemOf(draft, doi);
  const given = (draft.identifiers ?? []).flatMap(([type, value]) =>
    value === undefined ? [] : (identifierOf(type, value) ?? []),
  );
  return referenceOf(place, item, doi, [...given, ...isbnIdentifiers(draft.type, isbns)]);
};

/** Two parts of a title or name. */
export const withSubtitle = (title: string | undefined, subtitle: string | undefined): string | undefined =>
  title === undefined || subtitle === undefined || title.includes(subtitle) ? title : `${title}: ${subtitle}`;
