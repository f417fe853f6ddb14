/** The formats in which publications can be taken away, by the name that requests give, and files in them. */
import { keysOf } from '../domain/own.ts';
import { biblatex } from './biblatex.ts';
import { bibtex } from './bibtex.ts';
import { cslJson } from './csl-json.ts';
import { csv, csvForExcel } from './csv.ts';
import type { Exported } from './exported.ts';
import type { Format } from './format.ts';
import { jsonLd } from './json-ld.ts';
import { ndjson } from './ndjson.ts';
import { ris } from './ris.ts';
import { xlsx } from './xlsx.ts';

export const FORMATS = {
  bibtex,
  biblatex,
  ris,
  'csl-json': cslJson,
  'json-ld': jsonLd,
  csv,
  'csv-excel': csvForExcel,
  xlsx,
  ndjson,
} as const satisfies Readonly<Record<string, Format>>;

export type FormatName = keyof typeof FORMATS;

export const FORMAT_NAMES = keysOf(FORMATS);

const textOf = async function* (
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

/** A file in parts, as the publications are read. */
export const fileIn = (
  format: Format,
  parts: AsyncIterable<readonly Exported[]>,
): AsyncIterable<string | Uint8Array> => {
  const text = textOf(format, parts);
  return format.packed === undefined ? text : format.packed(text);
};
