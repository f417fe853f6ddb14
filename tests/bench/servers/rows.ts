/** The finished rows written again by the bare driver: each once, in bulk, followed by the same indexes. */
import { MongoClient, type Document, type IndexDescription } from 'mongodb';
import { elapsed } from '../support/timing.ts';

const BATCH = 1_000;
/** As durable as the rows of the product. */
const DURABLE = { writeConcern: { w: 'majority', journal: true } } as const;

type Finished = {
  readonly name: string;
  readonly documents: readonly Document[];
  readonly indexes: readonly IndexDescription[];
};

const finishedIn = async (client: MongoClient, database: string): Promise<readonly Finished[]> => {
  const found: Finished[] = [];
  for (const { name } of await client.db(database).listCollections().toArray()) {
    const collection = client.db(database).collection(name);
    const indexes = (await collection.indexes()).filter((index) => index.name !== '_id_');
    found.push({
      name,
      documents: await collection.find().toArray(),
      indexes: indexes.map(({ key, unique }) => ({ key, ...(unique === true && { unique }) })),
    });
  }
  return found;
};

/** Milliseconds; the target is dropped afterwards. */
export const writeByHand = async (url: string, from: string, to: string): Promise<number> => {
  const client = await MongoClient.connect(url, DURABLE);
  try {
    const finished = await finishedIn(client, from);
    return await elapsed(async () => {
      for (const { name, documents, indexes } of finished) {
        const collection = client.db(to).collection(name);
        for (let n = 0; n < documents.length; n += BATCH)
          await collection.insertMany(documents.slice(n, n + BATCH), { ordered: false });
        if (indexes.length > 0) await collection.createIndexes([...indexes]);
      }
    });
  } finally {
    await client.db(to).dropDatabase();
    await client.close();
  }
};
