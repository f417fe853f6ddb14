/** Packages of Office Open XML (ECMA-376, part 2), of any length: each part is compressed as it is written. */
import { Zip, ZipDeflate } from 'fflate';
import { escaped } from './markup.ts';

/** Some more text of a file. The texts of one file follow each other. */
type Part = readonly [file: string, text: string];

const utf8 = new TextEncoder();
const NOTHING = new Uint8Array();

/** The earliest date that ZIP has: the same publications are the same file. */
const WRITTEN = '1980-01-01T12:00:00Z';

export const packaged = async function* (parts: AsyncIterable<Part>): AsyncIterable<Uint8Array> {
  let made: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error !== null) throw error;
    made.push(bytes);
  });
  let open: ZipDeflate | null = null;
  for await (const [file, text] of parts) {
    if (open?.filename !== file) {
      open?.push(NOTHING, true);
      open = new ZipDeflate(file, { level: 6 });
      open.mtime = WRITTEN;
      zip.add(open);
    }
    open.push(utf8.encode(text));
    if (made.length > 0) yield Buffer.concat(made);
    made = [];
  }
  open?.push(NOTHING, true);
  zip.end();
  yield Buffer.concat(made);
};

export const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** What XML 1.0 cannot hold at all: control characters, halves of characters, and two that are none. */
const IMPOSSIBLE = /(?![\t\n\r])[\p{Cc}\p{Cs}\ufffe\uffff]/gu;

export const xmlText = (text: string): string => escaped(text.replace(IMPOSSIBLE, ''));

export const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** The file of relationships, `rId1` being the first. `targets`: the kind and the address of each. */
export const relationships = (targets: readonly (readonly [kind: string, target: string])[]): string =>
  `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${targets
    .map(([kind, target], n) => `<Relationship Id="rId${n + 1}" Type="${RELATIONS}/${kind}" Target="${target}"/>`)
    .join('')}</Relationships>`;

/** The file of media types. `other`: that of all XML but the named files. */
export const contentTypes = (other: string, named: Readonly<Record<string, string>>): string =>
  `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  `<Default Extension="xml" ContentType="${other}"/>${Object.entries(named)
    .map(([file, type]) => `<Override PartName="/${file}" ContentType="${type}"/>`)
    .join('')}</Types>`;
