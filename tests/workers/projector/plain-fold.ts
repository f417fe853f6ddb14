/** The rows of a log by the simplest algorithm: event by event, then every count from all rows. */
import type { EventStore } from '../../../commands/ports.ts';
import type { RecordedEvent } from '../../../domain/events.ts';
import { collectionsOf, type Projection } from '../../../projections/define.ts';
import type { Row } from '../../../projections/ports.ts';
import { emptyStorage, memoryReadModels } from '../../support/memory-read-models.ts';
import { expectedCount } from '../../contracts/read-models/reference.ts';

export type Rows = ReadonlyMap<string, ReadonlyMap<string, Row>>;
type AnyChange = (row: Row | null, event: RecordedEvent, id: string, latest: number) => Row | null;

export const plainFold = async (
  events: Pick<EventStore, 'readAll'>,
  projections: readonly Projection[],
): Promise<Rows> => {
  const rows = new Map<string, Map<string, Row>>();
  for (const { name } of projections.flatMap(collectionsOf)) rows.set(name, new Map());

  const times = new Map<Projection, number>();
  for await (const recorded of events.readAll()) {
    const event = recorded as RecordedEvent;
    const concerned = projections.filter(({ streams }) => streams.some((prefix) => event.stream.startsWith(prefix)));
    for (const projection of concerned) times.set(projection, Math.max(times.get(projection) ?? 0, event.metadata.at));
    for (const { fold, latest } of concerned.flatMap((each) =>
      each.folds.map((fold) => ({ fold, latest: times.get(each) ?? 0 })),
    )) {
      const change = fold.when[event.type] as unknown as AnyChange | undefined;
      for (const id of change === undefined ? [] : fold.ids(event)) {
        const own = rows.get(fold.collection.name);
        const before = own?.get(id) ?? null;
        const after = change?.(before, event, id, latest) ?? null;
        if (after === null) own?.delete(id);
        else if (after !== before) own?.set(id, { ...(fold.finish?.(after) ?? after), position: event.position });
      }
    }
  }

  for (const { collection, from, by, derive } of projections.flatMap(({ derived = [] }) => derived))
    for (const value of new Set([...(rows.get(from.name)?.values() ?? [])].map((row) => String(row[by])))) {
      const group = [...(rows.get(from.name)?.values() ?? [])].filter((row) => row[by] === value);
      const position = Math.max(...group.map((row) => row.position));
      rows.get(collection.name)?.set(value, { ...derive(value, group), position });
    }

  for (const { collection, all, choose } of projections.flatMap(({ chosen = [] }) => chosen)) {
    const readModels = memoryReadModels({ storage: { ...emptyStorage(), rows } });
    for await (const ids of all(readModels, (each) => each))
      for (const [id, row] of await choose(readModels, ids, (each) => each))
        rows.get(collection.name)?.set(id, { ...row, id, position: 0 });
  }

  for (const { counts = [] } of projections)
    for (const { into, field, from, where, by } of counts)
      for (const [id, row] of rows.get(into.name) ?? []) {
        const counted = [...(rows.get(from.name)?.values() ?? [])];
        const count = expectedCount(counted, { all: [...where, { field: by, contains: id }] });
        rows.get(into.name)?.set(id, { ...row, [field]: count });
      }
  return rows;
};
