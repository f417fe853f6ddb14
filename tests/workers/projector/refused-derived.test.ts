/** Derived rows that a store refuses. */
import { deepStrictEqual as equal } from 'node:assert/strict';
import { defineFold, type Projection } from '../../../projections/define.ts';
import { RowRefused, type Batch, type ReadModels } from '../../../projections/ports.ts';
import { memoryEventStore } from '../../support/memory-event-store.ts';
import { emptyStorage, memoryReadModels, type RowStorage } from '../../support/memory-read-models.ts';
import { suite } from '../../support/suite.ts';
import { project } from './projecting.ts';
import { added, fact, paperStream } from './shelf.ts';

const papers = { name: 'papers_v1', indexes: [{ equal: ['title'] }] };
const titles = { name: 'titles_v1', indexes: [] };

const shelf: Projection = {
  name: 'shelf',
  version: 1,
  streams: ['publication-'],
  folds: [
    defineFold<{ readonly id: string; readonly title: string }>({
      collection: papers,
      ids: ({ stream }) => [stream.slice(stream.indexOf('~') + 1)],
      when: { PublicationAdded: (_row, _event, id) => ({ id, title: id }) },
    }),
  ],
  derived: [{ collection: titles, from: papers, by: 'title', of: ['title'], derive: (id) => ({ id }) }],
  counts: [],
};

/** Names one row at a time, as a store may that stops at the first. */
const refusing = (storage: RowStorage, ids: readonly string[]): ReadModels => {
  const readModels = memoryReadModels({ storage });
  const refusedIn = ({ changes }: Batch): string | undefined =>
    changes
      .filter(({ collection }) => collection.name === titles.name)
      .flatMap(({ replace }) => replace.map(({ id }) => id))
      .find((id) => ids.includes(id));
  return {
    ...readModels,
    commit: async (batch) => {
      const id = refusedIn(batch);
      if (id !== undefined)
        throw new RowRefused([{ collection: titles.name, id, reason: 'not a value that it can store' }]);
      await readModels.commit(batch);
    },
  };
};

const refused = suite('derived rows that a store refuses');

for (const [when, isFilled] of [
  ['in filling', false],
  ['followed live', true],
] as const)
  refused(`are withheld one after the other, and the others are stored: ${when}`, async () => {
    const [events, storage] = [memoryEventStore(), emptyStorage()];
    const append = async (): Promise<void> => {
      for (const id of ['a', 'b', 'c']) await events.append(paperStream(id), [added(id)].map(fact), 'any');
    };
    if (!isFilled) await append();
    const running = project({ events, readModels: refusing(storage, ['a', 'c']), projections: [shelf] });
    await running.reached(await events.head());
    if (isFilled) await append();
    await running.reached(await events.head());
    await running.stop();
    equal([...(storage.rows.get(titles.name)?.keys() ?? [])], ['b']);
    equal(
      [...(storage.tombstones.get(titles.name)?.values() ?? [])].map(({ id, withheld }) => [id, withheld]),
      [
        ['a', true],
        ['c', true],
      ],
    );
  });
