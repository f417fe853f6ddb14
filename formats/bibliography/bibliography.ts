/** What a form of a bibliography is: a list of formatted citations, under headings. */
import { doiUrl } from '../../domain/doi.ts';
import { NUMBER_PLACE } from '../../domain/publication/cited.ts';

export type Cited = {
  readonly doi: string | null;
  /** For when there is no citation. */
  readonly title: string;
  /** With CSL's markup; null if the publication cannot be cited in the style. */
  readonly citation: string | null;
};

export type Bibliography = {
  readonly type: string;
  readonly extension: string;
  /** `language`: BCP 47. */
  readonly before: (language: string) => string;
  readonly heading: (text: string) => string;
  /** `markup`: the citation, which contains the address of the DOI. */
  readonly entry: (markup: string, doi: string | null) => string;
  readonly after: string;
  /** Of a file that is no text. */
  readonly packed?: (text: AsyncIterable<string>) => AsyncIterable<Uint8Array>;
};

/** As styles write it, in which nothing is encoded. */
const shownUrl = (doi: string): string => `https://doi.org/${doi}`;

/** The citation with its number, from 1, and with the DOI's address: some styles have neither that nor the DOI. */
export const citedIn = ({ doi, title, citation }: Cited, number: number): string => {
  const text = citation?.replace(NUMBER_PLACE, String(number)) ?? title;
  if (doi === null || text.toLowerCase().includes(doi)) return text;
  return `${text}${/[.!?]$/u.test(text) || text === '' ? '' : '.'} ${shownUrl(doi)}`.trim();
};

type Part = { readonly text: string; readonly url: string | null };

/** The parts of a text that are the address of the DOI, and those that are not. */
export const partsOf = (text: string, doi: string | null): readonly Part[] => {
  if (doi === null) return [{ text, url: null }];
  const link = { text: shownUrl(doi), url: doiUrl(doi) };
  return text
    .split(link.text)
    .flatMap((part, n) => [...(n === 0 ? [] : [link]), { text: part, url: null }])
    .filter((part) => part.text !== '');
};
