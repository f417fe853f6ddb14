/** Two projectors over the same rows, of which one is delayed at some call. */
import { collectionsOf, defineChosen, type Projection } from '../../../projections/define.ts';
import { deepStrictEqual as equal } from 'node:assert/strict';
import type { ColophonEvent } from '../../../domain/events.ts';
import type { Collection, ReadModels, Row } from '../../../projections/ports.ts';
import { rowPages } from '../../../projections/queries/listing.ts';
import { memoryEventStore, type MemoryEventStore } from '../../support/memory-event-store.ts';
import type { ProjectorOptions } from '../../../workers/projector/index.ts';
import { plainFold, type Rows } from './plain-fold.ts';
import type { Hold } from './holding.ts';
import { byId, catchUp, project } from './projecting.ts';
import {
  added,
  cited,
  desk,
  fact,
  hidden,
  jobStream,
  linked,
  named,
  papers,
  paperStream,
  retried,
  queued,
  readers,
  readerStream,
  registered,
  reset,
  shelf,
  shown,
  unlinked,
} from './shelf.ts';

type Byline = { readonly id: string; readonly name: string | null };

/** Of readers with a paper that is shown. */
const bylines: Collection<Byline> = { name: 'bylines_v1', indexes: [] };

const withBylines: Projection = {
  ...shelf,
  chosen: [
    defineChosen<Byline>({
      collection: bylines,
      from: [
        { collection: readers, ids: (id) => [id] },
        {
          collection: papers,
          ids: (_id, before, after) =>
            [before, after].flatMap((row) => (row?.['ever'] as readonly string[] | undefined) ?? []),
        },
      ],
      all: async function* (readModels, of) {
        for await (const rows of rowPages(readModels, { collection: of(readers), where: { all: [] } }))
          yield rows.map(({ id }) => id);
      },
      choose: async (readModels, ids, of) => {
        const chosen = new Map<string, Byline>();
        for (const [id, { name }] of await readModels.load(of(readers), ids)) {
          const all = [{ field: 'shown', eq: true } as const, { field: 'by', contains: id } as const];
          if ((await readModels.find(of(papers), { where: { all }, limit: 1 })).length > 0)
            chosen.set(id, { id, name });
        }
        return chosen;
      },
    }),
  ],
};

const projections = [withBylines, desk];

type Batch = readonly (readonly [stream: string, ...events: readonly ColophonEvent[]])[];

/** Each sequence of events undoes what a late write of the previous one would bring back. */
const COURSES: readonly Batch[] = [
  [
    [readerStream('p'), registered('p')],
    [paperStream('a'), added('a'), linked('p')],
    [jobStream('x'), queued('x', 'j1')],
  ],
  [
    [paperStream('a'), hidden],
    [paperStream('b'), added('b'), linked('p')],
    [readerStream('q'), registered('q')],
    [jobStream('x'), reset],
    [jobStream('y'), queued('y', 'j2'), retried('j2', 'a')],
  ],
  [
    [paperStream('a'), shown, cited(3)],
    [paperStream('b'), unlinked('p')],
    [readerStream('p'), named('P')],
    [jobStream('y'), reset],
    [paperStream('c'), added('c'), linked('q')],
  ],
  [
    [paperStream('c'), hidden],
    [paperStream('a'), hidden],
  ],
  [[paperStream('c'), shown]],
];

const append = async (events: MemoryEventStore, batch: Batch): Promise<void> => {
  for (const [stream, ...each] of batch) await events.append(stream, each.map(fact), 'any');
};

const SMALL = { batchSize: 3, heldBytes: 200, loading: { rows: 2, bytes: 1_000 } };
/** The slow calls: each sequence then has fewer. */
export const LARGER = { batchSize: 8, heldBytes: 2_000 };

/** A chosen row has the position of the batch that wrote it. */
const unpositioned = (rows: ReadonlyMap<string, Row>): ReadonlyMap<string, Row> =>
  new Map([...rows].map(([id, row]) => [id, { ...row, position: 0 }]));

/** False if there was no such call left. */
export const course = async (
  hold: Hold,
  one: ReadModels,
  other: ReadModels,
  sizes: Omit<ProjectorOptions, 'signal'> = SMALL,
): Promise<boolean> => {
  const events = memoryEventStore();
  await append(events, COURSES[0] ?? []);
  const first = project({ events, readModels: one, projections }, sizes);
  let isHeld = false;
  for (const batch of COURSES.slice(1)) {
    await Promise.race([first.reached(await events.head()), hold.held.then(() => (isHeld = true))]);
    await append(events, batch);
    if (!isHeld) continue;
    await catchUp({ events, readModels: other, projections }, sizes);
  }
  if (!isHeld) await Promise.race([first.reached(await events.head()), hold.held.then(() => (isHeld = true))]);
  if (isHeld) await catchUp({ events, readModels: other, projections }, sizes);
  // It has lost its lease: it completes the current call, and does not go on to repair its effect.
  const stopped = first.stop();
  hold.letGo();
  await stopped;

  const rows = await Promise.all(
    projections.flatMap(collectionsOf).map(async (collection) => {
      const found = await other.find(collection, { where: { all: [] }, limit: 100 });
      return [collection.name, new Map(found.map((row): [string, Row] => [row.id, row]))] as const;
    }),
  );
  const content = (all: Rows) =>
    byId(new Map([...all].map(([name, each]) => [name, name === bylines.name ? unpositioned(each) : each])));
  equal(content(new Map(rows)), JSON.parse(JSON.stringify(content(await plainFold(events, projections)))));
  return isHeld;
};
