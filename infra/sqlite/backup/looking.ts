/** What a copy of a log holds, once each of its pages has been looked at. */
import Database from 'libsql';
import type { Manifest } from './manifest.ts';

/** Null for a file that is no log. Throws if it is damaged. */
export const logIn = (file: string): Manifest['log'] | null => {
  const db = new Database(file, { readonly: true });
  try {
    const [broken] = db.prepare('PRAGMA quick_check(1)').raw().get() as [string];
    if (broken !== 'ok') throw new Error(`the copy is damaged: ${broken}`);
    const isLog = db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'events'").raw().all().length > 0;
    if (!isLog) return null;
    const sql = 'SELECT count(*), count(DISTINCT stream), coalesce(max(position), -1) FROM events';
    const [events, streams, head] = db.prepare(sql).raw().get() as [number, number, number];
    return { events, streams, head };
  } finally {
    db.close();
  }
};
