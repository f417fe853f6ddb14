/** A work is one item when lists identify it by an ISBN, a PMID and a DOI, one after the other. */
import assert from 'node:assert/strict';
import { handle } from '../../../../commands/handle.ts';
import type { EventStore } from '../../../../commands/ports.ts';
import { publicationAggregate } from '../../../../commands/publication.ts';
import { changesTo } from '../../../../domain/record/overlay.ts';
import { linkedOrcids } from '../../../../domain/publication/state.ts';
import { ID, PROVIDER } from '../../../../domain/limits.ts';
import { planOf } from '../../../../workers/ingestion/plan.ts';
import { memoryEventStore } from '../../../support/memory-event-store.ts';
import { newEvent } from '../../../support/new-event.ts';
import { suite } from '../../../support/suite.ts';
import { ADA, CARBERRY, DOI, listed, open } from './listed-works.ts';

const naming = suite('a work that lists identify differently');

naming('is one item under an ISBN, then a PMID, then its DOI', async () => {
  const { ingest, items, item } = open();
  await ingest([listed(['isbn.1'])]);
  assert.deepEqual(await items(), ['isbn.1']);
  await ingest([listed(['pmid.2', 'isbn.1'])]);
  assert.deepEqual(await items(), ['isbn.1+pmid.2']);
  await ingest([listed(['pmid.2'], { entry: '7', orcid: ADA })], ADA);
  assert.deepEqual(await items(), ['isbn.1+pmid.2']);
  await ingest([listed(['pmid.2'], { doi: DOI })]);
  assert.deepEqual(await items(), [DOI]);
  assert.equal((await item('isbn.1')).supersededBy, DOI);
  assert.deepEqual(linkedOrcids(await item()), [CARBERRY, ADA]);
  await ingest([listed(['isbn.1'], { entry: '8', orcid: ADA })], ADA);
  assert.deepEqual(await items(), [DOI]);
});

naming('is found by its list entry when that gets a DOI and no other identifier', async () => {
  const { ingest, items } = open();
  await ingest([listed([])]);
  await ingest([listed([], { doi: DOI, title: 'On whole pots' })]);
  assert.deepEqual(await items(), [DOI]);
});

naming('has a limited number of identifiers, however many list entries share one', () => {
  const entries = Array.from({ length: PROVIDER.listWorks }, (_, n) => listed(['pmid.2'], { entry: `${n}` }));
  const { works } = planOf(entries, []);
  assert.deepEqual([...works.keys()], ['pmid.2']);
  const { aliases = [] } = works.get('pmid.2') ?? {};
  assert.ok(aliases.length > ID.identifiers && aliases.length <= 3 * ID.identifiers + 1, `${aliases.length}`);
  assert.equal(aliases[0]?.id, 'pmid.2');
});

naming('keeps the edits of staff as a publication, except for fields that staff edited there too', async () => {
  const { deps, caller, ingest, item } = open();
  await ingest([listed(['pmid.2'])]);
  const edit = {
    type: 'EditPublication',
    changes: changesTo({ title: 'Ours', volume: '3', URL: 'https://example.org/ours' }),
  } as const;
  await handle(deps, publicationAggregate, 'pmid.2', edit, caller());
  await ingest([listed([], { doi: DOI, entry: '9' })]);
  const own = { type: 'EditPublication', changes: [{ path: '/volume', after: '4' }] } as const;
  await handle(deps, publicationAggregate, DOI, own, caller());
  await ingest([listed(['pmid.2'], { doi: DOI })]);
  assert.deepEqual((await item()).overlay, {
    title: { value: 'Ours' },
    volume: { value: '4' },
    URL: { value: 'https://example.org/ours' },
  });
  assert.ok((await item()).visible);
  await assert.rejects(handle(deps, publicationAggregate, 'pmid.2', edit, caller()), {
    code: 'publication_superseded',
  });
  assert.equal((await item('pmid.2')).supersededBy, DOI);
});

naming('remains hidden as a publication, and deleted if that is deleted', async () => {
  const { deps, caller, ingest, item } = open();
  await ingest([listed(['pmid.2'])]);
  await handle(deps, publicationAggregate, 'pmid.2', { type: 'HidePublication' }, caller());
  await ingest([listed(['pmid.2'], { doi: DOI })]);
  assert.equal((await item()).visible, false);
  await handle(deps, publicationAggregate, DOI, { type: 'DeletePublication' }, caller());
  await ingest([listed(['pmid.2'], { entry: '3' })]);
  assert.equal((await item()).status, 'deleted');
});

naming('is not another work: a volume with the same ISBN has another title, and a paper another DOI', async () => {
  const { ingest, items } = open();
  await ingest([listed(['isbn.1']), listed(['isbn.1'], { title: 'On glass', entry: '2' })]);
  await ingest([listed(['isbn.0306406152'], { title: 'On clay', entry: '3' })]);
  await ingest([listed(['isbn.9780306406157'], { title: 'On clay', entry: '4', orcid: ADA })], ADA);
  await ingest([
    listed(['pmid.2'], { doi: DOI, entry: '5' }),
    listed(['pmid.2'], { doi: '10.5555/pots.2', entry: '6' }),
  ]);
  assert.deepEqual(await items(), [DOI, '10.5555/pots.2', 'isbn.0306406152+isbn.9780306406157', 'isbn.1', 'isbn.1']);
});

/** As written by a release without identifiers. */
const earlier = async (events: EventStore): Promise<void> => {
  for (const [index, key] of ['isbn.1', 'pmid.2'].entries()) {
    const { summary: original, from: source } = listed([]);
    const href = `https://orcid.org/${CARBERRY}`;
    const added = { type: 'WorkAdded', data: { key, original, href, source, fetchedAt: index + 1 } };
    await events.append(`work-org~${key}`, [{ ...newEvent(index), ...added }], 'none');
  }
};

naming('is joined where an older release made two items of it', async () => {
  const events = memoryEventStore();
  await earlier(events);
  const { ingest, items, item } = open(events);
  await ingest([listed(['pmid.2', 'isbn.1'])]);
  assert.deepEqual(await items(), ['isbn.1+pmid.2']);
  assert.equal((await item('pmid.2')).supersededBy, 'isbn.1');
  await ingest([listed(['pmid.2'], { doi: DOI })]);
  assert.deepEqual(await items(), [DOI]);
});

naming('is the one that staff created under an identifier, in the form that the interface shows', async () => {
  for (const key of ['pmid.33301246', 'isbn.9780306406157']) {
    const { deps, caller, ingest, items, item } = open();
    const { summary: original } = listed([]);
    await handle(deps, publicationAggregate, key, { type: 'CreatePublication', doi: key, original }, caller());
    await ingest([listed([key])]);
    assert.deepEqual(await items(), [key]);
    assert.deepEqual(linkedOrcids(await item(key)), [CARBERRY]);
  }
});

naming('is separate again when that is undone, and stays so', async () => {
  const { ingest, items, undo } = open();
  await ingest([listed(['pmid.2'])]);
  await ingest([listed(['pmid.2'], { doi: DOI })]);
  await undo('PublicationSuperseded');
  assert.deepEqual(await items(), [DOI, 'pmid.2']);
  await ingest([listed(['pmid.2'], { doi: DOI })]);
  await ingest([listed(['pmid.2'], { entry: '3', orcid: ADA })], ADA);
  assert.deepEqual(await items(), [DOI, 'pmid.2']);
  await undo('PublicationSeparated');
  assert.deepEqual(await items(), [DOI]);
});

naming('passes its edits by staff to the publication when they join the two again', async () => {
  const { deps, caller, ingest, items, undo, item } = open();
  const edit = (title: string) =>
    handle(
      deps,
      publicationAggregate,
      'pmid.2',
      { type: 'EditPublication', changes: changesTo({ title, volume: '3', issue: '7' }) },
      caller(),
    );
  await ingest([listed(['pmid.2'])]);
  await edit('Mine');
  await ingest([listed(['pmid.2'], { doi: DOI })]);
  const own = { type: 'EditPublication', changes: [{ path: '/volume', after: '4' }], revert: ['issue'] } as const;
  await handle(deps, publicationAggregate, DOI, own, caller());
  await undo('PublicationSuperseded');
  await edit('Ours');
  await ingest([listed(['pmid.2'], { entry: '3', orcid: ADA })], ADA);
  await undo('PublicationSeparated');
  assert.deepEqual(await items(), [DOI]);
  assert.deepEqual((await item()).overlay, { title: { value: 'Ours' }, volume: { value: '4' } });
  assert.deepEqual(linkedOrcids(await item()), [CARBERRY, ADA]);
});

naming('is no publication that staff withdrew its identifier from, whatever else identifies it', async () => {
  const { ingest, items, undo, itemOf } = open();
  await ingest([listed(['pmid.2', 'pmc.3'], { doi: DOI })]);
  await ingest([listed(['pmid.2'], { entry: '2', orcid: ADA })], ADA);
  await undo('IdentifierAssigned', 'pmid.2');
  await ingest([listed(['pmid.2'], { entry: '2', orcid: ADA })], ADA);
  assert.deepEqual(await items(), [DOI, 'pmid.2']);
  assert.equal(await itemOf(listed(['pmid.2', 'pmc.3'], { entry: '4' })), 'pmid.2');
  assert.equal(await itemOf(listed(['pmc.3'], { entry: '5' })), DOI);
  await ingest([listed(['pmid.2', 'eid.5'], { entry: '6' })]);
  await ingest([listed(['eid.5'], { doi: DOI, entry: '7' })]);
  assert.deepEqual(await items(), [DOI, 'eid.5+pmid.2']);
});

naming('may be another publication in a list after staff withdrew its identifier', async () => {
  const { ingest, items, undo, itemOf } = open();
  await ingest([listed(['pmid.2'], { doi: DOI })]);
  await undo('IdentifierAssigned', 'pmid.2');
  await ingest([listed(['pmid.2'], { entry: '2', orcid: ADA })], ADA);
  await ingest([listed(['pmid.2'], { doi: '10.5555/pots.2', entry: '3' })]);
  assert.deepEqual(await items(), [DOI, '10.5555/pots.2']);
  assert.equal(await itemOf(listed(['pmid.2'], { entry: '4' })), '10.5555/pots.2');
});
