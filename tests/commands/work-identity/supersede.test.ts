/** Edits of a work by staff pass to the item that supersedes it, even if made meanwhile. */
import assert from 'node:assert/strict';
import { loadState } from '../../../commands/aggregate.ts';
import { newCaller } from '../../../commands/caller.ts';
import { handle } from '../../../commands/handle.ts';
import { publicationAggregate } from '../../../commands/publication.ts';
import { supersede } from '../../../commands/work-identity/supersede.ts';
import { workAggregate } from '../../../commands/work.ts';
import type { Item } from '../../../domain/identifier/events.ts';
import { changesTo, type Fields } from '../../../domain/record/overlay.ts';
import type { WorkCommand } from '../../../domain/work/commands.ts';
import { randomIds, systemClock } from '../../../infra/system.ts';
import { memoryEventStore } from '../../support/memory-event-store.ts';
import { suite } from '../../support/suite.ts';
import { DOI, original, record, source } from '../../domain/publication/samples.ts';

const superseding = suite('superseding a work');

const STAYS = 'pmid.1';
const GOES = 'pmid.2';
const OWNER = '0000-0002-1825-0097';
const HREF = 'https://example.org/pots';

const open = async () => {
  const events = memoryEventStore();
  const deps = { events, clock: systemClock, ids: randomIds };
  const caller = () => newCaller(randomIds, 'org', { type: 'system', id: 'test' });
  const send = (key: string, command: WorkCommand) => handle(deps, workAggregate, key, command, caller());
  const edit = (fields: Fields) => send(GOES, { type: 'EditWork', changes: changesTo(fields) });
  const load = (key: string) => loadState(events, workAggregate, 'org', key);
  for (const key of [STAYS, GOES])
    await send(key, { type: 'RecordWork', key, original, href: HREF, source, fetchedAt: 1_000, links: [] });
  await handle(deps, publicationAggregate, DOI, { type: 'RecordFromProvider', ...record }, caller());
  /** `meanwhile` happens once, after the edits of the work were copied. */
  const join = async (by: Item, meanwhile: () => Promise<unknown> = () => Promise.resolve()): Promise<void> => {
    const loaded = await load(GOES);
    let isFirst = true;
    const append: typeof events.append = async (stream, batch, expected) => {
      if (isFirst && batch.some(({ type }) => type === 'WorkSuperseded')) {
        isFirst = false;
        await meanwhile();
      }
      return events.append(stream, batch, expected);
    };
    await supersede(
      { ...deps, events: { ...events, append } },
      [{ item: { work: GOES }, loaded }],
      by,
      OWNER,
      caller(),
    );
  };
  const overlay = async (by: Item) => {
    const aggregate = 'doi' in by ? loadState(events, publicationAggregate, 'org', by.doi) : load(by.work);
    const { state } = await aggregate;
    return state.status === 'absent' ? null : state.overlay;
  };
  const supersededBy = async () => (await load(GOES)).state.supersededBy;
  return { send, load, edit, join, overlay, supersededBy };
};

const AUTHORS = [{ family: 'Carberry' }, { family: 'Lovelace' }];

for (const by of [{ doi: DOI }, { work: STAYS }] as const) {
  const what = 'doi' in by ? 'a publication' : 'another work';

  superseding(`by ${what} copies edits made meanwhile, even of the same fields`, async () => {
    const { edit, join, overlay, supersededBy } = await open();
    await edit({ title: 'Pots', volume: '3', author: AUTHORS.slice(1), issue: '7' });
    await join(by, () => edit({ title: 'Jars', volume: '1', author: AUTHORS, abstract: 'On jars.' }));
    assert.deepEqual(await overlay(by), {
      title: { value: 'Jars' },
      author: { value: AUTHORS },
      abstract: { value: 'On jars.' },
      issue: { value: '7' },
    });
    assert.deepEqual(await supersededBy(), by);
  });
}

superseding('by another work gives it the URL that staff set, including the last one', async () => {
  const { send, load, join } = await open();
  const move = (page: string) => send(GOES, { type: 'EditWork', changes: [], href: `https://example.org/${page}` });
  await move('mine');
  await join({ work: STAYS }, () => move('ours'));
  const { state } = await load(STAYS);
  assert.equal(state.status !== 'absent' && state.href, 'https://example.org/ours');
});

superseding('copies nothing if staff keep the two apart meanwhile', async () => {
  const { send, edit, join, overlay, supersededBy } = await open();
  const by = { doi: DOI };
  await join(by, async () => {
    await edit({ title: 'Jars' });
    await send(GOES, { type: 'KeepWorkApart', from: by });
  });
  assert.deepEqual([await overlay(by), await supersededBy()], [{}, null]);
});
