/** A read of the log is limited in bytes, however large events are. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { openDatabase } from '../../../../infra/sqlite/connection/database.ts';
import { openReader, type Reader } from '../../../../infra/sqlite/events/read.ts';
import { openSqliteEventStore } from '../../../../infra/sqlite/events/index.ts';
import { collect } from '../../../support/event-stores.ts';
import { newEvent } from '../../../support/new-event.ts';
import { suite } from '../../../support/suite.ts';
import { closing } from '../../../support/closing.ts';
import { temporaryFolder } from '../../../support/folder.ts';

const EVENTS = 12;
/** About the largest in older logs. */
const LARGE = 'x'.repeat(900 * 1024);
/** A page, and one more event. */
const MOST_BYTES = 3 * 1024 * 1024;

const overLargeEvents = async (test: (reader: Reader) => Promise<void>): Promise<void> => {
  await using folder = await temporaryFolder();
  const file = path.join(folder.path, 'events.db');
  await using store = closing(await openSqliteEventStore({ file }));
  await using db = closing(await openDatabase({ file, synchronous: 'FULL', what: 'event store' }));
  for (let n = 0; n < EVENTS; n += 1) await store.append('s-1', [newEvent(n, { text: LARGE })], 'any');
  await test(openReader(db));
};

const pages = suite('the pages of the embedded log');

pages('of a subscription contain few large events, and miss none', () =>
  overLargeEvents(async (reader) => {
    const last = await reader.head();
    const seen: number[] = [];
    for (let after = 0; after < last;) {
      const { rows, end } = await reader.page(after, ['s-']);
      const bytes = rows.reduce((sum, row) => sum + row[7].length, 0);
      assert.ok(bytes <= MOST_BYTES, `${bytes} bytes in a page`);
      seen.push(...rows.map(([position]) => position));
      assert.ok(end > after);
      after = end;
    }
    assert.deepEqual(
      seen,
      Array.from({ length: EVENTS }, (_, n) => n + 1),
    );
  }),
);

pages('that are cut short end neither a stream nor the log, in either direction and up to a limit', () =>
  overLargeEvents(async (reader) => {
    for (const direction of ['forwards', 'backwards'] as const)
      for (const limit of [EVENTS - 1, EVENTS]) {
        const expected = Array.from({ length: limit }, (_, n) => (direction === 'forwards' ? n : EVENTS - 1 - n));
        const revisions = async (read: ReturnType<Reader['readAll']>): Promise<number[]> =>
          (await collect(read)).map(({ revision }) => revision);
        assert.deepEqual(await revisions(reader.readStream('s-1', { direction, limit })), expected);
        assert.deepEqual(await revisions(reader.readAll({ direction, limit })), expected);
      }
  }),
);

pages('omit the data on request', () =>
  overLargeEvents(async (reader) => {
    const read = await collect(reader.readAll({ withData: false }));
    assert.equal(read.length, EVENTS);
    assert.deepEqual(new Set(read.map(({ data }) => data)), new Set([null]));
    assert.ok(read.every(({ metadata }) => metadata.workspace === 'test'));
  }),
);
