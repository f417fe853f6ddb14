/** What a format is: how it writes a publication, and what stands around publications in a file. */
import type { Exported } from './exported.ts';

export type Format = {
  /** The media type, without a charset: all formats are UTF-8. */
  readonly type: string;
  /** Of file names, without its dot. */
  readonly extension: string;
  readonly before?: string;
  readonly between?: string;
  readonly after?: string;
  /** The publication as it stands in a file. The same whatever else the file contains. */
  readonly entry: (publication: Exported) => string;
  /** The publication by itself, where that is no file with one entry. */
  readonly single?: (publication: Exported) => string;
  /** Of a file that is no text: its bytes, as its text is written. */
  readonly packed?: (text: AsyncIterable<string>) => AsyncIterable<Uint8Array>;
};
