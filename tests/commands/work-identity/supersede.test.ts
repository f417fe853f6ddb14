/** Edits of a work by staff pass to the item that supersedes it, even if made meanwhile. */
import assert from 'node:assert/strict';
import { loadState } from '../../../commands/aggregate.ts';
import { newCaller } from '../../../commands/caller.ts';
import { handle } from '../../../commands/handle.ts';
import { publicationAggregate } from '../../../commands/publication.ts';
import { supersede } from '../../../commands/work-identity/supersede.ts';
import { isDoi } from '../../../domain/item.ts';
import type { PublicationCommand } from '../../../domain/publication/commands.ts';
import { changesTo, type Fields } from '../../../domain/record/overlay.ts';
import { randomIds, systemClock } from '../../../infra/system.ts';
import { memoryEventStore } from '../../support/memory-event-store.ts';
import { suite } from '../../support/suite.ts';
import { DOI, original, record, source } from '../../domain/publication/samples.ts';

const superseding = suite('superseding a work');

const STAYS = 'pmid.1';
const GOES = 'pmid.2';
const OWNER = '0000-0002-1825-0097';
const URL = 'https://example.org/pots';

const open = async () => {
  const events = memoryEventStore();
  const deps = { events, clock: systemClock, ids: randomIds };
  const caller = () => newCaller(randomIds, 'org', { type: 'system', id: 'test' });
  const send = (id: string, command: PublicationCommand) => handle(deps, publicationAggregate, id, command, caller());
  const edit = (fields: Fields) => send(GOES, { type: 'EditPublication', changes: changesTo(fields) });
  const load = (id: string) => loadState(events, publicationAggregate, 'org', id);
  const ofList = { original: { ...original, URL }, source, fetchedAt: 1_000, links: [], isOfList: true } as const;
  for (const doi of [STAYS, GOES]) await send(doi, { type: 'RecordFromProvider', doi, ...ofList });
  await send(DOI, { type: 'RecordFromProvider', ...record });
  /** `meanwhile` happens once, after the edits of the work were copied. */
  const join = async (by: string, meanwhile: () => Promise<unknown> = () => Promise.resolve()): Promise<void> => {
    const loaded = await load(GOES);
    let isFirst = true;
    const append: typeof events.append = async (stream, batch, expected) => {
      if (isFirst && batch.some(({ type }) => type === 'PublicationSuperseded')) {
        isFirst = false;
        await meanwhile();
      }
      return events.append(stream, batch, expected);
    };
    await supersede({ ...deps, events: { ...events, append } }, [{ id: GOES, loaded }], by, OWNER, caller());
  };
  const overlay = async (by: string) => {
    const { state } = await load(by);
    return state.status === 'absent' ? null : state.overlay;
  };
  const supersededBy = async () => (await load(GOES)).state.supersededBy;
  return { send, edit, join, overlay, supersededBy };
};

const AUTHORS = [{ family: 'Carberry' }, { family: 'Lovelace' }];

for (const by of [DOI, STAYS]) {
  const what = isDoi(by) ? 'a publication' : 'another work';

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
    assert.equal(await supersededBy(), by);
  });
}

superseding('by another work gives it the URL that staff set, including the last one', async () => {
  const { edit, join, overlay } = await open();
  const move = (page: string) => edit({ URL: `https://example.org/${page}` });
  await move('mine');
  await join(STAYS, () => move('ours'));
  assert.deepEqual(await overlay(STAYS), { URL: { value: 'https://example.org/ours' } });
});

superseding('copies nothing if staff keep the two apart meanwhile', async () => {
  const { send, edit, join, overlay, supersededBy } = await open();
  await join(DOI, async () => {
    await edit({ title: 'Jars' });
    await send(GOES, { type: 'KeepApart', from: DOI });
  });
  assert.deepEqual([await overlay(DOI), await supersededBy()], [{}, undefined]);
});
