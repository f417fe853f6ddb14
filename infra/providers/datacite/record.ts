/** Converts a DataCite record (the attributes of a DOI) to a CSL item. */
import { abstractText, depositedText } from '../../../commands/text/index.ts';
import { isWithin } from '../../../domain/characters.ts';
import type { CslDate, CslItem, CslName } from '../../../domain/csl.ts';
import { groupedBy } from '../../../domain/grouped.ts';
import { RECORD, TEXT } from '../../../domain/limits.ts';
import { defined } from '../../../domain/own.ts';
import { OTHER_TITLES } from '../../../domain/publication/other-titles.ts';
import {
  cslItem,
  dateFromParts,
  dateFromText,
  doiOrNull,
  issnFrom,
  markupAt,
  orcidOrNull,
  pagesOf,
  textAt,
} from '../csl/parts.ts';
import { affiliated } from '../csl/facts.ts';
import { nameFromWhole, nameOf } from '../csl/names.ts';
import { at, listAt, stringAt, urlAt } from '../json.ts';
import { affiliationsIn, factsFromDatacite } from './facts.ts';
import { genreOfDatacite, kindOfDatacite } from './kinds.ts';

/** The scheme is free text: `ORCID iD`, `https://orcid.org`. */
const isOrcid = (id: unknown): boolean =>
  ['nameIdentifierScheme', 'schemeUri', 'nameIdentifier'].some((part) =>
    /orcid|open researcher and contributor/i.test(stringAt(id, part) ?? ''),
  );

const orcidOf = (person: unknown): string | null =>
  listAt(person, 'nameIdentifiers')
    .filter(isOrcid)
    .flatMap((id) => orcidOrNull(stringAt(id, 'nameIdentifier')) ?? [])[0] ?? null;

const bareNameOf = (person: unknown): CslName | null => {
  const [whole, given, family] = ['name', 'givenName', 'familyName'].map((part) => stringAt(person, part));
  const orcid = orcidOf(person);
  if (stringAt(person, 'nameType') === 'Organizational') return nameOf({}, whole, orcid);
  if (family !== undefined) return nameOf({ given, family }, whole, orcid);
  // Some records have the given name only, and the rest in the whole.
  const says = whole?.replace(/^[\s,]+/, '') ?? '';
  return says.length > (given?.length ?? 0) ? nameFromWhole(says, orcid) : nameOf({ given }, undefined, orcid);
};

const nameFrom = (person: unknown): CslName | null => {
  const name = bareNameOf(person);
  return name === null ? null : affiliated(name, affiliationsIn(person));
};

const named = (people: readonly unknown[]): readonly CslName[] => people.flatMap((person) => nameFrom(person) ?? []);

/** The title with its subtitle, and the alternative and translated ones. */
const titlesOf = (record: unknown) => {
  const titles = listAt(record, 'titles').flatMap((entry) => {
    const text = markupAt(entry, 'title');
    return text === undefined ? [] : [{ entry, text, kind: stringAt(entry, 'titleType') }];
  });
  const main = titles.find(({ kind }) => kind === undefined) ?? titles[0];
  const sub = titles.find(({ kind }) => kind === 'Subtitle');
  const others = titles
    .filter((title) => title !== main && title !== sub)
    .flatMap(({ entry }) => textAt(entry, 'title') ?? [])
    .filter((text) => isWithin(text, TEXT.titleCharacters));
  const custom = others.length === 0 ? {} : { custom: { [OTHER_TITLES]: others.slice(0, RECORD.otherTitles) } };
  if (main === undefined || sub === undefined || main.text.includes(sub.text)) return { title: main?.text, ...custom };
  return { title: depositedText(`${main.text}: ${sub.text}`), ...custom };
};

const precision = (date: CslDate): number => date['date-parts']?.[0]?.length ?? 0;

/** Some repositories record the deposit date as a date of issue too, so dates in the publication year come first. */
const issuedOf = (record: unknown): CslDate | undefined => {
  const year = dateFromParts([at(record, 'publicationYear')]);
  const isInYear = (date: CslDate): number => Number(date['date-parts']?.[0]?.[0] === year?.['date-parts']?.[0]?.[0]);
  const dates = (kind: string): readonly CslDate[] =>
    listAt(record, 'dates')
      .filter((entry) => stringAt(entry, 'dateType') === kind)
      .flatMap((entry) => dateFromText(at(entry, 'date')) ?? [])
      .sort((a, b) => isInYear(b) - isInYear(a) || precision(b) - precision(a));
  return dates('Issued')[0] ?? year ?? dates('Available')[0];
};

const PAGE = /^(?:pp?\.|S\.)?\s?([a-z]{0,3}\d\S*|[ivxlc]+)$/i;
const VOLUME = /^(?:vol(?:ume)?|bd|band)\.?\s(?=\d)/i;
const ISSUE = /^(?:no|nr|n[uú]m|№|issue)\.?\s?(\d+(?:[-/]\d+)?)(?:\s\(\d{4}\)|$)/i;

/** DataCite splits texts such as `Journal, Vol. 10, No 6 (2013) - p. 603` at commas and takes the part after the volume as "first page". */
const placeOf = (container: unknown) => {
  const [first, last] = [textAt(container, 'firstPage'), textAt(container, 'lastPage')];
  const page = (text: string | undefined): string | undefined => PAGE.exec(text ?? '')?.[1];
  return {
    volume: textAt(container, 'volume')?.replace(VOLUME, ''),
    issue: textAt(container, 'issue') ?? ISSUE.exec(first ?? '')?.[1],
    page: pagesOf(page(first), page(last)),
  };
};

/** The journal or book in which the record says it was published, with its place there (since version 4.4 of the schema). */
const publishedIn = (record: unknown): unknown =>
  listAt(record, 'relatedItems').find((item) => stringAt(item, 'relationType') === 'IsPublishedIn');

const containerTitleOf = (item: unknown): string | undefined =>
  listAt(item, 'titles').flatMap((entry) => markupAt(entry, 'title') ?? [])[0];

/** The container's number among the related identifiers. */
const partOf = (record: unknown, type: 'ISSN' | 'ISBN'): string | undefined =>
  listAt(record, 'relatedIdentifiers')
    .filter((related) => stringAt(related, 'relatedIdentifierType') === type)
    .filter((related) => stringAt(related, 'relationType') === 'IsPartOf')
    .flatMap((related) => textAt(related, 'relatedIdentifier') ?? [])[0];

const ISSN = /^(?:E|L)?ISSN$/;
const ISBN = /^ISBN$/;

const idIn = (item: unknown, type: RegExp): string | undefined => {
  const id = at(item, 'relatedItemIdentifier');
  return type.test(stringAt(id, 'relatedItemIdentifierType') ?? '') ? textAt(id, 'relatedItemIdentifier') : undefined;
};

const issnOf = (record: unknown): string | undefined => {
  const container = at(record, 'container');
  const isIssn = ISSN.test(stringAt(container, 'identifierType') ?? '');
  const issn =
    idIn(publishedIn(record), ISSN) ?? (isIssn ? textAt(container, 'identifier') : undefined) ?? partOf(record, 'ISSN');
  return issn === undefined ? undefined : issnFrom(issn);
};

const abstractOf = (record: unknown): string | undefined => {
  const [text] = listAt(record, 'descriptions')
    .filter((entry) => stringAt(entry, 'descriptionType') === 'Abstract')
    .flatMap((entry) => stringAt(entry, 'description') ?? []);
  return text === undefined ? undefined : abstractText(text);
};

/** Lists of CSL by DataCite's type of contributor; all others are contributors. */
const ROLES = new Map([
  ['Editor', 'editor'],
  ['Translator', 'translator'],
  ['DataCurator', 'curator'],
  ['Producer', 'producer'],
]);

const roleOf = (person: unknown): string => ROLES.get(stringAt(person, 'contributorType') ?? '') ?? 'contributor';

/** All editors. There can be very many others, whom citations do not name: each who has an iD, once, without the authors. */
const contributorsOf = (record: unknown): Readonly<Record<string, readonly CslName[]>> => {
  const known = new Set<string | null>([null, ...listAt(record, 'creators').map(orcidOf)]);
  const isKept = (person: unknown): boolean => {
    const orcid = orcidOf(person);
    if (roleOf(person) === 'editor') return true;
    if (known.has(orcid)) return false;
    known.add(orcid);
    return true;
  };
  const byRole = groupedBy(listAt(record, 'contributors').filter(isKept), roleOf);
  return Object.fromEntries([...byRole].map(([role, people]) => [role, named(people)]));
};

export const cslFromDatacite = (record: unknown): CslItem => {
  const [container, item] = [at(record, 'container'), publishedIn(record)];
  return cslItem(kindOfDatacite(record), {
    ...titlesOf(record),
    author: named(listAt(record, 'creators')),
    ...contributorsOf(record),
    issued: issuedOf(record),
    'container-title': containerTitleOf(item) ?? markupAt(container, 'title'),
    ...placeOf(container),
    ...defined(placeOf(item)),
    [stringAt(item, 'numberType') === 'Chapter' ? 'chapter-number' : 'number']: textAt(item, 'number'),
    ISSN: issnOf(record),
    ISBN: idIn(item, ISBN) ?? partOf(record, 'ISBN'),
    publisher: textAt(record, 'publisher') ?? textAt(record, 'publisher', 'name'),
    version: textAt(record, 'version'),
    genre: genreOfDatacite(record),
    DOI: doiOrNull(stringAt(record, 'doi')),
    URL: urlAt(record, 'url'),
    abstract: abstractOf(record),
    ...factsFromDatacite(record),
  });
};
