/** What ended after a backup was taken: saved during a restore, so that it can be ended again in the restored log. */
import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  ACCESS_PREFIXES,
  endAgain,
  originOf,
  restorer,
  stoodAfter,
  type EndedAgain,
  type Stood,
} from '../../../commands/end-again.ts';
import { erasePerson } from '../../../commands/erase-person.ts';
import { Unavailable } from '../../../domain/errors.ts';
import type { Recorded } from '../../../domain/event.ts';
import { makeForOwner } from '../../private-files.ts';
import { emptyLog, inFile, openDatabase, type Connection } from '../connection/database.ts';
import { COLUMNS, eventOf, type EventRow } from '../events/schema.ts';
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

export type Ended = {
  readonly erasures: readonly Erasure[];
  readonly access: readonly Stood[];
  /** What of the replaced log could not be read. */
  readonly unread: readonly string[];
};

export const NOTHING: Ended = { erasures: [], access: [], unread: [] };

export const both = (one: Ended, other: Ended): Ended => ({
  erasures: [...one.erasures, ...other.erasures],
  access: [...one.access, ...other.access],
  unread: [...one.unread, ...other.unread],
});

const ERASURES = `SELECT ${COLUMNS} FROM events WHERE type = 'PersonErased' ORDER BY position`;
const STREAMS = `SELECT DISTINCT stream FROM events WHERE ${ACCESS_PREFIXES.map(() => 'stream >= ? AND stream < ?').join(' OR ')} ORDER BY stream`;
const STREAM = `SELECT ${COLUMNS} FROM events WHERE stream = ? ORDER BY revision`;

const eventsIn = (db: Connection, sql: string, ...values: readonly string[]): readonly Recorded[] =>
  (
    db
      .prepare(sql)
      .raw()
      .all(...values) as unknown as readonly EventRow[]
  ).map(eventOf);

export const erasuresIn = (db: Connection): readonly Erasure[] =>
  eventsIn(db, ERASURES).map((event) => {
    const { orcid } = event.data as { readonly orcid: string };
    return { id: originOf(event), workspace: event.metadata.workspace, orcid };
  });

/** What ended in a log, and what of it cannot be read: one damaged part does not hide the rest. */
export const endedIn = (file: string): Ended => {
  const unread: string[] = [];
  const orUnread = <T>(what: string, read: () => T): T | null => {
    try {
      return read();
    } catch {
      unread.push(what);
      return null;
    }
  };
  return (
    orUnread('the whole log', () =>
      inFile(file, (db) => {
        const erasures = orUnread('erasures of people', () => erasuresIn(db)) ?? [];
        const ranges = ACCESS_PREFIXES.flatMap((prefix) => [prefix, `${prefix}\uffff`]);
        const streams =
          orUnread(
            'members, keys and installations',
            () =>
              db
                .prepare(STREAMS)
                .raw()
                .all(...ranges) as [string][],
          ) ?? [];
        const access = streams.flatMap(([stream]) => {
          const stood = orUnread(stream, () => {
            const [first, ...rest] = eventsIn(db, STREAM, stream);
            return first === undefined ? null : stoodAfter([first, ...rest]);
          });
          return stood ?? [];
        });
        return { erasures, access, unread };
      }),
    ) ?? { ...NOTHING, unread }
  );
};

/** An interruption leaves the file unchanged: once the old log is replaced, it is the only record of what ended. */
export const keepEnded = async (file: string, ended: Ended): Promise<void> => {
  const next = `${file}.next`;
  makeForOwner(next);
  await writeFile(next, JSON.stringify(ended));
  await settle(next);
  await rename(next, file);
  await settle(path.dirname(file));
};

export const keptEnded = async (file: string): Promise<Ended> =>
  existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as Ended) : NOTHING;

/** On a log not in use; empties its write-ahead log, so that the file can be moved alone. */
export const endInLog = async (file: string, { erasures, access, unread }: Ended) => {
  const known = new Set(inFile(file, erasuresIn).map(({ id }) => id));
  const ended = await whileOpen(await openSqliteEventStore({ file }), async (events) => {
    const deps = { events, clock: systemClock, ids: randomIds };
    const people: EndedAgain[] = [];
    for (const { id, workspace, orcid } of erasures) {
      if (known.has(id)) continue;
      const caller = { ...restorer(deps, workspace), commandId: id };
      if ((await erasePerson(deps, orcid, caller)).events > 0) people.push({ what: 'person', workspace, id: orcid });
    }
    const { done, unread: unchanged } = await endAgain(deps, access);
    return { again: [...people, ...done], unread: [...new Set([...unread, ...unchanged])] };
  });
  const what = 'event store';
  if (!(await whileOpen(await openDatabase({ file, synchronous: 'FULL', what }), emptyLog)))
    throw new Unavailable(what, `${file} is in use`);
  return ended;
};
