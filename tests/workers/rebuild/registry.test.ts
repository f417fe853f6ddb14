/** The registry of generations under concurrent writes: every generation remains listed until it is dropped. */
import assert from 'node:assert/strict';
import type { ReadModels } from '../../../projections/ports.ts';
import { dropGeneration, openRegistry, register, registered, retire } from '../../../workers/rebuild/registry.ts';
import { shelf } from '../projector/shelf.ts';
import { suite } from '../../support/suite.ts';
import { inSetup } from './leading.ts';

const registry = suite('the registry of generations');

/** The same store for a process that another overtakes between its first read and its write. */
const overtaken = (rows: ReadModels, by: () => Promise<unknown>): ReadModels => {
  let other: Promise<unknown> | undefined;
  return {
    ...rows,
    commit: async (batch) => {
      await (other ??= by());
      await rows.commit(batch);
    },
  };
};

registry('keeps what two processes write at the same moment', () =>
  inSetup(async ({ rows }) => {
    await openRegistry(rows);
    const entry = await register(
      overtaken(rows, () => register(rows, shelf)),
      shelf,
    );
    assert.deepEqual(await registered(rows), [entry]);
    await retire(
      overtaken(rows, () => register(rows, shelf)),
      entry,
      9,
    );
    assert.equal((await registered(rows))[0]?.retiredAt, null);
  }),
);

registry('lists a generation that is registered again during or after its removal', () =>
  inSetup(async ({ rows }) => {
    await openRegistry(rows);
    const entry = await register(rows, shelf);
    await dropGeneration(
      overtaken(rows, () => register(rows, shelf)),
      entry,
    );
    const [again] = await registered(rows);
    assert.ok(again);
    await dropGeneration(rows, again);
    assert.deepEqual(await registered(rows), []);
    await register(rows, shelf);
    assert.equal((await registered(rows)).length, 1);
  }),
);
