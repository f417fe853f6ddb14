/** Events of works without a DOI, as 1.0.0 recorded them, lead to the same works. */
import assert from 'node:assert/strict';
import { fold } from '../../../domain/decider.ts';
import type { PublicationEvent } from '../../../domain/publication/events.ts';
import { publication } from '../../../domain/publication/publication.ts';
import type { Present, Publication } from '../../../domain/publication/state.ts';
import { merge } from '../../../domain/record/overlay.ts';
import { upcastAs } from '../../../domain/upcast.ts';
import { newEvent } from '../../support/new-event.ts';
import { suite } from '../../support/suite.ts';

type Old = readonly [type: string, data?: object];

const [CARBERRY, ADA] = ['0000-0002-1825-0097', '0000-0001-5109-3700'];
const KEY = 'pmid.1';
const HREF = 'https://example.org/pots';
/** Stood for the address of a work without one. */
const OWN_LIST = `https://orcid.org/${CARBERRY}`;
const source = { provider: 'orcid', url: 'https://orcid.example/1/works' } as const;
const original = { type: 'book', title: 'Pots' } as const;
const said = { href: HREF, source, fetchedAt: 1_000 } as const;

const added: Old = ['WorkAdded', { key: KEY, original, ...said }];
const created: Old = ['WorkCreated', { key: KEY, original, href: HREF }];
const refreshed = (changes: readonly object[], href: string = HREF, fetchedAt = 2_000): Old => [
  'WorkRefreshed',
  { changes, href, source, fetchedAt },
];
const linked = (...links: readonly (readonly [string, ...string[]])[]): Old => [
  'WorkAuthorLinked',
  { links: links.map(([basis, ...orcids]) => ({ basis, orcids })) },
];
const unlinked = (basis: string, ...orcids: readonly string[]): Old => [
  'WorkAuthorUnlinked',
  { links: [{ basis, orcids }] },
];

const after = (...events: readonly Old[]): Publication =>
  fold<Publication, PublicationEvent>(
    publication,
    events.map(([type, data = {}], revision) =>
      upcastAs<PublicationEvent>({
        ...newEvent(revision),
        ...{ type, data, schemaVersion: 1, stream: `work-test~${KEY}`, revision, position: revision },
      }),
    ),
  );
const work = (...events: readonly Old[]): Present => {
  const state = after(...events);
  assert.ok(state.status !== 'absent');
  return state;
};
const shown = (...events: readonly Old[]) => {
  const { title, URL } = merge(work(...events));
  return [title, URL];
};

const works = suite('a work of 1.0.0');

works('is there from its list or by staff, with its key, record, address and age', () => {
  const { doi, original: its, source: from, fetchedAt, since, status, visible } = work(added);
  assert.deepEqual([doi, its, from, fetchedAt, since], [KEY, { ...original, URL: HREF }, source, 1_000, 1_000]);
  assert.deepEqual([status, visible], ['active', true]);
  const byStaff = work(created);
  assert.deepEqual([byStaff.doi, byStaff.original, byStaff.source], [KEY, { ...original, URL: HREF }, null]);
  assert.deepEqual([byStaff.fetchedAt, byStaff.since, byStaff.editCount], [0, 0, 0]);
});

works('has no address if a list gave it none, whatever stood for it', () => {
  for (const href of [OWN_LIST, ''])
    assert.deepEqual(work(['WorkAdded', { key: KEY, original, ...said, href }]).original, original);
  const withUrl = { ...original, URL: 'http://example.org' };
  assert.deepEqual(work(['WorkAdded', { key: KEY, original: withUrl, ...said, href: OWN_LIST }]).original, withUrl);
});

works('has what its list said last, also of its address', () => {
  const title = { path: '/title', before: 'Pots', after: 'Jars' };
  const state = work(
    added,
    refreshed([title, { path: '/URL', after: 'http://example.org' }], 'https://example.org/jars'),
  );
  assert.deepEqual(state.original, { ...original, title: 'Jars', URL: 'https://example.org/jars' });
  assert.equal(state.fetchedAt, 2_000);
  assert.deepEqual(shown(added, refreshed([title], OWN_LIST)), ['Jars', HREF]);
});

works('keeps what staff edited, and shows what the list said where they took it back', () => {
  const edit = (changes: readonly object[], reverted: readonly string[], more: object = {}): Old => [
    'WorkEdited',
    { changes, reverted, ...more },
  ];
  const mine = { path: '/title', before: 'Pots', after: 'Mine' };
  const moved = { href: 'https://example.org/mine', hrefBefore: HREF };
  const state = work(added, edit([mine], [], moved), refreshed([], 'https://example.org/new'));
  assert.deepEqual(state.overlay, { title: { value: 'Mine' }, URL: { value: moved.href } });
  assert.deepEqual(merge(state), { ...original, title: 'Mine', URL: moved.href });
  assert.equal(state.editCount, 1);
  assert.deepEqual(shown(added, edit([mine], []), edit([{ ...mine, before: 'Mine', after: 'Pots' }], ['title'])), [
    'Pots',
    HREF,
  ]);
  assert.deepEqual(shown(created, edit([], [], moved)), ['Pots', moved.href]);
});

works('is published, unpublished or archived as before, and unpublished when it comes back', () => {
  const status = (...events: readonly string[]) => {
    const { status: now, visible } = work(added, ...events.map((type): Old => [type]));
    return now === 'deleted' ? 'archived' : visible ? 'published' : 'unpublished';
  };
  assert.equal(status('WorkUnpublished'), 'unpublished');
  assert.equal(status('WorkUnpublished', 'WorkPublished'), 'published');
  assert.equal(status('WorkArchived'), 'archived');
  assert.equal(status('WorkArchived', 'WorkUnarchived'), 'unpublished');
  assert.equal(status('WorkArchived', 'WorkUnarchived', 'WorkPublished'), 'published');
});

works('is linked as long as anything says so, by the strongest that does', () => {
  const links = (...events: readonly Old[]) => work(added, ...events).links;
  assert.deepEqual(links(linked(['orcid_list', CARBERRY], ['metadata', CARBERRY, ADA])), {
    [CARBERRY]: 'orcid_list',
    [ADA]: 'metadata',
  });
  const [strong, weak] = [linked(['orcid_list', CARBERRY]), linked(['openalex_list', CARBERRY])];
  for (const both of [
    [strong, weak],
    [weak, strong],
    [linked(['openalex_list', CARBERRY], ['orcid_list', CARBERRY])],
  ]) {
    assert.deepEqual(links(...both), { [CARBERRY]: 'orcid_list' });
    assert.deepEqual(links(...both, unlinked('orcid_list', CARBERRY)), { [CARBERRY]: 'openalex_list' });
    assert.deepEqual(links(...both, unlinked('openalex_list', CARBERRY)), { [CARBERRY]: 'orcid_list' });
    const gone = [unlinked('openalex_list', CARBERRY), unlinked('orcid_list', CARBERRY)];
    assert.deepEqual(links(...both, ...gone), {});
    assert.deepEqual(links(...both, ...gone, weak), { [CARBERRY]: 'openalex_list' });
  }
});

works('has its identifiers, from lists and from works that it superseded', () => {
  const { identifiers } = work(
    added,
    ['WorkIdentified', { identifiers: [KEY], list: source.url, at: 1_000 }],
    ['WorkIdentified', { identifiers: ['isbn.1', 'eid.5'], work: 'isbn.1' }],
  );
  assert.deepEqual(identifiers, [KEY, 'isbn.1', 'eid.5']);
});

works('is, may be, or is not another item as before, whether that has a DOI or not', () => {
  for (const [item, id] of [
    [{ doi: '10.5555/pots.1' }, '10.5555/pots.1'],
    [{ work: 'isbn.1' }, 'isbn.1'],
  ] as const) {
    const identity = (...events: readonly Old[]) => {
      const { supersededBy, apartFrom = [], joins = [] } = after(...events);
      return [supersededBy, apartFrom, joins];
    };
    const [superseded, separated]: readonly Old[] = [
      ['WorkSuperseded', { key: KEY, by: item }],
      ['WorkSeparated', { from: item }],
    ];
    assert.ok(superseded && separated);
    const suggested: Old = ['WorkJoinSuggested', { key: KEY, by: item }];
    const declined: Old = ['WorkJoinDeclined', { from: item }];
    assert.deepEqual(identity(added, superseded), [id, [], []]);
    assert.deepEqual(identity(superseded), [id, [], []], 'a key that has no work');
    assert.deepEqual(identity(added, superseded, separated), [undefined, [id], []]);
    assert.deepEqual(identity(added, superseded, separated, superseded), [id, [], []]);
    assert.deepEqual(identity(added, ['WorkKeptApart', { from: item }]), [undefined, [id], []]);
    assert.deepEqual(identity(added, suggested), [undefined, [], [id]]);
    assert.deepEqual(identity(added, suggested, declined), [undefined, [id], []]);
    assert.deepEqual(identity(added, suggested, declined, suggested), [undefined, [], [id]]);
    assert.deepEqual(identity(added, suggested, superseded), [id, [], []]);
    assert.deepEqual(identity(added, suggested, separated, ['WorkReset']), [undefined, [], []]);
  }
});

works('is gone after a reset, until a list has it again', () => {
  const edit: Old = ['WorkEdited', { changes: [{ path: '/title', after: 'Mine' }], reverted: [] }];
  const gone = [
    added,
    linked(['orcid_list', CARBERRY]),
    edit,
    ['WorkArchived'],
    ['WorkReset'],
  ] satisfies readonly Old[];
  assert.equal(after(...gone).status, 'absent');
  const { status, links, overlay } = work(...gone, added);
  assert.deepEqual([status, links, overlay], ['active', {}, {}]);
});
