/** Chosen rows: which of them a batch may change, and what is written once its rows are stored. */
import type { Position } from '../../domain/event.ts';
import type { Chosen, InGeneration, Projection } from '../../projections/define.ts';
import { collectionIn } from '../../projections/generations.ts';
import { iteratePages } from '../../projections/queries/iterate.ts';
import type { Change, ReadModels, Recount, Row } from '../../projections/ports.ts';
import type { Folding, FoldedBatch } from './fold-batch.ts';

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
        // Written by an interrupted batch, perhaps before anything was chosen.
        const isCutOff = stored !== null && stored.position > checkpoint;
        const affected = isCutOff
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

export type Chose = { readonly changes: readonly Change[]; readonly recounts: readonly Recount[] };

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
    for await (const rows of iteratePages(readModels, collection, [], []))
      yield new Map([[collection.name, new Set(rows.map(({ id }) => id))]]);
    for await (const ids of all(readModels, inGenerationOf(projection)))
      yield new Map([[collection.name, new Set(ids)]]);
  }
};
