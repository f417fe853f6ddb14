/** The embedded log beside another event store on SQLite: appends one at a time, and streams read. */
import path from 'node:path';
import type { NewEvent } from '../../commands/ports.ts';
import { openSqliteEventStore } from '../../infra/sqlite/events/index.ts';
import { newEvent, newEvents } from '../support/new-event.ts';
import { checkJournal, openEmmett } from './peers/emmett.ts';
import { NOT_INSTALLED, versionOf } from './peers/load.ts';
import type { Bench } from './report.ts';
import { freshFolder } from './support/run-folder.ts';
import { perSecond, rounds } from './support/timing.ts';

const ROUNDS = 3;
const APPENDS = 500;
const STREAMS = 200;
const STREAM_EVENTS = 10;
const READS = 1_000;
const EMMETT = '@event-driven-io/emmett-sqlite';

type Log = {
  readonly append: (stream: string, events: readonly NewEvent[]) => Promise<unknown>;
  readonly read: (stream: string) => Promise<number>;
};

const appending = async ({ append }: Log, round: number): Promise<number> => {
  const events = Array.from({ length: APPENDS }, (_, n) => newEvent(n));
  return perSecond(APPENDS, async () => {
    for (const [n, event] of events.entries()) await append(`thing-${round}.${n}`, [event]);
  });
};

const reading = ({ read }: Log): Promise<number> =>
  perSecond(READS, async () => {
    for (let n = 0; n < READS; n += 1)
      if ((await read(`long-${n % STREAMS}`)) !== STREAM_EVENTS) throw new Error('a stream was not read whole');
  });

export const peers: Bench = {
  about: `The embedded log and the SQLite event store of [Emmett](https://github.com/event-driven-io/emmett), each as its users call it, on an
empty file: ${APPENDS} events, each to a new stream that must not exist, one after the other; then streams of ${STREAM_EVENTS} events. Both use
WAL with \`synchronous = FULL\` (for Emmett, SQLite's default), so their durability is equal. Emmett opens a
connection for each call, and a call that it refuses as busy is retried, within its time. Medians of ${ROUNDS} rounds.`,
  measure: async (report) => {
    const folder = await freshFolder('peers');
    const theirFile = path.join(folder, 'emmett.db');
    const emmett = openEmmett(theirFile);
    if (emmett === null) return report({ what: 'durable appends, one at a time', skipped: NOT_INSTALLED });
    const store = await openSqliteEventStore({ file: path.join(folder, 'events.db') });
    const ours: Log = {
      append: (stream, events) => store.append(stream, events, 'none'),
      read: async (stream) => {
        let events = 0;
        for await (const _event of store.readStream(stream)) events += 1;
        return events;
      },
    };
    for (const log of [ours, emmett])
      for (let n = 0; n < STREAMS; n += 1) await log.append(`long-${n}`, newEvents(STREAM_EVENTS));
    checkJournal(theirFile);
    const what = `${EMMETT} ${versionOf(EMMETT)}`;
    const appends = await rounds(
      ROUNDS,
      (round) => appending(ours, round),
      (round) => appending(emmett, round),
    );
    report({
      what: 'durable appends, one at a time',
      value: appends.ours,
      unit: 'appends/s',
      baseline: { what, value: appends.theirs },
    });
    const reads = await rounds(
      ROUNDS,
      () => reading(ours),
      () => reading(emmett),
    );
    report({
      what: `reading a stream, ${STREAM_EVENTS} events`,
      value: reads.ours,
      unit: 'streams/s',
      baseline: { what, value: reads.theirs },
    });
    await store.close();
  },
};
