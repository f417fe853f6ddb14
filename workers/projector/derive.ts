/** What follows from the rows of a batch: derived rows, counts, and chosen rows. */
import { isDeepStrictEqual } from 'node:util';
import type { Position } from '../../domain/event.ts';
import type { Chosen, Counted, Derived, InGeneration, Projection } from '../../projections/define.ts';
import { collectionIn } from '../../projections/generations.ts';
import type { Change, Condition, ReadModels, Recount, Row } from '../../projections/ports.ts';
import { rowPages } from '../../projections/queries/listing.ts';
import type { FoldedBatch, Folding } from './fold-batch.ts';
import type { EventPlace, HeldRow } from './held-rows.ts';

const VALUES_AT_ONCE = 200;

type Group = ReadonlyMap<string, Row>;

/** The stored rows with each value, by id. */
const groupsOf = async (
  readModels: ReadModels,
  { from, by, of }: Derived,
  values: readonly string[],
): Promise<ReadonlyMap<string, Group>> => {
  const groups = new Map(values.map((value) => [value, new Map<string, Row>()]));
  for (let start = 0; start < values.length; start += VALUES_AT_ONCE) {
    const some: Condition = { field: by, in: values.slice(start, start + VALUES_AT_ONCE) };
    for await (const rows of rowPages(readModels, { collection: from, where: { all: [some] }, fields: of }))
      for (const row of rows) groups.get(String(row[by]))?.set(row.id, row);
  }
  return groups;
};

const derivedRow = ({ derive }: Derived, value: string, group: Group): Row | null => {
  const rows = [...group.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  if (rows.length === 0) return null;
  return { ...derive(value, rows), position: latestOf(group) };
};

/** A row before a batch and after it. */
type RowChange = {
  readonly stored: Row | null;
  readonly row: Row | null;
  /** The last event that it is derived from. */
  readonly last: EventPlace | null;
};

/** The rows of a derived collection that a batch may have changed. */
export type DerivedRows = {
  readonly derived: Derived;
  readonly changed: readonly RowChange[];
};

const latestOf = (group: Group): number => Math.max(...[...group.values()].map(({ position }) => position));

const valueIn = ({ by }: Derived, row: Row | null): readonly string[] => (row === null ? [] : [String(row[by])]);

const withHeld = (derived: Derived, groups: ReadonlyMap<string, Group>, held: readonly HeldRow[]) => {
  const after = new Map([...groups].map(([value, group]) => [value, new Map(group)]));
  for (const { id, stored, row, position } of held) {
    for (const value of valueIn(derived, stored)) after.get(value)?.delete(id);
    for (const value of valueIn(derived, row)) {
      const there = groups.get(value)?.get(id);
      // Another projector may be further ahead: what it has written is kept.
      const isLater = there !== undefined && there.position > position;
      if (row !== null) after.get(value)?.set(id, isLater ? there : { ...row, position });
    }
  }
  return after;
};

/**
 * Loads the other source rows, and returns a function that derives from the batch in its current state: rows may be withheld between
 * two attempts to write it. Rows that the batch touched without changing them are included, since an interrupted batch may have written
 * the source row but not the derived one.
 */
export const deriveFrom = async (
  readModels: ReadModels,
  derived: Derived,
  { touched }: Pick<FoldedBatch, 'touched'>,
): Promise<() => DerivedRows> => {
  const held = [...touched].flatMap(([rows, all]) => (rows.fold.collection.name === derived.from.name ? [...all] : []));
  const values = [
    ...new Set(held.flatMap(({ stored, row }) => [...valueIn(derived, stored), ...valueIn(derived, row)])),
  ];
  const groups = await groupsOf(readModels, derived, values);
  return () => {
    const after = withHeld(derived, groups, held);
    const last = new Map<string, EventPlace>();
    for (const { row, last: latest } of held)
      for (const value of valueIn(derived, row))
        if (latest !== null && latest.position >= (last.get(value)?.position ?? latest.position))
          last.set(value, latest);
    return {
      derived,
      changed: values.map((value) => ({
        stored: derivedRow(derived, value, groups.get(value) ?? new Map()),
        row: derivedRow(derived, value, after.get(value) ?? new Map()),
        last: last.get(value) ?? null,
      })),
    };
  };
};

/** Yields all derived rows, page by page. Each group is derived once, where its first row is met. */
export const deriveAll = async function* (readModels: ReadModels, derived: Derived): AsyncIterable<readonly Row[]> {
  for await (const page of rowPages(readModels, {
    collection: derived.from,
    where: { all: [] },
    fields: [derived.by],
  })) {
    const met = new Set(page.map(({ id }) => id));
    const values = [...new Set(page.map((row) => String(row[derived.by])))];
    const groups = await groupsOf(readModels, derived, values);
    yield [...groups].flatMap(([value, group]) => {
      const first = [...group.keys()].sort()[0];
      const row = first !== undefined && met.has(first) ? derivedRow(derived, value, group) : null;
      return row === null ? [] : [row];
    });
  }
};

const elementsIn = (row: Row | null, field: string): readonly string[] =>
  (row?.[field] as readonly string[] | undefined) ?? [];

/** The elements that are in only one of the lists. */
const difference = (some: readonly string[], others: readonly string[]): readonly string[] => {
  // The lists are usually equal, and long.
  if (isDeepStrictEqual(some, others)) return [];
  const [left, right] = [new Set(some), new Set(others)];
  return [...some.filter((each) => !right.has(each)), ...others.filter((each) => !left.has(each))];
};

/** An interrupted batch wrote it, perhaps before what follows from it. */
const isCutOff = (stored: Row | null, checkpoint: Position): boolean => stored !== null && stored.position > checkpoint;

/**
 * The keys whose count the row may have changed. A row ahead of the checkpoint was written by an interrupted batch, perhaps before it
 * recounted, so every key the row ever held is recounted, as when a row starts or stops counting.
 */
const keysOf = ({ where, by, keys }: Counted, { stored, row }: RowChange, checkpoint: Position): readonly string[] => {
  if (isCutOff(stored, checkpoint) || where.some(({ field }) => !isDeepStrictEqual(stored?.[field], row?.[field])))
    return [stored, row].flatMap((each) => (each === null ? [] : keys(each)));
  return difference(elementsIn(stored, by), elementsIn(row, by));
};

const touchedOf = (folding: Folding, { touched }: FoldedBatch, collection: string): readonly HeldRow[] =>
  folding.rows
    .filter(({ fold }) => fold.collection.name === collection)
    .flatMap((rows) => [...(touched.get(rows) ?? [])]);

const changedOf = (derived: readonly DerivedRows[], collection: string): readonly RowChange[] =>
  derived.filter((each) => each.derived.collection.name === collection).flatMap(({ changed }) => changed);

/**
 * The counts that a batch may have changed; each is recounted, never added to. Includes every replaced row that carries a count, since the fold has restored an old one.
 */
export const recountsOf = (
  folding: Folding,
  batch: FoldedBatch,
  derived: readonly DerivedRows[],
  checkpoint: Position,
): readonly Recount[] =>
  (folding.projection.counts ?? []).flatMap((counted) => {
    const { from, into } = counted;
    const changed = [...touchedOf(folding, batch, from.name), ...changedOf(derived, from.name)];
    const keys = new Set([
      ...changed.flatMap((each) => keysOf(counted, each, checkpoint)),
      ...touchedOf(folding, batch, into.name).map(({ id }) => id),
    ]);
    return keys.size === 0 ? [] : [{ ...counted, keys: [...keys] }];
  });

export const recountAll = ({ projection }: Folding): readonly Recount[] =>
  (projection.counts ?? []).map((counted) => ({ ...counted, keys: 'all' }));

/** The ids of the rows to choose, by the collection's name. */
export type Choices = ReadonlyMap<string, ReadonlySet<string>>;

export const joined = (...all: readonly Choices[]): Choices => {
  const ids = new Map<string, Set<string>>();
  for (const [name, some] of all.flatMap((each) => [...each]))
    ids.set(name, new Set([...(ids.get(name) ?? []), ...some]));
  return ids;
};

const idsFor = ({ from }: Chosen, { touched }: FoldedBatch, checkpoint: Position): ReadonlySet<string> => {
  const ids = new Set<string>();
  for (const [{ fold }, rows] of touched)
    for (const each of from.filter(({ collection }) => collection.name === fold.collection.name))
      for (const { id, stored, row } of rows) {
        const affected = isCutOff(stored, checkpoint)
          ? [...each.ids(id, null, stored), ...each.ids(id, null, row)]
          : each.ids(id, stored, row);
        for (const one of affected) ids.add(one);
      }
  return ids;
};

/** Called before the batch is written, since it compares the rows with those stored. */
export const choicesOf = ({ projection }: Folding, batch: FoldedBatch, checkpoint: Position): Choices =>
  new Map(
    (projection.chosen ?? []).flatMap((chosen) => {
      const ids = idsFor(chosen, batch, checkpoint);
      return ids.size === 0 ? [] : [[chosen.collection.name, ids] as const];
    }),
  );

const inGenerationOf =
  ({ generation = 0 }: Pick<Projection, 'generation'>): InGeneration =>
  (collection) =>
    collectionIn(collection, generation);

/** Ids chosen together, which bounds memory. */
const IDS_AT_ONCE = 200;

const changeFor = async (
  readModels: ReadModels,
  { counts = [], ...projection }: Projection,
  chosen: Chosen,
  ids: readonly string[],
  position: Position,
): Promise<Change> => {
  const { collection } = chosen;
  const of = inGenerationOf(projection);
  const own = counts.filter(({ into }) => into.name === collection.name);
  const uncounted = Object.fromEntries(own.map(({ field }) => [field, 0]));
  const [stored, rows] = [new Map<string, Row>(), new Map<string, object>()];
  for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
    const some = ids.slice(from, from + IDS_AT_ONCE);
    for (const [id, row] of await readModels.load(collection, some)) stored.set(id, row);
    for (const [id, row] of await chosen.choose(readModels, some, of)) rows.set(id, row);
  }
  // Also what stays as it is: else a projector that was held up could write what it chose earlier.
  const replace = [...rows].map(([id, row]) => ({ ...(stored.get(id) ?? uncounted), ...row, id, position }));
  return { collection, replace, remove: ids.flatMap((id) => (rows.has(id) ? [] : [{ id, position }])) };
};

type Chose = { readonly changes: readonly Change[]; readonly recounts: readonly Recount[] };

/** What to write, and the counts that the new rows lack. The rows they follow from must be stored. */
export const chooseRows = async (
  readModels: ReadModels,
  { projection }: Folding,
  choices: Choices,
  position: Position,
): Promise<Chose> => {
  const changes = await Promise.all(
    (projection.chosen ?? []).map((chosen) =>
      changeFor(readModels, projection, chosen, [...(choices.get(chosen.collection.name) ?? [])], position),
    ),
  );
  const recounts = (projection.counts ?? []).flatMap((counted) => {
    const written = changes.find(({ collection }) => collection.name === counted.into.name)?.replace ?? [];
    return written.length === 0 ? [] : [{ ...counted, keys: written.map(({ id }) => id) }];
  });
  return { changes, recounts };
};

/** The choices of all rows, some at a time: also of those that an interrupted catch-up has left. */
export const allChoices = async function* (readModels: ReadModels, { projection }: Folding): AsyncIterable<Choices> {
  for (const { collection, all } of projection.chosen ?? []) {
    for await (const rows of rowPages(readModels, { collection, where: { all: [] }, fields: [] }))
      yield new Map([[collection.name, new Set(rows.map(({ id }) => id))]]);
    for await (const ids of all(readModels, inGenerationOf(projection)))
      yield new Map([[collection.name, new Set(ids)]]);
  }
};
