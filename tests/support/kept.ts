/** Everything stored at a place, as text: the files byte by byte; on servers every readable document and event. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { MongoClient } from 'mongodb';
import type { Place } from './stores.ts';

/** By the name of the file, the collection or the log. */
export type Kept = ReadonlyMap<string, string>;

const inFiles = async (folder: string): Promise<Kept> => {
  const names = await readdir(folder);
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(path.join(folder, name), 'latin1')] as const)),
  );
};

const inCollections = async (url: string): Promise<Kept> => {
  const client = await MongoClient.connect(url);
  try {
    const kept = new Map<string, string>();
    for (const collection of await client.db().collections())
      kept.set(collection.collectionName, JSON.stringify(await collection.find().toArray()));
    return kept;
  } finally {
    await client.close();
  }
};

const inLog = async (place: Place): Promise<string> => {
  const stores = await place.open();
  try {
    const lines: string[] = [];
    for await (const event of stores.events.readAll()) lines.push(JSON.stringify(event));
    return lines.join('\n');
  } finally {
    await stores.close();
  }
};

export const keptAt = async (place: Place): Promise<Kept> => {
  const { dataDir, eventStoreUrl, mongodbUrl } = place.config;
  const kept = new Map(await inFiles(dataDir));
  if (mongodbUrl !== null) for (const [name, text] of await inCollections(mongodbUrl)) kept.set(name, text);
  if (eventStoreUrl !== null) kept.set('the log', await inLog(place));
  return kept;
};
