/** CSL-JSON, as Zotero, Mendeley and citation processors write it: a list of items, or one. */
import { parseCslItem } from '../../commands/csl-item.ts';
import { cleanFields } from '../../commands/text/values.ts';
import type { CslDate, CslItem, CslName } from '../../domain/csl.ts';
import { CSL_TYPES, DATE_FIELDS, NAME_FIELDS, type CslType } from '../../domain/csl-schema.ts';
import { inField, Refused } from '../../domain/errors.ts';
import { isbnsIn } from '../../domain/isbn.ts';
import { REFERENCES } from '../../domain/limits.ts';
import { orcidAddress } from '../../domain/orcid.ts';
import { ownOf } from '../../domain/own.ts';
import { isInCalendar } from '../../domain/partial-date.ts';
import type { ReadReference } from '../../domain/reference-import/entry.ts';
import { doiOrNull, orcidOrNull } from '../providers/csl/parts.ts';
import { identifierOf } from '../../domain/publication/identifiers.ts';
import { dateIn } from './dates.ts';
import { doiIn, isbnIdentifiers, orProblem, referenceOf, Unreadable } from './draft.ts';
import { linesOf } from './lines.ts';

/** The objects of a list, each as text: a mistake in one of them does not stop the others. */
function* objectsIn(text: string): Generator<{ readonly at: number; readonly json: string }> {
  let [from, isInText, before] = [-1, false, ''];
  const open: string[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (isInText) {
      if (character === '\\') at += 1;
      // A text that is not closed ends with its line: JSON has none of several lines.
      else if (character === '"' || character === '\n') isInText = false;
      continue;
    }
    if (/\s/u.test(character)) continue;
    if (character === '"') isInText = true;
    else if (character === '{' || character === '[') {
      // Within an object, only a value begins with a brace: the object was not closed, and this is the next one.
      if (character === '{' && from !== -1 && open.at(-1) === '{' && before !== ':') {
        yield { at: from, json: text.slice(from, at) };
        [open.length, from] = [0, -1];
      }
      if (character === '{' && from === -1) from = at;
      if (from !== -1) open.push(character);
    } else if (from !== -1 && (character === '}' || character === ']')) {
      open.pop();
      if (open.length === 0) {
        yield { at: from, json: text.slice(from, at + 1) };
        from = -1;
      }
    }
    before = character;
  }
  if (from !== -1) yield { at: from, json: text.slice(from) };
}

/** Fields that processors and managers add for themselves. */
const OWN = new Set(['citation-key', 'citation-label', 'id', 'categories', 'system_id', 'uris', 'source']);

/** Names of fields before CSL 1.0.2. */
const FORMER: Readonly<Record<string, string>> = {
  event: 'event-title',
  shortTitle: 'title-short',
  journalAbbreviation: 'container-title-short',
};
const FORMER_TYPES: Readonly<Record<string, CslType>> = { pubmed: 'article-journal' };

type Sent = Readonly<Record<string, unknown>>;

const typeOf = (sent: Sent): CslType => {
  const { type } = sent;
  const known = CSL_TYPES.find((each) => each === type) ?? ownOf(FORMER_TYPES, String(type));
  if (known === undefined)
    throw new Refused(
      'invalid',
      'invalid_type',
      `type: not a CSL type: ${JSON.stringify(type)?.slice(0, 40) ?? 'none'}`,
      {
        field: 'type',
        accepted: 'a type of CSL 1.0.2, such as article-journal, book, chapter, report or thesis',
      },
    );
  return known;
};

const dateOf = (field: string, sent: unknown): CslDate | undefined => {
  const date = (sent ?? {}) as CslDate;
  const parts = date['date-parts']?.[0];
  if (Array.isArray(parts) && parts.length > 0 && parts[0] !== null && parts[0] !== '') {
    if (!isInCalendar(parts as readonly number[]))
      throw new Refused('invalid', 'invalid_date', `${field}: not a date: ${JSON.stringify(parts).slice(0, 60)}`, {
        field,
        accepted: 'date-parts of a date that exists, as [[2021]], [[2021, 3]] or [[2021, 3, 9]]',
      });
    return { 'date-parts': [parts.map(Number)] };
  }
  const said = date.raw ?? date.literal ?? (typeof sent === 'string' ? sent : '');
  return typeof said === 'string' ? dateIn(said) : undefined;
};

const nameIn = (sent: unknown): CslName => {
  const { ORCID, affiliation: _affiliation, ...name } = sent as CslName & { readonly affiliation?: unknown };
  const orcid = orcidOrNull(ORCID);
  return orcid === null ? name : { ...name, ORCID: orcidAddress(orcid) };
};

const fieldIn = (field: string, value: unknown): unknown => {
  if (NAME_FIELDS.has(field)) return Array.isArray(value) ? value.map(nameIn) : value;
  return DATE_FIELDS.has(field) ? dateOf(field, value) : value;
};

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

const itemOf = (sent: Sent): { readonly item: CslItem; readonly doi: string | null } => {
  const type = typeOf(sent);
  const doi = doiIn(typeof sent['DOI'] === 'string' ? sent['DOI'] : undefined) ?? doiOrNull(sent['URL']);
  const fields = Object.entries(sent).flatMap(([written, value]) => {
    const field = ownOf(FORMER, written) ?? written;
    const read = OWN.has(field) || field === 'type' || field === 'DOI' ? undefined : fieldIn(field, value);
    return isBlank(read) ? [] : [[field, read] as const];
  });
  const checked = parseCslItem({ type, ...Object.fromEntries(fields), ...(doi !== null && { DOI: doi }) });
  const kept = Object.entries(cleanFields(checked)).filter(([, value]) => !isBlank(value));
  return { item: Object.fromEntries(kept) as CslItem, doi };
};

/** Whether a text may be the beginning of JSON. */
const mayBegin = (json: string): boolean => {
  try {
    JSON.parse(json);
    return true;
  } catch (error) {
    const [, at = '-1'] = /position (\d+)/u.exec(String(error)) ?? [];
    return String(error).includes('end of JSON') || Number(at) >= json.length;
  }
};

/** The number of lines before the one with the first mistake. The parser does not always say where it is. */
const linesBeforeMistake = (json: string): number => {
  const lines = json.split('\n');
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (mayBegin(`${lines.slice(0, middle + 1).join('\n')}\n`)) low = middle + 1;
    else high = middle;
  }
  return low === lines.length ? 0 : low;
};

const parsed = (json: string, firstLine: number): Sent => {
  if (json.length > REFERENCES.entryBytes)
    throw new Unreadable(
      'entry_too_large',
      `the entry is too large; accepted: at most ${REFERENCES.entryBytes} characters`,
    );
  try {
    return JSON.parse(json) as Sent;
  } catch {
    throw new Unreadable(
      'not_json',
      'it is not JSON; accepted: an object of CSL-JSON, with all texts and names in quotation marks',
      { line: firstLine + linesBeforeMistake(json) },
    );
  }
};

const labelIn = (json: string): string | null => /"id"\s*:\s*"([^"\\]{1,200})"/u.exec(json)?.[1] ?? null;

export function* readCslJson(text: string): Generator<ReadReference> {
  const lineAt = linesOf(text);
  let n = 0;
  for (const { at, json } of objectsIn(text)) {
    n += 1;
    const place = { n, line: lineAt(at), label: labelIn(json) };
    yield orProblem(place, () => {
      const sent = parsed(json, place.line);
      const { item, doi } = itemOf(sent);
      const { ISBN: isbn } = item;
      const isbns = typeof isbn === 'string' ? inField('ISBN', () => isbnsIn(isbn)) : [];
      const identifiers = ['PMID', 'PMCID'].flatMap((field) => {
        const value = item[field];
        return typeof value === 'string' ? (identifierOf(field, value) ?? []) : [];
      });
      return referenceOf(place, item, doi, [...identifiers, ...isbnIdentifiers(item.type as CslType, isbns)]);
    });
  }
}
