/** Finds DOIs in pasted text, such as a list of references, an e-mail or a column of a table. */
import { parseDoi } from '../../../../domain/doi.ts';
import { parsed } from '../../client/parsed.ts';

type FoundDois = {
  /** Distinct, in the order of the text, each as it stands there. */
  readonly valid: readonly { readonly doi: string; readonly text: string }[];
  /** What looks like a DOI, but is none. */
  readonly malformed: readonly string[];
};

/** DOIs may contain commas and semicolons, so one ends there only if another begins. */
const BEFORE_ANOTHER = /[,;|](?=(?:https?:\/\/|doi:|10\.\d{4,9}\/))/iu;
const BEGINNING = /10\.\d+(?:\.\d+)*\//u;
const PUNCTUATION = /[.,;:]+$/u;
const BRACKETS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{', '>': '<' };

/** Without what a sentence puts after a DOI: a closing bracket belongs to it if it has the opening one. */
const withoutEnd = (word: string): string => {
  const text = word.replace(PUNCTUATION, '');
  const last = text.at(-1) ?? '';
  const opening = BRACKETS[last];
  if (opening === undefined || text.split(last).length <= text.split(opening).length) return text;
  return withoutEnd(text.slice(0, -1));
};

export const doisIn = (text: string): FoundDois => {
  const valid = new Map<string, string>();
  const malformed = new Set<string>();
  for (const word of text.split(/\s+/u).flatMap((part) => part.split(BEFORE_ANOTHER))) {
    const at = word.search(BEGINNING);
    if (at < 0) continue;
    const meant = withoutEnd(word);
    const doi = parsed(parseDoi, meant) ?? parsed(parseDoi, meant.slice(at));
    if (doi === null) malformed.add(meant);
    else if (!valid.has(doi)) valid.set(doi, parsed(parseDoi, meant) === null ? meant.slice(at) : meant);
  }
  return { valid: [...valid].map(([doi, given]) => ({ doi, text: given })), malformed: [...malformed] };
};
