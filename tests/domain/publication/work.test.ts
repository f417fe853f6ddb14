/** Works without a DOI: recorded from lists, created by staff, and joined with what they turn out to be. */
import { RECORD } from '../../../domain/limits.ts';
import type { PublicationCommand } from '../../../domain/publication/commands.ts';
import type { PublicationEvent } from '../../../domain/publication/events.ts';
import { publication } from '../../../domain/publication/publication.ts';
import { NO_DASHBOARD_FIELDS } from '../../../domain/publication/state.ts';
import { changesTo, type Fields } from '../../../domain/record/overlay.ts';
import { given } from '../../support/given.ts';
import { suite } from '../../support/suite.ts';

const CARBERRY = '0000-0002-1825-0097';
const KEY = 'pmid.1';
const OTHER = 'pmid.2';
const DOI = '10.5555/pots.1';

const fromList = {
  doi: KEY,
  original: { type: 'book', title: 'Pots of the world', URL: 'https://example.org/pots' },
  source: { provider: 'orcid', url: 'https://orcid.example/1/works' },
  fetchedAt: 1_000,
} as const;
const record = { type: 'RecordFromProvider', ...fromList, links: [], isOfList: true } as const;
const byCarberry = [{ orcid: CARBERRY, basis: 'orcid_list' }] as const;
const another = { ...fromList.original, title: 'All pots of the world' };

const added: PublicationEvent = {
  type: 'PublicationAdded',
  data: { ...fromList, enrichment: null, citedByCount: null, notices: [] },
};
const linked: PublicationEvent = {
  type: 'AuthorLinked',
  data: { links: [{ basis: 'orcid_list', orcids: [CARBERRY] }] },
};
const refreshed: PublicationEvent = {
  type: 'PublicationRefreshed',
  data: {
    changes: [{ path: '/title', before: fromList.original.title, after: another.title }],
    source: fromList.source,
    fetchedAt: 2_000,
  },
};
const edited = (...changes: readonly { readonly path: string; readonly before?: string; readonly after?: string }[]) =>
  ({ type: 'PublicationEdited', data: { changes, reverted: [] } }) as const;
const edit = (fields: Fields): PublicationCommand => ({ type: 'EditPublication', changes: changesTo(fields) });

const recording = suite('recording a work that a list names');

recording('adds it with its authors and its other identifiers', () =>
  given(publication)
    .when({ ...record, links: byCarberry, identifiers: ['pmid.1', 'pmc.1'] })
    .then(added, linked, {
      type: 'PublicationIdentified',
      data: { identifiers: ['pmid.1', 'pmc.1'], list: fromList.source.url, at: 1_000 },
    }),
);
recording('decides nothing when nothing has changed', () =>
  given(publication, added, linked)
    .when({ ...record, fetchedAt: 2_000, links: byCarberry })
    .thenNothing(),
);
recording('records what changed', () =>
  given(publication, added)
    .when({ ...record, fetchedAt: 2_000, original: another })
    .then(refreshed),
);
recording('takes only the authors from another person’s list, so that lists do not alternate', () =>
  given(publication, added)
    .when({
      ...record,
      fetchedAt: 2_000,
      original: another,
      source: { provider: 'orcid', url: 'https://orcid.example/2/works' },
      links: byCarberry,
    })
    .then(linked),
);
recording('keeps a deleted work deleted', () =>
  given(publication, added, { type: 'PublicationDeleted', data: {} })
    .when({ ...record, fetchedAt: 2_000 })
    .thenNothing(),
);
recording('keeps an address that staff have set', () => {
  const moved = edited({ path: '/URL', before: fromList.original.URL, after: 'https://example.org/jars' });
  given(publication, added)
    .when(edit({ URL: 'https://example.org/jars' }))
    .then(moved);
});

const creating = suite('creating a work by hand');
const create = { type: 'CreatePublication', doi: KEY, original: fromList.original } as const;
const created: PublicationEvent = { type: 'PublicationCreated', data: { doi: KEY, original: fromList.original } };

creating('records it once', () => {
  given(publication).when(create).then(created);
  given(publication, created).when(create).thenNothing();
});
creating('refuses a record above the limit, and an edit that grows beyond it', () => {
  const huge = { ...fromList.original, abstract: 'x'.repeat(RECORD.bytes) };
  given(publication)
    .when({ ...create, original: huge })
    .thenRefused('invalid', 'record_too_large');
});
creating('refuses a blank title', () =>
  given(publication)
    .when({ ...create, original: { type: 'book', title: ' ' } })
    .thenRefused('invalid', 'invalid_text'),
);
creating('is refused if there is a work with that key, harvested or not', () => {
  for (const known of [created, added])
    given(publication, known)
      .when({ ...create, original: another })
      .thenRefused('conflict', 'work_exists');
});
creating('keeps it with staff: a list that contains it adds only its people', () =>
  given(publication, created)
    .when({ ...record, original: another, links: byCarberry })
    .then(linked),
);

const joining = suite('a work that is another item');
const supersede = { type: 'SupersedePublication', by: DOI } as const;
const superseded: PublicationEvent = { type: 'PublicationSuperseded', data: { by: DOI } };
const separated: PublicationEvent = { type: 'PublicationSeparated', data: { from: DOI } };

joining('is superseded once', () => {
  given(publication, added).when(supersede).then(superseded);
  given(publication, added, superseded).when(supersede).thenNothing();
});
joining('is neither recorded nor changed itself', () => {
  given(publication, added, superseded).when(record).thenNothing();
  given(publication, added, superseded)
    .when({ type: 'DeletePublication' })
    .thenRefused('conflict', 'publication_superseded');
});
joining('is joined again only by staff after they separated it', () => {
  given(publication, added, superseded).when({ type: 'SeparatePublication' }).then(separated);
  given(publication, added, superseded, separated).when(supersede).thenNothing();
  given(publication, added, superseded, separated)
    .when({ ...supersede, byStaff: true })
    .then(superseded);
});
joining('is kept apart from an item that lost one of its identifiers, even before it is recorded', () => {
  const keepApart = { type: 'KeepApart', from: DOI } as const;
  const keptApart: PublicationEvent = { type: 'PublicationKeptApart', data: { from: DOI } };
  given(publication, added).when(keepApart).then(keptApart);
  given(publication, added, keptApart).when(keepApart).thenNothing();
  given(publication, added, keptApart).when(supersede).thenNothing();
  given(publication, keptApart, added).when(supersede).thenNothing();
  given(publication, added, superseded).when(keepApart).thenNothing();
  given(publication, superseded).when(keepApart).then(separated);
});
joining('is suggested at most once, and no longer once it is decided', () => {
  const suggest = { type: 'SuggestJoin', by: DOI } as const;
  const accept = { ...supersede, ofSuggestion: DOI } as const;
  const decline = { type: 'DeclineJoin', from: DOI } as const;
  const suggested: PublicationEvent = { type: 'PublicationJoinSuggested', data: { by: DOI } };
  const declined: PublicationEvent = { type: 'PublicationJoinDeclined', data: { from: DOI } };
  given(publication, added).when(suggest).then(suggested);
  given(publication, added, suggested).when(suggest).thenNothing();
  given(publication, added, suggested).when(accept).then(superseded);
  given(publication, added, suggested).when(decline).then(declined);
  for (const wanted of [accept, decline])
    given(publication, added).when(wanted).thenRefused('not_found', 'suggestion_not_found');
  for (const again of [suggest, decline, supersede])
    given(publication, added, suggested, declined).when(again).thenNothing();
  given(publication, added, suggested, declined).when(accept).thenRefused('not_found', 'suggestion_not_found');
  given(publication, added, suggested, superseded).when(suggest).thenNothing();
  given(publication, added, suggested, superseded, separated).when(suggest).thenNothing();
});
joining('is suggested to be a limited number of items', () => {
  const suggested = Array.from({ length: RECORD.joins }, (_, n): PublicationEvent => ({
    type: 'PublicationJoinSuggested',
    data: { by: `pmid.9${n}` },
  }));
  given(publication, added, ...suggested)
    .when({ type: 'SuggestJoin', by: DOI })
    .thenNothing();
});

const takeOver = {
  type: 'TakeOverPublication',
  ...{
    overlay: {},
    custom: NO_DASHBOARD_FIELDS,
    links: {},
    unlinked: {},
    settled: [],
    notices: [],
    kept: [],
    dismissed: [],
  },
  identified: { identifiers: [OTHER], work: OTHER },
} as const;

joining('passes the edits of staff to the remaining work, except in fields that were edited there', () => {
  const volume = edited({ path: '/volume', after: '1' });
  given(publication, added, volume, linked)
    .when({
      ...takeOver,
      overlay: { volume: { value: '2' }, issue: { value: '3' }, URL: { value: 'https://example.org/ours' } },
      links: { [CARBERRY]: 'orcid_list' },
    })
    .then(
      edited(
        { path: '/URL', before: fromList.original.URL, after: 'https://example.org/ours' },
        { path: '/issue', after: '3' },
      ),
      { type: 'PublicationIdentified', data: { identifiers: [OTHER], work: OTHER } },
    );
});
joining('passes them even to a deleted work, which can be restored', () =>
  given(publication, added, { type: 'PublicationDeleted', data: {} })
    .when({ ...takeOver, overlay: { issue: { value: '3' } }, identified: { identifiers: [], work: OTHER } })
    .then(edited({ path: '/issue', after: '3' })),
);
joining('passes the decisions of staff about its people', () =>
  given(publication, added)
    .when({ ...takeOver, links: { [CARBERRY]: 'staff' }, identified: { identifiers: [], work: OTHER } })
    .then({ type: 'AuthorLinked', data: { links: [{ basis: 'staff', orcids: [CARBERRY] }] } }),
);
