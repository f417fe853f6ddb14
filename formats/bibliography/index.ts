/** Formatted citations as files, by the name that requests give. */
import { keysOf } from '../../domain/own.ts';
import { citedIn, type Bibliography, type Cited } from './bibliography.ts';
import { docx } from './docx.ts';
import { html } from './html.ts';
import { text } from './text.ts';

export type { Cited } from './bibliography.ts';

export const BIBLIOGRAPHIES = { html, text, docx } as const satisfies Readonly<Record<string, Bibliography>>;

export type BibliographyName = keyof typeof BIBLIOGRAPHIES;

export const BIBLIOGRAPHY_NAMES = keysOf(BIBLIOGRAPHIES);

/** Some citations that follow each other, with the heading above them, if there is one. */
export type Section = { readonly heading: string | null; readonly cited: readonly Cited[] };

/** A file in parts, as the citations are written. */
export const bibliographyIn = (
  { before, heading, entry, after, packed }: Bibliography,
  language: string,
  sections: AsyncIterable<Section>,
): AsyncIterable<string | Uint8Array> => {
  const parts = async function* (): AsyncIterable<string> {
    yield before(language);
    let number = 0;
    for await (const { heading: name, cited } of sections) {
      const entries = cited.map((each) => {
        number += 1;
        return entry(citedIn(each, number), each.doi);
      });
      yield `${name === null ? '' : heading(name)}${entries.join('')}`;
    }
    yield after;
  };
  return packed === undefined ? parts() : packed(parts());
};
