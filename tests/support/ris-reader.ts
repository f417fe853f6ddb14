/** RIS as its specification has it: each line begins with a tag, `TY` begins a record and `ER` ends it. */
import assert from 'node:assert/strict';

/** The values of a record by tag, in order. */
export type ReadRecord = ReadonlyMap<string, readonly string[]>;

const LINE = /^([A-Z][A-Z0-9]) {2}- (.*)$/u;

export const readRis = (text: string): readonly ReadRecord[] => {
  const records: ReadRecord[] = [];
  let record: Map<string, readonly string[]> | null = null;
  // As any reader may divide lines.
  for (const line of text.split(/\r\n|[\p{Cc}\u2028\u2029]/u)) {
    if (record === null && line === '') continue;
    const [, tag = '', value = ''] = LINE.exec(line) ?? assert.fail(`not a line of RIS: ${JSON.stringify(line)}`);
    assert.equal(record === null, tag === 'TY', line);
    record ??= new Map();
    if (tag === 'ER') {
      records.push(record);
      record = null;
    } else record.set(tag, [...(record.get(tag) ?? []), value]);
  }
  assert.equal(record, null, 'the last record does not end');
  return records;
};
