/** The list of entities or of categories, with how many people each has. */
import { number } from '../../client/format.ts';
import type { NamedRecord } from '../../client/generated/operations.ts';
import { oneOf } from '../../client/query.ts';
import { openListing } from '../../client/view.ts';
import { ListPage } from '../../parts/list-page.tsx';
import { RowName } from '../../parts/row-name.tsx';
import type { Column } from '../../parts/table.tsx';
import { Ago } from '../../parts/time.tsx';
import { Filter } from '../../parts/toolbar.tsx';
import { useOpener } from '../../parts/use-opener.tsx';
import { useAnswer } from '../../parts/use-resource.ts';
import { here, type PageProps } from '../pages.ts';
import { canWrite, pathOf } from '../record/kind.ts';
import { Make } from '../record/make.tsx';
import { byState, StateBadge } from '../record/state.tsx';
import { words as t } from './generated/words.ts';
import { kindAt, peoplePath, type NamedKind } from './kinds.ts';

const STATES = ['active', 'archived', 'all'] as const;
const listing = openListing({ status: oneOf(STATES, 'active') }, {});

const columns = (kind: NamedKind): readonly Column<NamedRecord>[] => [
  {
    id: 'name',
    label: t('name'),
    role: 'main',
    cell: (record) => (
      <>
        <RowName href={here(pathOf(kind, record.id))}>{kind.titleOf(record)}</RowName>{' '}
        <StateBadge state={kind.stateOf(record)} />
        <p class="row-more muted small mono">{record.id}</p>
      </>
    ),
  },
  {
    id: 'people',
    label: t('people'),
    align: 'end',
    cell: ({ id, people_count: count }) =>
      count === 0 ? number(count) : <a href={here(peoplePath(kind, id))}>{number(count)}</a>,
  },
  { id: 'created', label: t('created'), role: 'aside', cell: ({ created_at: at }) => <Ago ms={at} /> },
];

export default function NamedList({ path }: PageProps) {
  const kind = kindAt(path);
  const { type, resource } = kind;
  const { status, page, per_page } = listing.now.value;
  const found = useAnswer(`GET /api/${resource}`, { query: { status, page, per_page } });
  const { opener, dialog } = useOpener(t(`make_${type}`), { at: 'new' });
  return (
    <ListPage
      title={kind.plural()}
      lead={t(`${resource}_lead`)}
      actions={canWrite(kind) ? opener : undefined}
      isWide={false}
      filters={
        <div class="state-filter">
          <Filter listing={listing} by="status" {...byState(STATES)} />
        </div>
      }
      listing={listing}
      of={found}
      none={{ icon: kind.icon, title: t(`no_${resource}_yet`), hint: t(`no_${resource}_hint`) }}
      noMatch={{ title: t(`no_${type}_so`), hint: t('no_match_hint') }}
      columns={columns(kind)}
      rowsIn={(data) => ('entities' in data ? data.entities : data.categories)}
      keyOf={({ id }) => id}
    >
      <Make kind={kind} title={t(`make_${type}`)} {...dialog} />
    </ListPage>
  );
}
