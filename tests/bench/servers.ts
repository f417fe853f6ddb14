/** Building all rows from EventStoreDB into MongoDB, beside the throughput of the bare clients of both. */
import { openEventStoreDb } from '../../infra/eventstoredb/index.ts';
import { openMongoReadModels } from '../../infra/mongodb/rows/index.ts';
import { dropDatabase, freshDatabase, mongodbUnderTest } from '../support/mongodb.ts';
import { catchUpOver } from './projection/catch-up.ts';
import { ratioAtLeast, type Bench } from './report.ts';
import { bareCatchUp, eventStoreServer, fillLog } from './servers/event-store.ts';
import { writeByHand } from './servers/rows.ts';
import { progress } from './support/progress.ts';
import { elapsed, median } from './support/timing.ts';
import { closing } from '../support/closing.ts';

const ROUNDS = 3;
/** Long enough to be measured once. */
const LONG = 100_000;
const WHAT = 'making all rows';

const making = async (eventStoreUrl: string, mongodbUrl: string, database: string): Promise<number> => {
  await using events = closing(await openEventStoreDb({ url: eventStoreUrl }));
  await using readModels = closing(await openMongoReadModels({ url: mongodbUrl, database }));
  return await catchUpOver({ events, readModels });
};

export const servers: Bench = {
  about: `Building every row of every projection in a MongoDB from an EventStoreDB with this many events, in one pass. Beside it, the slower of
two: the bare client receiving all events by one subscription, and the bare driver inserting the finished rows, a
thousand at a time, and building the same indexes. \`EVENTSTORE_URL\` and \`MONGODB_URL\` name the servers: an empty EventStoreDB is filled,
one with events is used as it is. Without the first, a double with its log in memory is used. Implementations of
MongoDB's protocol other than MongoDB perform differently: compare within a run only. Medians of ${ROUNDS} rounds;
from 100,000 on, one.`,
  sizes: { of: 'events', each: [10_000, 100_000] },
  measure: async (report, size) => {
    const mongodb = await mongodbUnderTest();
    if ('reason' in mongodb) return report({ what: WHAT, skipped: mongodb.reason });
    const eventStore = await eventStoreServer();
    progress(`writing ${size.toLocaleString('en')} events to ${eventStore.name}`);
    const count = await fillLog(eventStore.url, size);
    const [received, made, written]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < (size >= LONG ? 1 : ROUNDS); round += 1) {
      const database = freshDatabase();
      progress(`making rows, round ${round + 1}`);
      received.push(await elapsed(() => bareCatchUp(eventStore.url, count)));
      made.push(await making(eventStore.url, mongodb.url, database));
      written.push(await writeByHand(mongodb.url, database, freshDatabase()));
      await dropDatabase(mongodb.url, database);
    }
    const rate = (ms: readonly number[]): number => (count / median(ms)) * 1_000;
    const [client, driver] = [rate(received), rate(written)];
    const unit = 'events/s';
    report({ what: 'bare client, receiving', value: client, unit, note: eventStore.name });
    report({ what: 'bare driver, writing the finished rows', value: driver, unit });
    report({
      what: WHAT,
      value: rate(made),
      unit,
      baseline: client < driver ? { what: 'bare client', value: client } : { what: 'bare driver', value: driver },
      aim: ratioAtLeast(0.8),
      note: `${count} events`,
    });
    await eventStore.stop();
    await mongodb.stop();
  },
};
