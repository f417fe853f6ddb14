/** The records of the double, one after the other, each at the byte position that a real log would have given it. */

export type Proposed = {
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
};

export type StoredRecord = Proposed & {
  readonly stream: string;
  readonly revision: number;
  /** First byte of the record: commit and prepare position in one, as for every write without an explicit transaction. */
  readonly position: number;
  /** Epoch milliseconds. */
  readonly created: number;
};

/** Bytes that the server counts for an event against its append limit. */
export const sizeOf = ({ type, data, metadata }: Proposed): number => type.length * 2 + data.length + metadata.length;

/** Approximate header and framing of a prepare record. */
const OVERHEAD = 93;
export const lengthInLog = (record: Proposed & { readonly stream: string }): number =>
  OVERHEAD + record.stream.length + sizeOf(record);

/** Records in order of position, found by position. */
export class Records {
  readonly all: StoredRecord[] = [];
  /** Where the next record will start. */
  end = 0;

  push(record: Omit<StoredRecord, 'position'>): StoredRecord {
    const stored = { ...record, position: this.end };
    this.restore(stored);
    return stored;
  }

  restore(record: StoredRecord): void {
    this.all.push(record);
    this.end = record.position + lengthInLog(record);
  }

  /** Index of the first record at or after the position. */
  indexFrom(position: number): number {
    let low = 0;
    let high = this.all.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.all[middle]?.position ?? Infinity) < position) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** True if a record begins exactly there. */
  begins(position: number): boolean {
    return this.all[this.indexFrom(position)]?.position === position;
  }
}
