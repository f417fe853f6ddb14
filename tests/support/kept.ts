/** Everything stored at a place, as text: the files byte by byte, with compressed rows unpacked; on servers every readable document and event. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import Database from 'libsql';
import { MongoClient } from 'mongodb';
import { inflated } from '../../infra/sqlite/rows/codec.ts';
import { compressionWith } from '../../infra/sqlite/rows/schema.ts';
import { typicalRecord } from '../../projections/catalogue/typical-record.ts';
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

/** Rows whose documents are compressed in the file, of any version and generation. */
const inDocuments = (file: string): string => {
  const db = new Database(file, { readonly: true });
  try {
    const tables = db
      .prepare("SELECT m.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE c.name = 'doc'")
      .raw();
    const found = (tables.all() as unknown as [string][]).flatMap(
      ([name]) =>
        db.prepare(`SELECT doc FROM "${name}" WHERE typeof(doc) = 'blob'`).raw().all() as unknown as [Uint8Array][],
    );
    const compression = compressionWith(typicalRecord);
    return found.map(([doc]) => inflated(doc, compression)).join('\n');
  } finally {
    db.close();
  }
};

export const keptAt = async (place: Place): Promise<Kept> => {
  const { dataDir, eventStoreUrl, mongodbUrl } = place.config;
  const kept = new Map(await inFiles(dataDir));
  if (kept.has('read.db')) kept.set('documents', inDocuments(path.join(dataDir, 'read.db')));
  if (mongodbUrl !== null) for (const [name, text] of await inCollections(mongodbUrl)) kept.set(name, text);
  if (eventStoreUrl !== null) kept.set('the log', await inLog(place));
  return kept;
};
