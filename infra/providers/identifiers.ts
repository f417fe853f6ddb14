/** Identifiers of works other than DOIs, in one spelling, so that two sources mean one work by one word. */
import { ID } from '../../domain/limits.ts';
import { ownOf } from '../../domain/own.ts';

export type Identifier = { readonly type: string; readonly value: string };

const isbn = (text: string): string => text.replace(/[\s-]/g, '').toUpperCase();

const NORMAL: Readonly<Record<string, (text: string) => string>> = {
  pmid: (text) => text.replace(/^(?:pmid:?\s*|https?:\/\/\S+\/)/i, '').replace(/\/$/, ''),
  pmc: (text) => `PMC${text.replace(/^(?:https?:\/\/\S+\/)?(?:pmc)?/i, '').replace(/\/$/, '')}`,
  arxiv: (text) => text.replace(/^(?:https?:\/\/arxiv\.org\/\w+\/|arxiv:\s*)/i, '').replace(/v\d+$/i, ''),
  isbn,
  handle: (text) => text.replace(/^(?:https?:\/\/hdl\.handle\.net\/|hdl:)/i, ''),
  wosuid: (text) => text.replace(/^wos:/i, ''),
};

/** From the strongest: those that one registry gives to one work. */
const STRENGTH = ['pmid', 'pmc', 'arxiv', 'isbn', 'handle', 'urn', 'wosuid', 'eid', 'bibcode', 'uri'];

/** Numbers of somebody's own, and those of what a work came out in: equal ones may be of different works. */
const NOT_OF_A_WORK = new Set(['', 'doi', 'other-id', 'source-work-id', 'issn', 'grant_number', 'proposal-id']);

/** Null for what does not identify a work by itself. */
export const identifierOf = (kind: string, text: string): Identifier | null => {
  const type = kind
    .trim()
    .toLowerCase()
    .replace(/^pmcid$/, 'pmc');
  const normal = ownOf(NORMAL, type);
  const value = (normal?.(text.trim()) ?? text.trim()).toLowerCase();
  if (NOT_OF_A_WORK.has(type) || value === '' || value.length > ID.ofProvider || /[\s~]/.test(value)) return null;
  return { type, value };
};

const rank = ({ type }: Identifier): number => (STRENGTH.includes(type) ? STRENGTH.indexOf(type) : STRENGTH.length);

/** Each once, strongest first. */
export const ranked = (identifiers: readonly Identifier[]): readonly Identifier[] =>
  [...new Map(identifiers.map((id) => [`${id.type}.${id.value}`, id])).values()].sort((a, b) => rank(a) - rank(b));
