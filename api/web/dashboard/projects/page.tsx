/** The projects of the workspace: searched, filtered, sorted and paged. */
import { computed } from '@preact/signals';
import { partialDate } from '../../client/format.ts';
import type { Project } from '../../client/generated/operations.ts';
import { oneOf, optionalOneOf } from '../../client/query.ts';
import { openListing } from '../../client/view.ts';
import { ListPage } from '../../parts/list-page.tsx';
import { Markup } from '../../parts/markup.tsx';
import { RowName } from '../../parts/row-name.tsx';
import { sortedBy, type Column } from '../../parts/table.tsx';
import { agoOf } from '../../parts/time.tsx';
import { Filter, Toolbar } from '../../parts/toolbar.tsx';
import { useOpener } from '../../parts/use-opener.tsx';
import { useAnswer } from '../../parts/use-resource.ts';
import { here } from '../pages.ts';
import { CURRENCIES } from '../record/controls/money.tsx';
import { pathOf } from '../record/kind.ts';
import { Make } from '../record/make.tsx';
import { byState, StateBadge, STATES } from '../record/state.tsx';
import { words as t } from './generated/words.ts';
import { PROJECTS } from './kind.ts';

const projects = openListing(
  {
    status: oneOf(STATES, 'active'),
    funding_currency: optionalOneOf(CURRENCIES),
  },
  {
    sort: oneOf(['created_at', 'start_date', 'end_date', 'title'], 'created_at'),
    dir: oneOf(['asc', 'desc'], 'desc'),
  },
);

const columns = computed((): readonly Column<Project, (typeof projects.defaults)['sort']>[] => [
  {
    id: 'name',
    label: t('name'),
    sort: 'title',
    role: 'main',
    cell: ({ id, title, programme }) => (
      <>
        <RowName href={here(pathOf(PROJECTS, id))}>
          <Markup html={title} fallback={id} />
        </RowName>
        <p class="row-more muted small" dir="auto">
          {programme}
        </p>
      </>
    ),
  },
  sortedBy('start_date', { id: 'start', label: t('start') }, partialDate),
  sortedBy('end_date', { id: 'end', label: t('end') }, partialDate),
  { id: 'state', label: t('state'), cell: ({ status }) => <StateBadge state={status} /> },
  sortedBy('created_at', { id: 'created', label: t('created'), role: 'aside' }, agoOf),
]);

const Filters = () => (
  <Toolbar listing={projects} search={t('search')}>
    <Filter
      listing={projects}
      by="funding_currency"
      label={t('currency')}
      any={t('any_currency')}
      options={CURRENCIES.map((value) => ({ value, label: value }))}
    />
    <Filter listing={projects} by="status" {...byState(STATES)} />
  </Toolbar>
);

export default function Projects() {
  const view = projects.now.value;
  const { opener, dialog } = useOpener(t('make'), { at: 'new' });
  const found = useAnswer('GET /api/projects', { query: view });
  return (
    <ListPage
      title={t('title')}
      lead={found.data === null ? null : t('results', { count: found.data.total })}
      actions={opener}
      filters={<Filters />}
      listing={projects}
      of={found}
      none={{ icon: PROJECTS.icon, title: t('none_yet'), hint: t('none_yet_hint') }}
      noMatch={{ title: t('no_match'), hint: t('no_match_hint') }}
      columns={columns.value}
      rowsIn={(data) => data.projects}
      keyOf={({ id }) => id}
      order={view}
      onOrder={projects.narrow}
    >
      <Make kind={PROJECTS} title={t('make')} {...dialog} />
    </ListPage>
  );
}
