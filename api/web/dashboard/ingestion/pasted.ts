/** Finds ORCID iDs in pasted text, such as an e-mail, a table or a list of URLs. */
import { parseOrcid } from '../../../../domain/orcid.ts';
import { parsed } from '../../client/parsed.ts';

type Problem = 'check_digit' | 'form';

export type Pasted = {
  /** Distinct, in the order of the text. */
  readonly valid: readonly string[];
  /** Repeated iDs, with their counts. */
  readonly repeated: ReadonlyMap<string, number>;
  /** Text that looks like an iD but is not valid. */
  readonly malformed: readonly { readonly text: string; readonly problem: Problem }[];
};

const DASHES = /[\u2010-\u2015\u2212\ufe58\uff0d]/gu;
const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/gu;

const WHOLE = /^\d{4}([- ]?)\d{4}\1\d{4}\1\d{3}[\dX]$/iu;
/** Text after the ORCID domain is meant as an iD. */
const ADDRESS = /orcid\.org\/(?:my-orcid\?orcid=)?([^\s<>"',;()[\]{}?#/|]+)/giu;
const ALONE = /(?<!\d|\d-)\d{4}([- ]?)\d{4}\1\d{4}\1\d{3}[\dX](?![\dX]|-\d)/giu;
/** Like an iD, but with too many or too few groups, or groups of the wrong length. */
const NEARLY = /(?<!\d|\d-)(?:\d{3,5}(?:-[\dX]{2,6}){3,4}|\d{4}-\d{4}-\d{3,4})(?![\d-])/giu;

type Found = { readonly at: number; readonly text: string };

/** The matches, and the text with them blanked out to keep positions. */
const taken = (text: string, pattern: RegExp): readonly [found: readonly Found[], rest: string] => {
  const found: Found[] = [];
  const rest = text.replace(pattern, (whole: string, ...more: unknown[]) => {
    const at = more.find((each) => typeof each === 'number') ?? 0;
    const [group] = more;
    // Punctuation after the URL is not part of the iD.
    const meant = pattern === ADDRESS ? String(group).replace(/[.:!]+$/u, '') : whole;
    found.push({ at, text: meant });
    return ' '.repeat(whole.length);
  });
  return [found, rest];
};

const orcidIn = (text: string): string | null => parsed(parseOrcid, text.replaceAll(' ', ''));

export const pastedIn = (given: string): Pasted => {
  const text = given.replace(INVISIBLE, '').replace(DASHES, '-').replaceAll('\u00a0', ' ');
  const [addresses, withoutAddresses] = taken(text, ADDRESS);
  const [alone, rest] = taken(withoutAddresses, ALONE);
  const [nearly] = taken(rest, NEARLY);
  const times = new Map<string, number>();
  const malformed = new Map<string, Problem>();
  for (const found of [...addresses, ...alone, ...nearly].sort((a, b) => a.at - b.at)) {
    const isWhole = WHOLE.test(found.text);
    const orcid = isWhole ? orcidIn(found.text) : null;
    if (orcid === null) malformed.set(found.text, isWhole ? 'check_digit' : 'form');
    else times.set(orcid, (times.get(orcid) ?? 0) + 1);
  }
  return {
    valid: [...times.keys()],
    repeated: new Map([...times].filter(([, count]) => count > 1)),
    malformed: [...malformed].map(([meant, problem]) => ({ text: meant, problem })),
  };
};
