/** Erasures that an older backup does not contain: saved during a restore, so that they can be repeated on the restored log. */
import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { newCaller } from '../../../commands/caller.ts';
import { erasePerson } from '../../../commands/erase-person.ts';
import { Unavailable } from '../../../domain/errors.ts';
import { makeForOwner } from '../../private-files.ts';
import { emptyLog, inFile, openDatabase } from '../connection/database.ts';
import { openSqliteEventStore } from '../events/index.ts';
import { randomIds, systemClock } from '../../system.ts';
import { whileOpen } from '../../while-open.ts';
import { settle } from './manifest.ts';

export type Erasure = {
  /** Of the event that recorded it first. */
  readonly id: string;
  readonly workspace: string;
  readonly orcid: string;
};

const ACTOR = 'restore';

/** A repeated erasure counts as the one that caused it. */
const SQL = `SELECT iif(json_extract(metadata, '$.actor.id') = '${ACTOR}', json_extract(metadata, '$.causationId'), id),
  json_extract(metadata, '$.workspace'), json_extract(data, '$.orcid') FROM events
  WHERE type = 'PersonErased' ORDER BY position`;

/** The erasures recorded in a log. Throws if the file is not a log. */
export const erasuresIn = (file: string): readonly Erasure[] =>
  inFile(file, (db) => {
    const rows = db.prepare(SQL).raw().all() as [string, string, string][];
    return rows.map(([id, workspace, orcid]) => ({ id, workspace, orcid }));
  });

/** An interruption leaves the file unchanged: once the old log is replaced, it is the only record of the erasures. */
export const keepErasures = async (file: string, erasures: readonly Erasure[]): Promise<void> => {
  const next = `${file}.next`;
  makeForOwner(next);
  await writeFile(next, JSON.stringify(erasures));
  await settle(next);
  await rename(next, file);
  await settle(path.dirname(file));
};

export const keptErasures = async (file: string): Promise<readonly Erasure[]> =>
  existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as Erasure[]) : [];

/** On a log not in use; empties its write-ahead log, so that the file can be moved alone. Returns how many people. */
export const eraseAgain = async (file: string, erasures: readonly Erasure[]): Promise<number> => {
  const known = new Set(erasuresIn(file).map(({ id }) => id));
  const erased = await whileOpen(await openSqliteEventStore({ file }), async (events) => {
    const deps = { events, clock: systemClock, ids: randomIds };
    let erased = 0;
    for (const { id, workspace, orcid } of erasures) {
      if (known.has(id)) continue;
      const caller = { ...newCaller(randomIds, workspace, { type: 'system', id: ACTOR }), commandId: id };
      if ((await erasePerson(deps, orcid, caller)).events > 0) erased += 1;
    }
    return erased;
  });
  const what = 'event store';
  if (!(await whileOpen(await openDatabase({ file, synchronous: 'FULL', what }), emptyLog)))
    throw new Unavailable(what, `${file} is in use`);
  return erased;
};
