/** Exports of publications: a listing as a file, in its order and with its filters, however long it is; and one publication. */
import { setTimeout as pause } from 'node:timers/promises';
import PQueue from 'p-queue';
import { BIBLIOGRAPHIES } from '../../formats/bibliography/index.ts';
import type { Format } from '../../formats/format.ts';
import { fileIn, FORMATS } from '../../formats/index.ts';
import { catalogue } from '../../projections/catalogue/index.ts';
import { rowsVersion } from '../../projections/generations.ts';
import type { ReadModels } from '../../projections/ports.ts';
import type { ExportedPublication } from '../../projections/queries/exported.ts';
import { itemPages, type Listing } from '../../projections/queries/listing.ts';
import { liveCheckpoint } from '../../projections/queries/position.ts';
import { bibliographyOf, mustBeCitable } from './bibliographies.ts';
import type { Wanted } from './formats.ts';
import type { Citations } from './ports.ts';
import type { Answer, Headers, Streamed } from './route.ts';

/** Publications read at a time: a few milliseconds of work. */
const PAGE_SIZE = 25;

/** Exports take turns, each with a rest as long as its work: all of them together leave half of the time to other requests. */
const turns = new PQueue({ concurrency: 1 });

export const inTurns = async function* <Part>(parts: AsyncIterable<Part>, signal: AbortSignal): AsyncIterable<Part> {
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

export type ExportDeps = { readonly readModels: ReadModels; readonly citations: Citations };

type Parts = AsyncIterable<string | Uint8Array>;
type Pages = AsyncIterable<readonly ExportedPublication[]>;

type Asked = {
  readonly wanted: Wanted;
  /** The workspace that reads it, if not everybody sees the same at this address. */
  readonly reader?: string | undefined;
};

const formOf = (wanted: Wanted): Pick<Format, 'extension' | 'packed'> =>
  wanted.bibliography === undefined ? FORMATS[wanted.format] : BIBLIOGRAPHIES[wanted.bibliography];

/** All formats that are text are UTF-8. */
const contentType = (wanted: Wanted): string =>
  formOf(wanted).packed === undefined ? `${wanted.type}; charset=utf-8` : wanted.type;

const headersOf = (wanted: Wanted, name: string): Headers =>
  wanted.isFile ? { 'Content-Disposition': `attachment; filename="${name}.${formOf(wanted).extension}"` } : {};

/** Citations are written by a process of their own: only reading is work. */
const partsOf = (
  { citations }: Pick<ExportDeps, 'citations'>,
  pages: Pages,
  { wanted, reader = '' }: Asked,
  signal: AbortSignal,
): Parts =>
  wanted.bibliography === undefined
    ? inTurns(fileIn(FORMATS[wanted.format], pages), signal)
    : bibliographyOf({ citations, workspace: reader, wanted }, inTurns(pages, signal));

type StreamAnswer = { readonly body: null; readonly headers: Headers; readonly stream: Streamed };

/** Throws `Refused('invalid')` for more formatted citations than can be written at once. */
export const exportAnswer = async (
  deps: ExportDeps,
  listing: Listing<ExportedPublication>,
  asked: Asked,
): Promise<StreamAnswer> => {
  const { readModels } = deps;
  const { wanted, reader = '' } = asked;
  if (wanted.bibliography !== undefined) await mustBeCitable(readModels, listing);
  const rows = rowsVersion(await liveCheckpoint(readModels, catalogue, 'catalogue'));
  return {
    body: null,
    headers: headersOf(wanted, 'publications'),
    stream: {
      type: contentType(wanted),
      version: `${rows} ${reader} ${JSON.stringify(wanted)}`,
      open: (signal) => partsOf(deps, itemPages(readModels, listing, signal, PAGE_SIZE), asked, signal),
    },
  };
};

type FileAnswer = Answer<null> & Required<Pick<Answer, 'file'>>;

/** One publication by itself. */
export const exportedOne = async (
  deps: Pick<ExportDeps, 'citations'>,
  publication: ExportedPublication,
  asked: Asked,
): Promise<FileAnswer> => {
  const { wanted } = asked;
  const form: Partial<Format> = wanted.bibliography === undefined ? FORMATS[wanted.format] : {};
  const pages = async function* (): Pages {
    yield await Promise.resolve([publication]);
  };
  const parts: Uint8Array[] = [];
  if (form.single !== undefined) parts.push(Buffer.from(form.single(publication)));
  else
    for await (const part of partsOf(deps, pages(), asked, new AbortController().signal)) parts.push(Buffer.from(part));
  const name = publication.key.replace(/[^a-z0-9.-]+/gu, '_');
  return {
    body: null,
    headers: headersOf(wanted, name),
    file: { type: contentType(wanted), content: Buffer.concat(parts) },
  };
};
