/** A DataCite record (the attributes of a DOI) as a CSL item. */
import { abstractText, depositedText } from '../../../commands/text/index.ts';
import type { CslDate, CslItem, CslName } from '../../../domain/csl.ts';
import {
  authorsOf,
  cslItem,
  dateFromParts,
  dateFromText,
  doiOrNull,
  markupAt,
  nameFromWhole,
  nameOf,
  orcidOrNull,
  pagesOf,
  textAt,
  type Named,
} from '../csl/parts.ts';
import { at, listAt, stringAt, urlAt } from '../json.ts';
import { kindOfDatacite } from './kinds.ts';

const nameFrom = (person: unknown): CslName | null => {
  const [whole, given, family] = ['name', 'givenName', 'familyName'].map((part) => stringAt(person, part));
  if (stringAt(person, 'nameType') === 'Organizational') return nameOf(undefined, undefined, whole);
  if (family !== undefined) return nameOf(given, family, whole);
  return given === undefined ? nameFromWhole(whole) : nameOf(given, undefined, undefined);
};

const orcidOf = (person: unknown): string | null =>
  listAt(person, 'nameIdentifiers')
    .filter((id) => stringAt(id, 'nameIdentifierScheme')?.toUpperCase() === 'ORCID')
    .map((id) => orcidOrNull(stringAt(id, 'nameIdentifier')))
    .find((orcid) => orcid !== null) ?? null;

const named = (people: readonly unknown[]): readonly Named[] =>
  people.flatMap((person) => {
    const name = nameFrom(person);
    return name === null ? [] : [{ name, orcid: orcidOf(person) }];
  });

const titleOf = (record: unknown): string | undefined => {
  const titles = listAt(record, 'titles').flatMap((entry) => {
    const text = markupAt(entry, 'title');
    return text === undefined ? [] : [{ text, kind: stringAt(entry, 'titleType') }];
  });
  const main = titles.find(({ kind }) => kind === undefined) ?? titles[0];
  const sub = titles.find(({ kind }) => kind === 'Subtitle')?.text;
  if (main === undefined || sub === undefined || main.text.includes(sub)) return main?.text;
  return depositedText(`${main.text}: ${sub}`);
};

const precision = (date: CslDate): number => date['date-parts']?.[0]?.length ?? 0;

/** The most precise of the dates that say when it came out; else the year that every record has. */
const issuedOf = (record: unknown): CslDate | undefined => {
  const dates = (kind: string): readonly CslDate[] =>
    listAt(record, 'dates')
      .filter((entry) => stringAt(entry, 'dateType') === kind)
      .flatMap((entry) => dateFromText(at(entry, 'date')) ?? [])
      .sort((a, b) => precision(b) - precision(a));
  const year = at(record, 'publicationYear');
  return dates('Issued')[0] ?? dateFromParts([year]) ?? dates('Available')[0];
};

const abstractOf = (record: unknown): string | undefined => {
  const text = listAt(record, 'descriptions')
    .filter((entry) => stringAt(entry, 'descriptionType') === 'Abstract')
    .map((entry) => stringAt(entry, 'description'))
    .find((found) => found !== undefined);
  return text === undefined ? undefined : abstractText(text);
};

export const cslFromDatacite = (record: unknown): CslItem => {
  const container = at(record, 'container');
  const editors = listAt(record, 'contributors').filter((one) => stringAt(one, 'contributorType') === 'Editor');
  const issn = /^(?:E|L)?ISSN$/.test(stringAt(container, 'identifierType') ?? '');
  return cslItem(kindOfDatacite(record), {
    title: titleOf(record),
    ...authorsOf(named(listAt(record, 'creators'))),
    editor: named(editors).map(({ name }) => name),
    issued: issuedOf(record),
    'container-title': markupAt(container, 'title'),
    volume: textAt(container, 'volume'),
    issue: textAt(container, 'issue'),
    page: pagesOf(textAt(container, 'firstPage'), textAt(container, 'lastPage')),
    ISSN: issn ? textAt(container, 'identifier') : undefined,
    publisher: textAt(record, 'publisher') ?? textAt(record, 'publisher', 'name'),
    version: textAt(record, 'version'),
    genre: textAt(record, 'types', 'resourceType'),
    language: textAt(record, 'language'),
    DOI: doiOrNull(stringAt(record, 'doi')),
    URL: urlAt(record, 'url'),
    abstract: abstractOf(record),
  });
};
