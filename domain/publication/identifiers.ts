/** Normalizes identifiers of works other than DOIs, so that sources agree on the same work. */
import { ID } from '../limits.ts';
import { ownOf } from '../own.ts';
import { arxivIdOf } from './naming.ts';

export type Identifier = { readonly type: string; readonly value: string };

/** The last part of the path of a URL; any other text as it is. */
const lastPart = (text: string): string => text.replace(/\/$/, '').replace(/^https?:\/\/\S*\//i, '');

const pmc = (text: string): string => {
  const digits = lastPart(text).replace(/^(?:pmcid:?\s*)?(?:pmc)?/i, '');
  return digits === '' ? '' : `PMC${digits}`;
};

const NORMALIZERS: Readonly<Record<string, (text: string) => string>> = {
  pmid: (text) => lastPart(text).replace(/^pmid:?\s*/i, ''),
  pmc,
  arxiv: (text) =>
    arxivIdOf(text) ?? text.replace(/^(?:https?:\/\/arxiv\.org\/\w+\/|arxiv:\s*)/i, '').replace(/v\d+$/i, ''),
  isbn: (text) => text.replace(/[\s-]/g, '').toUpperCase(),
  handle: (text) => text.replace(/^(?:https?:\/\/hdl\.handle\.net\/|hdl:)/i, ''),
  wosuid: (text) => text.replace(/^wos:/i, ''),
};

/** Strongest first: those that a single registry assigns to a single work. */
const STRENGTH = ['pmid', 'pmc', 'arxiv', 'isbn', 'handle', 'urn', 'wosuid', 'eid', 'bibcode', 'uri'];

/** Local numbers, and identifiers of a container or grant: different works may share them. */
const NOT_OF_A_WORK = new Set(['', 'doi', 'other-id', 'source-work-id', 'issn', 'grant_number', 'proposal-id']);

/** Null if it does not identify a work by itself. */
export const identifierOf = (kind: string, text: string): Identifier | null => {
  const given = kind
    .trim()
    .toLowerCase()
    .replace(/^pmcid$/, 'pmc');
  const isOfArxiv = given === 'uri' && /^\s*(?:https?|arxiv):/i.test(text) && arxivIdOf(text) !== null;
  const type = isOfArxiv ? 'arxiv' : given;
  const normalize = ownOf(NORMALIZERS, type);
  const value = (normalize?.(text.trim()) ?? text.trim()).toLowerCase();
  if (NOT_OF_A_WORK.has(type) || value === '' || value.length > ID.ofProvider || /[\s~]/.test(value)) return null;
  return { type, value };
};

const rank = ({ type }: Identifier): number => (STRENGTH.includes(type) ? STRENGTH.indexOf(type) : STRENGTH.length);

/** Without duplicates, strongest first. */
export const ranked = (identifiers: readonly Identifier[]): readonly Identifier[] =>
  [...new Map(identifiers.map((id) => [`${id.type}.${id.value}`, id])).values()].sort((a, b) => rank(a) - rank(b));
