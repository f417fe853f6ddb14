/** Folds a batch of events over the rows that they touch: in memory, each row read once and written once. */
import type { RecordedEvent } from '../../domain/events.ts';
import type { Fold, Projection, Unplaced } from '../../projections/define.ts';
import type { Change, ReadModels, Recount, Row } from '../../projections/ports.ts';
import { PoisonEvent } from './poison.ts';

export type FoldedBatch = {
  readonly changes: readonly Change[];
  readonly recounts: readonly Recount[];
  readonly poison: readonly PoisonEvent[];
};

/** A row before and after the batch. */
type Touched = { readonly before: Row | null; after: Row | null; removedAt: number | null };
type Target = { readonly id: string; readonly event: RecordedEvent };

const targetsOf = (fold: Fold, events: readonly RecordedEvent[]): readonly Target[] =>
  events.flatMap((event) => (Object.hasOwn(fold.when, event.type) ? fold.ids(event).map((id) => ({ id, event })) : []));

type AnyChange = (row: Unplaced | null, event: RecordedEvent, id: string) => Unplaced | null;

const apply = (fold: Fold, touched: Touched, { id, event }: Target): void => {
  const { after } = touched;
  // A row that carries this position or a later one has seen the event: this is a repetition.
  if (after !== null && after.position >= event.position) return;
  const change = fold.when[event.type] as AnyChange;
  const next = change(after, event, id);
  if (next === after) return;
  touched.after = next === null ? null : { ...next, position: event.position };
  touched.removedAt = next === null ? event.position : null;
};

const foldOver = async (
  readModels: ReadModels,
  fold: Fold,
  events: readonly RecordedEvent[],
  poisoned: (target: Target, error: unknown) => void,
): Promise<ReadonlyMap<string, Touched>> => {
  const targets = targetsOf(fold, events);
  if (targets.length === 0) return new Map();
  const rows = await readModels.load(fold.collection, [...new Set(targets.map(({ id }) => id))]);
  const all = new Map<string, Touched>();
  for (const target of targets) {
    const before = rows.get(target.id) ?? null;
    const touched: Touched = all.get(target.id) ?? { before, after: before, removedAt: null };
    all.set(target.id, touched);
    try {
      apply(fold, touched, target);
    } catch (error) {
      poisoned(target, error);
    }
  }
  return all;
};

const changeOf = ({ collection }: Fold, touched: ReadonlyMap<string, Touched>): Change => {
  const replace = [...touched.values()].flatMap(({ before, after }) =>
    after !== null && after !== before ? [after] : [],
  );
  const remove = [...touched].flatMap(([id, { removedAt }]) =>
    removedAt === null ? [] : [{ id, position: removedAt }],
  );
  return { collection, replace, remove };
};

/**
 * The changes and recounts that a batch amounts to. Counts are taken anew for every row that was touched, changed or
 * not: a batch that was cut off after its rows leaves nothing else to tell that its counts are still to be taken.
 */
export const foldBatch = async (
  readModels: ReadModels,
  projection: Projection,
  events: readonly RecordedEvent[],
): Promise<FoldedBatch> => {
  const changes: Change[] = [];
  const poison: PoisonEvent[] = [];
  const keys = projection.counts.map(() => new Set<string>());
  for (const fold of projection.folds) {
    const touched = await foldOver(readModels, fold, events, ({ event, id }, error) =>
      poison.push(new PoisonEvent(projection, event, id, error)),
    );
    if (touched.size === 0) continue;
    changes.push(changeOf(fold, touched));
    projection.counts.forEach((counted, index) => {
      const add = (key: string): unknown => keys[index]?.add(key);
      if (counted.into === fold.collection) [...touched.keys()].forEach(add);
      if (counted.from === fold.collection)
        for (const { before, after } of touched.values())
          for (const row of [before, after]) if (row !== null) counted.keys(row).forEach(add);
    });
  }
  const recounts = projection.counts.flatMap(({ keys: _keys, ...counted }, index) => {
    const wanted = [...(keys[index] ?? [])];
    return wanted.length === 0 ? [] : [{ ...counted, keys: wanted }];
  });
  return { changes, recounts, poison };
};
