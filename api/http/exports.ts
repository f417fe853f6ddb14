/** Exports of publications: a listing as a file, in its order and with its filters, however long it is. */
import { setTimeout as pause } from 'node:timers/promises';
import PQueue from 'p-queue';
import type { Format } from '../../formats/format.ts';
import { fileIn, FORMAT_NAMES, FORMATS, type FormatName } from '../../formats/index.ts';
import { catalogue } from '../../projections/catalogue/index.ts';
import { rowsVersion } from '../../projections/generations.ts';
import type { ReadModels } from '../../projections/ports.ts';
import type { ExportedPublication } from '../../projections/queries/exported.ts';
import { itemPages, type Listing } from '../../projections/queries/listing.ts';
import { liveCheckpoint } from '../../projections/queries/position.ts';
import type { Headers, Streamed } from './route.ts';
import { choiceOf } from './schemas.ts';

export const FORMAT = choiceOf(FORMAT_NAMES, {
  description:
    'Extension. Everything that matches as a file, in the order of the listing: not with `page`, `per_page` or `cursor`. ' +
    '`csv-excel` has a byte order mark and semicolons.',
});

/** The media types of all formats. */
export const EXPORT_TYPES = [...new Set(Object.values(FORMATS).map(({ type }) => type))];

/** The `Content-Type` of a file: all formats that are text are UTF-8. */
const contentType = ({ type, packed }: Format): string => (packed === undefined ? `${type}; charset=utf-8` : type);

/** Publications read at a time: a few milliseconds of work. */
const PAGE_SIZE = 25;

/** Exports take turns, each with a rest as long as its work: all of them together leave half of the time to other requests. */
const turns = new PQueue({ concurrency: 1 });

const inTurns = async function* <Part>(parts: AsyncIterable<Part>, signal: AbortSignal): AsyncIterable<Part> {
  const all = parts[Symbol.asyncIterator]();
  const next = async (): Promise<IteratorResult<Part>> => {
    const began = performance.now();
    const part = await all.next();
    await pause(performance.now() - began, undefined, { signal });
    return part;
  };
  for (;;) {
    const part = await turns.add(next, { signal });
    if (part.done === true) return;
    yield part.value;
  }
};

type StreamAnswer = { readonly body: null; readonly headers: Headers; readonly stream: Streamed };

/** `reader`: who reads it, if not everybody sees the same at this address. */
export const exportAnswer = async (
  readModels: ReadModels,
  listing: Listing<ExportedPublication>,
  { format: name, reader = '' }: { readonly format: FormatName; readonly reader?: string | undefined },
): Promise<StreamAnswer> => {
  const format: Format = FORMATS[name];
  const { extension } = format;
  return {
    body: null,
    headers: { 'Content-Disposition': `attachment; filename="publications.${extension}"` },
    stream: {
      type: contentType(format),
      version: `${rowsVersion(await liveCheckpoint(readModels, catalogue, 'catalogue'))} ${reader}`,
      open: (signal) => inTurns(fileIn(format, itemPages(readModels, listing, signal, PAGE_SIZE)), signal),
    },
  };
};
