/** The log as it grows: durable appends, streams, full reads, and catching up, beside the bare engine on the same file. */
import { openSqliteEventStore } from '../../infra/sqlite/events/index.ts';
import type { EventStore } from '../../commands/ports.ts';
import { randomFrom } from '../support/history/random.ts';
import { newEvent } from '../support/new-event.ts';
import { openRawLog, type RawLog } from './log/raw.ts';
import type { Bench, Report } from './report.ts';
import { ownLog } from './support/installations.ts';
import { perSecond, repeated, reportLatency, rounds } from './support/timing.ts';

const ROUNDS = 3;
const APPENDS = { 1: 1_000, 64: 6_400 } as const;
const STREAM_EVENTS = 10;
const STREAMS = 1_000;
/** Read from the log's end: the same number from a log of any length that has them. */
const MOST_READ = 200_000;
const RAW = 'bare libsql';

const streamName = (round: string, n: number): string => `publication-org~10.5555/bench.${round}.${n}`;

const appends = async (report: Report, file: string, together: keyof typeof APPENDS): Promise<void> => {
  const count = APPENDS[together];
  const events = (round: string) =>
    Array.from({ length: count }, (_, n) => ({ stream: streamName(round, n), event: newEvent(n) }));
  const { ours, theirs } = await rounds(
    ROUNDS,
    async (round) => {
      const store = await openSqliteEventStore({ file });
      const all = events(`ours-${together}-${round}`);
      const rate = await perSecond(count, async () => {
        for (let n = 0; n < count; n += together)
          await Promise.all(
            all.slice(n, n + together).map(({ stream, event }) => store.append(stream, [event], 'none')),
          );
      });
      await store.close();
      return rate;
    },
    async (round) => {
      const raw = openRawLog(file);
      const all = events(`bare-${together}-${round}`);
      const rate = await perSecond(count, () => {
        for (let n = 0; n < count; n += together) raw.append(all.slice(n, n + together));
      });
      raw.close();
      return rate;
    },
  );
  const what = together === 1 ? 'durable appends, one at a time' : `durable appends, ${together} at once`;
  report({ what, value: ours, unit: 'appends/s', baseline: { what: RAW, value: theirs } });
};

const streams = async (report: Report, store: EventStore, raw: RawLog): Promise<void> => {
  const long = raw.streamsOf(STREAM_EVENTS);
  const random = randomFrom(1);
  const any = (): string => long[random.between(0, long.length - 1)] ?? '';
  const ours = await repeated(
    async () => {
      let events = 0;
      for await (const _event of store.readStream(any(), { limit: STREAM_EVENTS })) events += 1;
      if (events !== STREAM_EVENTS) throw new Error(`${events} events were read`);
    },
    { repeats: STREAMS },
  );
  const theirs = await repeated(() => raw.stream(any(), STREAM_EVENTS), { repeats: STREAMS });
  reportLatency(report, {
    what: `reading a stream, ${STREAM_EVENTS} events`,
    times: ours,
    baseline: { what: RAW, times: theirs },
  });
};

const throughput = async (report: Report, store: EventStore, raw: RawLog): Promise<void> => {
  const head = await store.head();
  const count = Math.min(head, MOST_READ);
  const from = head - count;
  const unit = 'events/s';
  const readAll = await rounds(
    ROUNDS,
    () =>
      perSecond(count, async () => {
        let events = 0;
        for await (const _event of store.readAll({ from })) events += 1;
        if (events !== count) throw new Error(`${events} events were read`);
      }),
    () => perSecond(count, () => raw.all(from)),
  );
  const baseline = { what: RAW, value: readAll.theirs };
  report({ what: 'reading the log', value: readAll.ours, unit, baseline });

  const subscribed = await rounds(
    ROUNDS,
    () =>
      perSecond(count, async () => {
        const leaving = new AbortController();
        for await (const { kind } of store.subscribe({ after: from, signal: leaving.signal }))
          if (kind === 'caughtUp') leaving.abort();
      }),
    () => perSecond(count, () => raw.all(from)),
  );
  report({
    what: 'catching up by subscription',
    value: subscribed.ours,
    unit,
    baseline: { what: RAW, value: subscribed.theirs },
  });
};

export const log: Bench = {
  about: `The embedded log with this many events. Appends are durable (\`synchronous = FULL\`): one event to a new
stream each, one after the other, and ${APPENDS[64]} of them 64 at once, which may share a commit. Streams are any with ten events.
Reading and catching up cover the last ${MOST_READ.toLocaleString('en')} events, parsed. Beside it, bare libsql: the same file, table, indexes
and durability; for 64 at once, 64 to a transaction. Medians of ${ROUNDS} rounds.`,
  sizes: { of: 'events', each: [10_000, 100_000, 1_000_000] },
  measure: async (report, size) => {
    const file = await ownLog(size);
    const [store, raw] = [await openSqliteEventStore({ file }), openRawLog(file)];
    await streams(report, store, raw);
    await throughput(report, store, raw);
    raw.close();
    await store.close();
    await appends(report, file, 1);
    await appends(report, file, 64);
  },
};
