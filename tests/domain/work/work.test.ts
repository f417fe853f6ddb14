/** Works without a DOI. */
import type { WorkEvent } from '../../../domain/work/events.ts';
import { work, type WorkCommand } from '../../../domain/work/work.ts';
import { given } from '../../support/given.ts';
import { suite } from '../../support/suite.ts';

const CARBERRY = '0000-0002-1825-0097';
const said = {
  key: 'pmid.1',
  original: { type: 'book', title: 'Pots of the world' },
  href: 'https://example.org/pots',
  source: { provider: 'orcid', url: 'https://orcid.example/1/works' },
  fetchedAt: 1_000,
} as const;
const added: WorkEvent = { type: 'WorkAdded', data: said };
const linked = (orcid: string): WorkEvent => ({ type: 'WorkAuthorLinked', data: { orcid, basis: 'orcid_list' } });
const record: WorkCommand & { readonly type: 'RecordWork' } = { type: 'RecordWork', ...said, links: [] };
const another = { type: 'book', title: 'All pots of the world' } as const;

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
recording('tells what changed', () =>
  given(work, added)
    .when({ ...record, fetchedAt: 2_000, original: another })
    .then({
      type: 'WorkRefreshed',
      data: {
        changes: [{ field: 'title', before: said.original.title, after: another.title }],
        href: said.href,
        source: said.source,
        fetchedAt: 2_000,
      },
    }),
);
recording('takes no notice of an older answer', () =>
  given(work, added)
    .when({ ...record, fetchedAt: 999, original: another })
    .thenNothing(),
);
recording('takes only the authors from another’s list, so that lists do not take turns', () =>
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
recording('leaves an archived work archived', () =>
  given(work, added, { type: 'WorkArchived', data: {} })
    .when({ ...record, fetchedAt: 2_000 })
    .thenNothing(),
);
recording('adds it again after a reset', () =>
  given(work, added, { type: 'WorkReset', data: {} }).when(record).then(added),
);
recording('refuses what no event can carry', () =>
  given(work)
    .when({ ...record, original: { type: 'book', abstract: 'x'.repeat(1_000_000) } })
    .thenRefused('invalid', 'record_too_large'),
);

const moving = suite('moving a work');
for (const [type, event, elsewhere] of [
  ['PublishWork', 'WorkPublished', 'WorkUnpublished'],
  ['UnpublishWork', 'WorkUnpublished', 'WorkPublished'],
  ['ArchiveWork', 'WorkArchived', 'WorkPublished'],
] as const)
  moving(`by ${type} happens once`, () => {
    given(work, added, { type: elsewhere, data: {} }).when({ type }).then({ type: event, data: {} });
    given(work, added, { type: event, data: {} }).when({ type }).thenNothing();
    given(work).when({ type }).thenRefused('not_found', 'work_not_found');
  });
