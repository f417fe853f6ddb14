import { RECORD } from '../../../domain/limits.ts';
import { changesTo, type Fields } from '../../../domain/record/overlay.ts';
import type { Transition } from '../../../domain/publish-status.ts';
import type { WorkEvent } from '../../../domain/work/events.ts';
import type { WorkCommand } from '../../../domain/work/commands.ts';
import { work } from '../../../domain/work/work.ts';
import { given } from '../../support/given.ts';
import { suite } from '../../support/suite.ts';

const CARBERRY = '0000-0002-1825-0097';
const fromList = {
  key: 'pmid.1',
  original: { type: 'book', title: 'Pots of the world' },
  href: 'https://example.org/pots',
  source: { provider: 'orcid', url: 'https://orcid.example/1/works' },
  fetchedAt: 1_000,
} as const;
const added: WorkEvent = { type: 'WorkAdded', data: fromList };
const linked = (orcid: string): WorkEvent => ({
  type: 'WorkAuthorLinked',
  data: { links: [{ basis: 'orcid_list', orcids: [orcid] }] },
});
const record: WorkCommand & { readonly type: 'RecordWork' } = { type: 'RecordWork', ...fromList, links: [] };
const another = { type: 'book', title: 'All pots of the world' } as const;

const refreshed = {
  type: 'WorkRefreshed',
  data: {
    changes: [{ path: '/title', before: fromList.original.title, after: another.title }],
    href: fromList.href,
    source: fromList.source,
    fetchedAt: 2_000,
  },
} as const;

const recording = suite('recording a work');
recording('adds it with its authors', () =>
  given(work)
    .when({ ...record, links: [{ orcid: CARBERRY, basis: 'orcid_list' }] })
    .then(added, linked(CARBERRY)),
);
recording('decides nothing when nothing has changed', () =>
  given(work, added, linked(CARBERRY))
    .when({ ...record, fetchedAt: 2_000, links: [{ orcid: CARBERRY, basis: 'orcid_list' }] })
    .thenNothing(),
);
recording('records what changed', () =>
  given(work, added)
    .when({ ...record, fetchedAt: 2_000, original: another })
    .then(refreshed),
);
recording('ignores an older response', () =>
  given(work, added)
    .when({ ...record, fetchedAt: 999, original: another })
    .thenNothing(),
);
recording('takes only the authors from another person’s list, so that lists do not alternate', () =>
  given(work, added)
    .when({
      ...record,
      fetchedAt: 2_000,
      original: another,
      source: { provider: 'orcid', url: 'https://orcid.example/2/works' },
      links: [{ orcid: CARBERRY, basis: 'orcid_list' }],
    })
    .then(linked(CARBERRY)),
);
recording('keeps an archived work archived', () =>
  given(work, added, { type: 'WorkArchived', data: {} })
    .when({ ...record, fetchedAt: 2_000 })
    .thenNothing(),
);
recording('adds it again after a reset', () =>
  given(work, added, { type: 'WorkReset', data: {} }).when(record).then(added),
);
recording('refuses a record too large for an event', () =>
  given(work)
    .when({ ...record, original: { type: 'book', abstract: 'x'.repeat(1_000_000) } })
    .thenRefused('invalid', 'record_too_large'),
);

const moving = suite('moving a work');
const moved = (type: 'WorkPublished' | 'WorkUnpublished' | 'WorkArchived' | 'WorkUnarchived'): WorkEvent => ({
  type,
  data: {},
});
const move = (to: Transition): WorkCommand => ({ type: 'MoveWork', move: to });
moving('from published to unpublished and back takes effect once each', () => {
  given(work, added).when(move('publish')).thenNothing();
  given(work, added).when(move('unpublish')).then(moved('WorkUnpublished'));
  given(work, added, moved('WorkUnpublished')).when(move('unpublish')).thenNothing();
  given(work, added, moved('WorkUnpublished')).when(move('publish')).then(moved('WorkPublished'));
});
moving('to the archive blocks all other moves until it is restored', () => {
  given(work, added).when(move('archive')).then(moved('WorkArchived'));
  const archived = [added, moved('WorkArchived')];
  given(work, ...archived)
    .when(move('archive'))
    .thenNothing();
  for (const to of ['publish', 'unpublish'] as const)
    given(work, ...archived)
      .when(move(to))
      .thenRefused('conflict', 'work_archived');
  given(work, ...archived)
    .when(move('unarchive'))
    .then(moved('WorkUnarchived'));
  given(work, ...archived, moved('WorkUnarchived'))
    .when(move('unarchive'))
    .thenNothing();
  given(work, ...archived, moved('WorkUnarchived'))
    .when(move('publish'))
    .then(moved('WorkPublished'));
});
moving('is refused if it does not exist', () =>
  given(work).when(move('publish')).thenRefused('not_found', 'work_not_found'),
);

const editing = suite('editing a work');
const edit = (fields: Fields, href?: string): WorkCommand => ({
  type: 'EditWork',
  changes: changesTo(fields),
  ...(href === undefined ? {} : { href }),
});
const retitled: WorkEvent = {
  type: 'WorkEdited',
  data: {
    changes: [{ path: '/title', before: fromList.original.title, after: 'Jars' }],
    reverted: [],
  },
};
editing("overlays the provider's value of a field", () =>
  given(work, added)
    .when(edit({ title: 'Jars' }))
    .then(retitled),
);
editing("to the provider's value decides nothing", () =>
  given(work, added, retitled)
    .when(edit({ title: 'Jars' }, fromList.href))
    .thenNothing(),
);
editing("back to the provider's value reverts the edit", () =>
  given(work, added, retitled)
    .when(edit({ title: fromList.original.title }))
    .then({
      type: 'WorkEdited',
      data: {
        changes: [{ path: '/title', before: 'Jars', after: fromList.original.title }],
        reverted: ['title'],
      },
    }),
);
editing("survives a refresh, which still records the provider's changes", () =>
  given(work, added, retitled)
    .when({ ...record, fetchedAt: 2_000, original: another })
    .then(refreshed),
);
editing('removes a field', () =>
  given(work, added)
    .when(edit({ title: undefined }))
    .then({
      type: 'WorkEdited',
      data: {
        changes: [{ path: '/title', before: fromList.original.title }],
        reverted: [],
      },
    }),
);
editing('keeps a URL set by staff through the next refresh', () => {
  const moved: WorkEvent = {
    type: 'WorkEdited',
    data: { changes: [], reverted: [], href: 'https://example.org/jars', hrefBefore: fromList.href },
  };
  given(work, added).when(edit({}, 'https://example.org/jars')).then(moved);
  given(work, added, moved)
    .when({ ...record, fetchedAt: 2_000, href: 'https://example.org/elsewhere' })
    .thenNothing();
});
editing('is refused for an archived work', () =>
  given(work, added, moved('WorkArchived'))
    .when(edit({ title: 'Jars' }))
    .thenRefused('conflict', 'work_archived'),
);

const making = suite('creating a work by hand');
const create = { type: 'CreateWork', key: fromList.key, original: fromList.original, href: fromList.href } as const;
const created: WorkEvent = {
  type: 'WorkCreated',
  data: { key: fromList.key, original: fromList.original, href: fromList.href },
};
making('refuses a record above the limit, and an edit that grows beyond it', () => {
  const huge = { ...fromList.original, abstract: 'x'.repeat(RECORD.bytes) };
  given(work)
    .when({ ...create, original: huge })
    .thenRefused('invalid', 'record_too_large');
  given(work, created)
    .when(edit({ abstract: huge.abstract }))
    .thenRefused('invalid', 'record_too_large');
});
making('records it once', () => {
  given(work).when(create).then(created);
  given(work, created).when(create).thenNothing();
});
making('is refused if a work with that key exists, harvested or not', () => {
  given(work, created)
    .when({ ...create, original: another })
    .thenRefused('conflict', 'work_exists');
  given(work, added)
    .when({ ...create, href: 'https://example.org/other' })
    .thenRefused('conflict', 'work_exists');
});
making('keeps it with staff: a list that contains it adds only its people', () =>
  given(work, created)
    .when({ ...record, original: another, links: [{ orcid: CARBERRY, basis: 'orcid_list' }] })
    .then(linked(CARBERRY)),
);

const joining = suite('a work superseded by another item');
const DOI = { doi: '10.5555/pots.1' } as const;
const supersede = { type: 'SupersedeWork', key: fromList.key, by: DOI } as const;
const superseded: WorkEvent = { type: 'WorkSuperseded', data: { key: fromList.key, by: DOI } };
const separated: WorkEvent = { type: 'WorkSeparated', data: { from: DOI } };

joining('is superseded once', () => {
  given(work, added).when(supersede).then(superseded);
  given(work, added, superseded).when(supersede).thenNothing();
});
joining('is neither recorded nor changed itself', () => {
  given(work, added, superseded).when(record).thenNothing();
  given(work, added, superseded).when({ type: 'MoveWork', move: 'archive' }).thenRefused('conflict', 'work_superseded');
});
joining('is joined again only by staff after they separated it', () => {
  given(work, added, superseded).when({ type: 'SeparateWork' }).then(separated);
  given(work, added, superseded, separated).when(supersede).thenNothing();
  given(work, added, superseded, separated)
    .when({ ...supersede, byStaff: true })
    .then(superseded);
});
joining('is kept apart from an item that lost one of its identifiers, even before it is recorded', () => {
  const keepApart = { type: 'KeepWorkApart', from: DOI } as const;
  const keptApart: WorkEvent = { type: 'WorkKeptApart', data: { from: DOI } };
  given(work, added).when(keepApart).then(keptApart);
  given(work, added, keptApart).when(keepApart).thenNothing();
  given(work, added, keptApart).when(supersede).thenNothing();
  given(work, keptApart, added).when(supersede).thenNothing();
  given(work, added, superseded).when(keepApart).thenNothing();
  given(work, superseded).when(keepApart).then(separated);
});
joining('is suggested at most once, and no longer once it is decided', () => {
  const suggest = { type: 'SuggestJoin', key: fromList.key, by: DOI } as const;
  const accept = { ...supersede, ofSuggestion: DOI } as const;
  const decline = { type: 'DeclineJoin', from: DOI } as const;
  const suggested: WorkEvent = { type: 'WorkJoinSuggested', data: { key: fromList.key, by: DOI } };
  const declined: WorkEvent = { type: 'WorkJoinDeclined', data: { from: DOI } };
  given(work, added).when(suggest).then(suggested);
  given(work, added, suggested).when(suggest).thenNothing();
  given(work, added, suggested).when(accept).then(superseded);
  given(work, added, suggested).when(decline).then(declined);
  for (const wanted of [accept, decline])
    given(work, added).when(wanted).thenRefused('not_found', 'suggestion_not_found');
  for (const again of [suggest, decline, supersede]) given(work, added, suggested, declined).when(again).thenNothing();
  given(work, added, suggested, declined).when(accept).thenRefused('not_found', 'suggestion_not_found');
  given(work, added, suggested, superseded).when(suggest).thenNothing();
  given(work, added, suggested, superseded, separated).when(suggest).thenNothing();
});
joining('is suggested to be a limited number of items', () => {
  const suggested = Array.from({ length: RECORD.joins }, (_, n): WorkEvent => {
    return { type: 'WorkJoinSuggested', data: { key: fromList.key, by: { work: `pmid.${n}` } } };
  });
  given(work, added, ...suggested)
    .when({ type: 'SuggestJoin', key: fromList.key, by: DOI })
    .thenNothing();
});
joining('passes edits by staff to the remaining work, except in fields that were edited there', () => {
  const edited: WorkEvent = {
    type: 'WorkEdited',
    data: { changes: [{ path: '/volume', after: '1' }], reverted: [] },
  };
  given(work, added, edited, linked(CARBERRY))
    .when({
      type: 'TakeOverWork',
      key: 'pmid.2',
      overlay: { volume: { value: '2' }, issue: { value: '3' } },
      links: [{ orcid: CARBERRY, basis: 'orcid_list' }],
      identifiers: ['pmid.2'],
    })
    .then(
      { type: 'WorkEdited', data: { changes: [{ path: '/issue', after: '3' }], reverted: [] } },
      { type: 'WorkIdentified', data: { identifiers: ['pmid.2'], work: 'pmid.2' } },
    );
});
joining("passes on the URL that staff set, unless they set the other's", () => {
  const byHand = (href: string, hrefBefore: string = fromList.href): WorkEvent => ({
    type: 'WorkEdited',
    data: { changes: [], reverted: [], href, hrefBefore },
  });
  const [one, other] = ['https://example.org/one', 'https://example.org/other'];
  const takeOver = { type: 'TakeOverWork', key: 'pmid.2', overlay: {}, href: one, links: [], identifiers: [] } as const;
  given(work, added).when(takeOver).then(byHand(one));
  given(work, added, byHand(other)).when(takeOver).thenNothing();
  given(work, added, byHand(other))
    .when({ ...takeOver, earlier: { overlay: {}, href: other } })
    .then(byHand(one, other));
});
joining('passes them even to an archived work, which can be restored', () =>
  given(work, added, moved('WorkArchived'))
    .when({ type: 'TakeOverWork', key: 'pmid.2', overlay: { issue: { value: '3' } }, links: [], identifiers: [] })
    .then({ type: 'WorkEdited', data: { changes: [{ path: '/issue', after: '3' }], reverted: [] } }),
);
joining('keeps each evidence of a link, and loses the person with the last', () => {
  const other: WorkEvent = {
    type: 'WorkAuthorLinked',
    data: { links: [{ basis: 'openalex_list', orcids: [CARBERRY] }] },
  };
  given(work, added, linked(CARBERRY))
    .when({ ...record, fetchedAt: 2_000, links: [{ orcid: CARBERRY, basis: 'openalex_list' }] })
    .then(other);
  const withdraw = { type: 'WithdrawEvidence', orcid: CARBERRY, basis: 'orcid_list' } as const;
  given(work, added, linked(CARBERRY), other)
    .when(withdraw)
    .then({ type: 'WorkAuthorUnlinked', data: { links: [{ basis: 'orcid_list', orcids: [CARBERRY] }] } });
  given(work, added, other).when(withdraw).thenNothing();
});
