/** All public publications as one file, and what it contains: for mirrors and indexes that need no request per page. */
import { FORMATS } from '../../formats/index.ts';
import { servedFrom } from '../../projections/queries/exported.ts';
import { itemPages } from '../../projections/queries/listing.ts';
import { publicPublicationListing } from '../../projections/queries/public-items.ts';
import type { ReadModels } from '../../projections/ports.ts';
import { ANYONE } from '../http/access.ts';
import { digestOf } from '../http/body-text.ts';
import { HttpFailure } from '../http/errors.ts';
import { etagOf } from '../http/etag.ts';
import { inTurns } from '../http/in-turns.ts';
import { route, type Route } from '../http/route.ts';
import { COUNT, MILLISECONDS, object, STRING } from '../http/schemas.ts';
import type { CatalogueFiles } from './ports.ts';
import type { Serving } from './served.ts';

const FILE = '/catalogue.ndjson.gz';
const TYPE = 'application/gzip';

/** Publications read at a time. */
const PAGE_SIZE = 25;

type Part = { readonly text: string; readonly count: number };

/** The lines of the file, in the order of their DOIs. Takes turns with exports. */
export const catalogueLines = (readModels: ReadModels, signal: AbortSignal): AsyncIterable<Part> => {
  const query = { q: '', sort: 'title', dir: 'asc', narrowed: [], orcid: null } as const;
  const { collection, where } = publicPublicationListing(query);
  const parts = async function* (): AsyncIterable<Part> {
    for await (const page of itemPages(readModels, servedFrom({ collection, where }), signal, PAGE_SIZE))
      yield { text: page.map((each) => FORMATS.ndjson.entry(each)).join(''), count: page.length };
  };
  return inTurns(parts(), signal);
};

const MANIFEST = object({
  url: {
    type: 'string',
    format: 'uri',
    description: 'Of the file: gzip of NDJSON, as with `format=ndjson`.',
    examples: ['https://publications.example.org/catalogue.ndjson.gz'],
  },
  count: { ...COUNT, description: 'Publications in the file.' },
  size: { ...COUNT, description: 'Bytes of the file.' },
  sha256: {
    ...STRING,
    description: 'Of the file, in hexadecimal digits.',
    examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  },
  license: { ...STRING, description: 'Of the metadata: an SPDX identifier, or an address.', examples: ['CC0-1.0'] },
  last_event: object({ position: { ...COUNT, description: 'What happened up to here is in the file.' } }),
  written_at: MILLISECONDS,
});

type Range = { readonly start: number; readonly end: number };

/** One range of bytes (RFC 9110, §14.1.2). Undefined if it is none that is served, as several; null if it is not in the file. */
const rangeIn = (header: string | undefined, size: number): Range | null | undefined => {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/u.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start > end || start >= size ? null : { start, end };
};

const unsatisfiable = (size: number): HttpFailure =>
  new HttpFailure(
    416,
    'the file has no such range',
    { field: 'Range', accepted: `a range within ${size} bytes` },
    { 'Content-Range': `bytes */${size}` },
  );

type Deps = Serving & { readonly catalogueFiles: CatalogueFiles };

export const catalogueRoutes = (deps: Deps): readonly Route[] => [
  route('GET /catalogue.json', ANYONE, {
    summary: 'What the file of all publications contains',
    description: `The manifest of \`${FILE}\`, which is written once a day. Each process of the server has its own: compare \`sha256\` with the \`ETag\` of the file.`,
    extension: true,
    responses: { 200: MANIFEST },
    errors: [429],
    handle: async () => {
      const { manifest } = await deps.catalogueFiles.latest();
      const { count, size, sha256, license, position, writtenAt } = manifest;
      const body = { url: `${deps.url}${FILE}`, count, size, sha256, license };
      return { body: { ...body, last_event: { position }, written_at: writtenAt } };
    },
  }),
  route(`GET ${FILE}`, ANYONE, {
    summary: 'All public publications as one file',
    description:
      'gzip of NDJSON, a publication with its whole record per line, in the order of their DOIs. Written once a day, so a publication ' +
      'that was hidden since may still be in it. Ranges of bytes can be requested. `/catalogue.json` says what it contains.',
    extension: true,
    responses: {
      200: { type: 'string', contentMediaType: TYPE, description: 'The file.', examples: [''] },
      206: { type: 'string', contentMediaType: TYPE, description: 'The requested range.', examples: [''] },
    },
    streams: [TYPE],
    errors: [416, 429],
    handle: async ({ headers }) => {
      const { manifest, open } = await deps.catalogueFiles.latest();
      const { size, sha256 } = manifest;
      const isSame = [undefined, etagOf(digestOf(sha256))].includes(headers['if-range'] as string | undefined);
      const range = isSame ? rangeIn(headers.range, size) : undefined;
      const all = { start: 0, end: size - 1 };
      const { start, end } = range ?? all;
      const stream = {
        type: TYPE,
        version: sha256,
        bytes: end - start + 1,
        open: (signal: AbortSignal) => open(start, end, signal),
      };
      const name = { 'Accept-Ranges': 'bytes', 'Content-Disposition': 'attachment; filename="catalogue.ndjson.gz"' };
      if (range === undefined) return { body: null, stream, headers: name };
      if (range === null) throw unsatisfiable(size);
      return {
        status: 206,
        body: null,
        stream,
        headers: { ...name, 'Content-Range': `bytes ${start}-${end}/${size}` },
      };
    },
  }),
];
