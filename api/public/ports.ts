/** The public listener's port besides the stores: the file of all public publications. */

export type CatalogueManifest = {
  /** Publications in the file. */
  readonly count: number;
  /** Bytes. */
  readonly size: number;
  /** Of the file, in hexadecimal digits. */
  readonly sha256: string;
  /** Of the metadata: an SPDX identifier, or an address. */
  readonly license: string;
  /** The position in the log that the rows had reached before they were read. */
  readonly position: number;
  /** Epoch milliseconds. */
  readonly writtenAt: number;
};

export type CatalogueFile = {
  readonly manifest: CatalogueManifest;
  /** Bytes from `start` to `end`, both inclusive. */
  open(this: void, start: number, end: number, signal: AbortSignal): AsyncIterable<Uint8Array>;
};

/** Writes all public publications to a file, once a day. */
export interface CatalogueFiles {
  /** The latest file. Waits for the first one, at most `CATALOGUE.waitMs`: throws `Unavailable` if it takes longer or fails. */
  latest(): Promise<CatalogueFile>;
}
