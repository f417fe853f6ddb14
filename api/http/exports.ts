/** Exports of publications: a listing as a file, in its order and with its filters, however long it is; and one publication. */
import { BIBLIOGRAPHIES } from '../../formats/bibliography/index.ts';
import { CITATION } from '../../domain/limits.ts';
import type { Format } from '../../formats/format.ts';
import { fileIn, FORMATS } from '../../formats/index.ts';
import { catalogue } from '../../projections/catalogue/index.ts';
import { rowsVersion } from '../../projections/generations.ts';
import type { ReadModels } from '../../projections/ports.ts';
import type { ExportedPublication } from '../../projections/queries/exported.ts';
import { itemPages, type Listing } from '../../projections/queries/listing.ts';
import { liveCheckpoint } from '../../projections/queries/position.ts';
import { bibliographyOf, bibliographyOfOne, mustBeCitable } from './bibliographies.ts';
import type { Wanted } from './formats.ts';
import { inTurns } from './in-turns.ts';
import type { Citations } from './ports.ts';
import type { Answer, Headers, Streamed } from './route.ts';

/** Publications read at a time: a few milliseconds of work. */
const PAGE_SIZE = 25;

export type ExportDeps = { readonly readModels: ReadModels; readonly citations: Citations };

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

type StreamAnswer = { readonly body: null; readonly headers: Headers; readonly stream: Streamed };

/** Throws `Refused('invalid')` for more formatted citations than can be written at once. */
export const exportAnswer = async (
  deps: ExportDeps,
  listing: Listing<ExportedPublication>,
  asked: Asked,
): Promise<StreamAnswer> => {
  const { readModels, citations } = deps;
  const { wanted, reader = '' } = asked;
  const most = asked.reader === undefined ? CITATION.listedForAnyone : CITATION.listed;
  if (wanted.bibliography !== undefined) await mustBeCitable(readModels, listing, most);
  const rows = rowsVersion(await liveCheckpoint(readModels, catalogue, 'catalogue'));
  return {
    body: null,
    headers: headersOf(wanted, 'publications'),
    stream: {
      type: contentType(wanted),
      version: `${rows} ${reader} ${JSON.stringify(wanted)}`,
      open: (signal) =>
        wanted.bibliography === undefined
          ? inTurns(fileIn(FORMATS[wanted.format], itemPages(readModels, listing, signal, PAGE_SIZE)), signal)
          : bibliographyOf({ citations, workspace: reader, wanted }, { readModels, listing, signal }),
    },
  };
};

type FileAnswer = Answer<null> & Required<Pick<Answer, 'file'>>;

const wholeOf = async (parts: AsyncIterable<string | Uint8Array>): Promise<Buffer> => {
  const all: Uint8Array[] = [];
  for await (const part of parts) all.push(Buffer.from(part));
  return Buffer.concat(all);
};

/** One publication by itself. */
export const exportedOne = async (
  { citations }: Pick<ExportDeps, 'citations'>,
  publication: ExportedPublication,
  { wanted, reader = '' }: Asked,
): Promise<FileAnswer> => {
  const pages = async function* (): AsyncIterable<readonly ExportedPublication[]> {
    yield await Promise.resolve([publication]);
  };
  const contentIn = (format: Format): Buffer | Promise<Buffer> =>
    format.single === undefined ? wholeOf(fileIn(format, pages())) : Buffer.from(format.single(publication));
  const content = await (wanted.bibliography === undefined
    ? contentIn(FORMATS[wanted.format])
    : wholeOf(bibliographyOfOne({ citations, workspace: reader, wanted }, publication)));
  const name = publication.key.replace(/[^a-z0-9.-]+/gu, '_');
  return {
    body: null,
    headers: headersOf(wanted, name),
    file: { type: contentType(wanted), content },
  };
};
