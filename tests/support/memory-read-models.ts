/**
 * Read models in memory that write like a server without transactions: row by row, then the counts, then the
 * checkpoint, and may be interrupted between any two of these.
 */
import type { Position } from '../../domain/event.ts';
import { BEGINNING } from '../../domain/event.ts';
import { ROW } from '../../domain/limits.ts';
import { totalsOf } from '../../infra/totals.ts';
import {
  readModelsOf,
  RowRefused,
  type Batch,
  type Checkpoint,
  type Collection,
  type ReadModels,
  type Recount,
  type Row,
  type RowStore,
  type Tombstone,
} from '../../projections/ports.ts';
import { expectedCount, expectedGroups, expectedRows, expectedTogether } from '../contracts/read-models/reference.ts';

/** The next step of the store. */
export type Step = 'create' | 'index' | 'load' | 'row' | 'recount' | 'count' | 'checkpoint' | 'ask';

/** The stored data, independent of who has it open: another store over the same data is another process. */
export type RowStorage = {
  readonly rows: Map<string, Map<string, Row>>;
  readonly checkpoints: Map<string, Checkpoint>;
  /** By collection and id. */
  readonly tombstones: Map<string, Map<string, Tombstone>>;
  /** The positions at which counts were made, by row and field. */
  readonly counted: WeakMap<Row, Map<string, Position>>;
};

export const emptyStorage = (): RowStorage => ({
  rows: new Map(),
  checkpoints: new Map(),
  tombstones: new Map(),
  counted: new WeakMap(),
});

export type MemoryReadModelsOptions = {
  readonly storage?: RowStorage;
  /** Called before each step; an error in it is thrown by the call, with all earlier steps done. */
  readonly before?: (step: Step) => void | Promise<void>;
};

export const memoryReadModels = ({
  storage = emptyStorage(),
  before = () => undefined,
}: MemoryReadModelsOptions = {}): ReadModels => {
  const of = ({ name }: Collection): Map<string, Row> => {
    const rows = storage.rows.get(name) ?? new Map<string, Row>();
    storage.rows.set(name, rows);
    return rows;
  };
  const all = (collection: Collection): readonly Row[] =>
    [...of(collection).values()].map((row) => structuredClone(row));
  const buriedIn = ({ name }: Collection): Map<string, Tombstone> => {
    const buried = storage.tombstones.get(name) ?? new Map<string, Tombstone>();
    storage.tombstones.set(name, buried);
    return buried;
  };
  const isLate = (collection: Collection, id: string, position: Position): boolean =>
    Math.max(of(collection).get(id)?.position ?? -1, buriedIn(collection).get(id)?.position ?? -1) >= position;

  const recount = async ({ into, field, from, where, by, keys }: Recount, position: Position): Promise<void> => {
    await before('recount');
    const counted = all(from);
    for (const key of keys === 'all' ? [...of(into).keys()] : keys) {
      const count = expectedCount(counted, { all: [...where, { field: by, contains: key }] });
      await before('count');
      const row = of(into).get(key);
      if (row === undefined || row.withheld === true || row.position > position) continue;
      const known = storage.counted.get(row) ?? new Map<string, Position>();
      if ((known.get(field) ?? -1) >= position) continue;
      const next = { ...row, [field]: count };
      storage.counted.set(next, new Map([...known, [field, position]]));
      of(into).set(key, next);
    }
  };

  const commit = async ({ projection, changes, recounts, checkpoint }: Batch): Promise<void> => {
    const kept = storage.checkpoints.get(projection);
    if (kept !== undefined && kept.position > checkpoint.position) return;
    const refused = changes.flatMap(({ collection, replace }) =>
      replace
        .filter((row) => Buffer.byteLength(JSON.stringify(row)) > ROW.bytes)
        .map(({ id }) => ({ collection: collection.name, id, reason: 'it is too large' })),
    );
    if (refused.length > 0) throw new RowRefused(refused);
    for (const { collection, replace, remove = [] } of changes) {
      for (const row of replace) {
        await before('row');
        if (!isLate(collection, row.id, row.position))
          of(collection).set(row.id, JSON.parse(JSON.stringify(row)) as Row);
      }
      for (const { id, position, withheld } of remove) {
        await before('row');
        if (isLate(collection, id, position)) continue;
        of(collection).delete(id);
        buriedIn(collection).set(id, { id, position, ...(withheld === true ? { withheld } : {}) });
      }
    }
    for (const each of recounts) await recount(each, checkpoint.position);
    await before('checkpoint');
    const present = storage.checkpoints.get(projection);
    if (present?.phase === 'live' && checkpoint.phase === 'filling') return;
    const position = Math.max(present?.position ?? BEGINNING, checkpoint.position);
    const { phase, latest = present?.latest } = checkpoint;
    storage.checkpoints.set(projection, { position, phase, ...(latest !== undefined && { latest }) });
  };

  const rowsAmong = (collection: Collection, ids: readonly string[]): ReadonlyMap<string, Row> => {
    const rows = of(collection);
    return new Map(
      ids.flatMap((id) => {
        const row = rows.get(id);
        return row === undefined ? [] : [[id, structuredClone(row)] as const];
      }),
    );
  };

  const count: RowStore['count'] = async (collection, where, atMost = Infinity) => {
    await before('ask');
    return Math.min(expectedCount(all(collection), where), atMost);
  };

  return readModelsOf({
    create: async (collection) => {
      await before('create');
      of(collection);
    },
    index: async () => {
      await before('index');
    },
    drop: async (projection, collections) => {
      for (const { name } of collections) {
        storage.rows.delete(name);
        storage.tombstones.delete(name);
      }
      storage.checkpoints.delete(projection);
    },
    load: async (collection, ids) => {
      await before('load');
      return rowsAmong(collection, ids);
    },
    loadForFolding: async (collection, ids, bytes = Infinity) => {
      await before('load');
      let [held, count] = [0, 0];
      for (const id of ids) {
        held += JSON.stringify(of(collection).get(id) ?? null).length;
        if (count > 0 && held > bytes) break;
        count += 1;
      }
      const page = ids.slice(0, count);
      const tombstones = new Map([...buriedIn(collection)].filter(([id]) => page.includes(id)));
      return { rows: rowsAmong(collection, page), tombstones, left: ids.slice(count) };
    },
    commit,
    checkpoint: async (projection) => {
      await before('ask');
      return storage.checkpoints.get(projection) ?? null;
    },
    get: async (collection, id) => {
      await before('ask');
      return structuredClone(of(collection).get(id) ?? null);
    },
    find: async (collection, find) => {
      await before('ask');
      return expectedRows(all(collection), find);
    },
    count,
    total: totalsOf(count),
    groupCounts: async (collection, where, by) => {
      await before('ask');
      return expectedGroups(all(collection), where, by);
    },
    coOccurrences: async (collection, query) => {
      await before('ask');
      return expectedTogether(all(collection), query);
    },
    close: async () => undefined,
  });
};
