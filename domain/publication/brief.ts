/** What a row of a listing can show of a record besides its own columns: bounded, however large the record is. */
import type { CslItem, CslName } from '../csl.ts';
import { ROW_PARTS, TEXT } from '../limits.ts';
import { ownOf } from '../own.ts';
import { AUTHOR, namedOrcids, namesIn } from './authors.ts';
import { orcidAt } from '../orcid.ts';
import { OMITTED } from './omitted.ts';
import type { Present } from './state.ts';
import { authorsOmitted } from './trimming.ts';

/** Null for a part that the entry does not have. `family`: with its particles. */
export type BriefAuthor = {
  readonly name: string;
  readonly family: string | null;
  readonly given: string | null;
  readonly orcid: string | null;
};

export type Brief = {
  /** The first ones. */
  readonly authors: readonly BriefAuthor[];
  /** Null if a provider has cut the list off and does not say. */
  readonly authorCount: number | null;
  /** Linked authors whose iD no entry has, so that only their names tell which entries are theirs. */
  readonly withoutEntry: readonly string[];
  readonly container: {
    readonly title: string | null;
    readonly volume: string | null;
    readonly issue: string | null;
    readonly page: string | null;
  } | null;
  readonly openAccess: { readonly status: string; readonly url: string | null } | null;
};

const textIn = (value: unknown): string | null => {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return text === '' ? null : text;
};

const BEGINNING = new RegExp(`^.{0,${TEXT.nameCharacters}}`, 'su');

const joined = (...parts: readonly unknown[]): string | null =>
  textIn(BEGINNING.exec(parts.flatMap((part) => textIn(part) ?? []).join(' '))?.[0]);

const briefAuthor = ({ literal, given, suffix, ORCID, ...name }: CslName): readonly BriefAuthor[] => {
  const family = joined(name['dropping-particle'], name['non-dropping-particle'], name.family);
  const whole = joined(given, family, suffix) ?? joined(literal);
  const orcid = typeof ORCID === 'string' ? orcidAt(ORCID) : null;
  return whole === null ? [] : [{ name: whole, family, given: joined(given), orcid }];
};

const countIn = (record: CslItem, listed: number): number | null =>
  record.custom?.[OMITTED] === true ? null : listed + authorsOmitted(record);

const withoutEntryIn = (record: CslItem, { links, match }: Pick<Present, 'links' | 'match'>): readonly string[] => {
  const linked = Object.keys(links);
  if (linked.length === 0) return linked;
  const [named, strays] = [new Set(namedOrcids(record)), new Set(match.strays)];
  const isAuthor = (orcid: string): boolean => ownOf(match.roles ?? {}, orcid)?.includes(AUTHOR) ?? true;
  return linked
    .filter((orcid) => !named.has(orcid) && !strays.has(orcid) && isAuthor(orcid))
    .slice(0, ROW_PARTS.lookedForByName);
};

const containerIn = (record: CslItem): Brief['container'] => {
  const part = (field: string): string | null => textIn(record[field]);
  const container = {
    title: part('container-title'),
    volume: part('volume'),
    issue: part('issue'),
    page: part('page'),
  };
  return Object.values(container).every((part) => part === null) ? null : container;
};

const openAccessIn = ({ enrichment }: Pick<Present, 'enrichment'>): Brief['openAccess'] => {
  const status = textIn(enrichment?.open_access_status);
  return status === null ? null : { status, url: textIn(enrichment?.['open_access_url']) };
};

export const briefOf = (record: CslItem, state: Pick<Present, 'links' | 'match' | 'enrichment'>): Brief => {
  const authors = namesIn(record, AUTHOR);
  return {
    authors: authors.slice(0, ROW_PARTS.authors).flatMap(briefAuthor),
    authorCount: countIn(record, authors.length),
    withoutEntry: withoutEntryIn(record, state),
    container: containerIn(record),
    openAccess: openAccessIn(state),
  };
};
