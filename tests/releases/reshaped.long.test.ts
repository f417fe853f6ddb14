/** A later release that has split, renamed and dropped events reads the log of this one: rules, rows, timeline and matching. */
import { deepStrictEqual as equal, ok, strictEqual as is } from 'node:assert/strict';
import { newCaller } from '../../commands/caller.ts';
import type { loadState } from '../../commands/aggregate.ts';
import { handle, type Deps } from '../../commands/handle.ts';
import type { projectAggregate } from '../../commands/project.ts';
import { publicationAggregate } from '../../commands/publication.ts';
import { randomIds, systemClock } from '../../infra/system.ts';
import type { catalogue } from '../../projections/catalogue/index.ts';
import { publications, type PublicationRow } from '../../projections/catalogue/publications.ts';
import type { describe } from '../../projections/timeline/describe/index.ts';
import type { timelineProjection } from '../../projections/timeline/index.ts';
import { timeline } from '../../projections/timeline/index.ts';
import type { touchedBy } from '../../workers/matching/touched.ts';
import type { runProjector } from '../../workers/projector/index.ts';
import { memoryEventStore } from '../support/memory-event-store.ts';
import { memoryReadModels } from '../support/memory-read-models.ts';
import { nextRelease, reshaping } from '../support/next-release.ts';
import { silent } from '../support/silent.ts';
import { suite } from '../support/suite.ts';
import { added } from '../workers/projector/shelf.ts';

const DOI = '10.5555/split';

/** Hiding is also deleting; showing is linking; an authors' match means nothing; a project is unpublished, not archived. */
const UP = `
  'PublicationHidden@1': (data) => [as('PublicationHidden@2', { ...data, why: 'old' }), as('PublicationDeleted@1', {})],
  'PublicationShown@1': () => [as('AuthorLinked@1', { orcid: '0000-0002-1825-0097', basis: 'staff' }), as('AuthorUnlinked@1', { orcid: '0000-0002-1825-0097', basis: 'staff' })],
  'PublicationRestored@1': () => [],
  'ProjectArchived@1': () => [as('ProjectUnpublished@1', {})],
`;

const reading = suite('a release that reshaped events');
const next = await nextRelease(reshaping({ up: UP }));
reading.after(() => next.remove());

const load = async () => ({
  ...(await next.load<{ handle: typeof handle }>('commands/handle.ts')),
  ...(await next.load<{ loadState: typeof loadState }>('commands/aggregate.ts')),
  ...(await next.load<{ projectAggregate: typeof projectAggregate }>('commands/project.ts')),
  ...(await next.load<{ publicationAggregate: typeof publicationAggregate }>('commands/publication.ts')),
  ...(await next.load<{ describe: typeof describe }>('projections/timeline/describe/index.ts')),
  ...(await next.load<{ catalogue: typeof catalogue }>('projections/catalogue/index.ts')),
  ...(await next.load<{ timelineProjection: typeof timelineProjection }>('projections/timeline/index.ts')),
  ...(await next.load<{ touchedBy: typeof touchedBy }>('workers/matching/touched.ts')),
  ...(await next.load<{ runProjector: typeof runProjector }>('workers/projector/index.ts')),
});

const opened = () => {
  const events = memoryEventStore();
  const deps: Deps = { events, clock: systemClock, ids: randomIds };
  return { ...deps, caller: () => newCaller(randomIds, 'org', { type: 'user', id: 'u' }) };
};

const { type: _added, data: facts } = added(DOI);
const addPaper = ({ caller, ...deps }: ReturnType<typeof opened>) =>
  handle(
    deps,
    publicationAggregate,
    DOI,
    { type: 'RecordFromProvider', doi: DOI, ...facts, links: [] } as never,
    caller(),
  );

reading('applies all parts of one event to a state, and expects the revision of the recorded one', async () => {
  const here = opened();
  const later = await load();
  const { caller, ...deps } = here;
  await addPaper(here);
  const hidden = await handle(deps, publicationAggregate, DOI, { type: 'HidePublication' }, caller());
  const { state, revision } = await later.loadState(here.events, later.publicationAggregate, 'org', DOI);
  equal(state.status === 'absent' ? null : [state.status, state.visible], ['deleted', false]);
  is(revision, hidden.revision);
  const restored = await later.handle(deps, later.publicationAggregate, DOI, { type: 'RestorePublication' }, caller(), {
    ifRevision: revision ?? -1,
  });
  is(restored.revision, (hidden.revision ?? 0) + 1);
});

reading('returns its decision for a repeated command, in the current schema versions', async () => {
  const here = opened();
  const later = await load();
  const { caller, ...deps } = here;
  await addPaper(here);
  const command = caller();
  const once = await handle(deps, publicationAggregate, DOI, { type: 'HidePublication' }, command);
  const again = await later.handle(deps, later.publicationAggregate, DOI, { type: 'HidePublication' }, command);
  equal(again.events, [
    { type: 'PublicationHidden', data: { why: 'old' } },
    { type: 'PublicationDeleted', data: {} },
  ]);
  equal([again.revision, again.position], [once.revision, once.position]);
});

reading('applies all parts of one event to one row, in order, once; a dropped event changes none', async () => {
  const here = opened();
  const later = await load();
  const { caller, ...deps } = here;
  const send = (type: 'HidePublication' | 'ShowPublication' | 'DeletePublication' | 'RestorePublication') =>
    handle(deps, publicationAggregate, DOI, { type }, caller());
  await addPaper(here);
  await send('HidePublication');
  const shown = await send('ShowPublication');
  const readModels = memoryReadModels();
  const row = async (): Promise<PublicationRow | null> => readModels.get(publications, `org~${DOI}`);
  const project = async (): Promise<void> => {
    const stopping = new AbortController();
    const head = await here.events.head();
    const reached = new Set<string>();
    const projections = [later.catalogue, later.timelineProjection];
    await later.runProjector(
      { ...here, readModels, projections, log: silent },
      {
        signal: stopping.signal,
        onProgress: ({ projection, position, phase }) => {
          if (phase === 'live' && position >= head) reached.add(projection);
          if (reached.size === projections.length) stopping.abort();
        },
      },
    );
  };
  await project();
  const filled = await row();
  equal([filled?.visible, filled?.deleted, filled?.personKeys], [false, true, []]);
  equal(filled?.formerlyLinked, ['0000-0002-1825-0097']);
  // Live too, where each row is compared by its position.
  await send('DeletePublication');
  const restored = await send('RestorePublication');
  await send('HidePublication');
  await project();
  equal([(await row())?.visible, (await row())?.deleted], [false, true]);
  const rows = await readModels.find(timeline, { where: { all: [] }, limit: 10 });
  const placed = new Map<number | null, string>(rows.map(({ place, type }) => [place, type]));
  is(placed.get(shown.position), 'AuthorLinked');
  is(placed.get(restored.position), undefined);
});

reading('shows the parts of an event in one line of the timeline, and of a dropped one that it existed', async () => {
  const here = opened();
  const later = await load();
  const { caller, ...deps } = here;
  await addPaper(here);
  await handle(deps, publicationAggregate, DOI, { type: 'HidePublication' }, caller());
  await handle(deps, publicationAggregate, DOI, { type: 'DeletePublication' }, caller());
  await handle(deps, publicationAggregate, DOI, { type: 'RestorePublication' }, caller());
  const words: string[] = [];
  for await (const event of here.events.readStream(publicationAggregate.stream('org', DOI)))
    words.push(later.describe(event).summary);
  const [hidden, deleted, restored] = words.slice(-3);
  ok(hidden?.endsWith(`; ${deleted}`), hidden);
  is(restored, 'PublicationRestored, which an earlier release recorded');
});

reading('matches by the parts that matter', async () => {
  const here = opened();
  const later = await load();
  const { caller, ...deps } = here;
  await addPaper(here);
  await handle(deps, publicationAggregate, DOI, { type: 'HidePublication' }, caller());
  await handle(deps, publicationAggregate, DOI, { type: 'ShowPublication' }, caller());
  const touched: number[] = [];
  for await (const event of here.events.readStream(publicationAggregate.stream('org', DOI), { from: 1 }))
    touched.push(later.touchedBy(event).length);
  equal(touched, [0, 2]);
});
