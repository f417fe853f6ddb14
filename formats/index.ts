/** The formats in which publications can be taken away, by the name that requests give, and files in them. */
import { keysOf } from '../domain/own.ts';
import { biblatex } from './biblatex.ts';
import { bibtex } from './bibtex.ts';
import { cslJson } from './csl-json.ts';
import { csv, csvForExcel } from './csv.ts';
import type { Exported } from './exported.ts';
import type { Format } from './format.ts';
import { ndjson } from './ndjson.ts';
import { ris } from './ris.ts';

export const FORMATS = {
  bibtex,
  biblatex,
  ris,
  'csl-json': cslJson,
  csv,
  'csv-excel': csvForExcel,
  ndjson,
} as const satisfies Readonly<Record<string, Format>>;

export type FormatName = keyof typeof FORMATS;

export const FORMAT_NAMES = keysOf(FORMATS);

/** The text of a file in parts, one for each part of the publications; at least one. */
export const fileIn = async function* (
  { before = '', between = '', after = '', entry }: Format,
  parts: AsyncIterable<readonly Exported[]>,
): AsyncIterable<string> {
  let separator = before;
  let isEmpty = true;
  for await (const publications of parts) {
    let text = '';
    for (const publication of publications) {
      text += separator + entry(publication);
      separator = between;
      isEmpty = false;
    }
    if (text !== '') yield text;
  }
  yield (isEmpty ? before : '') + after;
};
