/** The works of the workspace: searched, filtered, sorted and paged. */
import { NUMBER } from '../../../../domain/limits.ts';
import { partialDate } from '../../client/format.ts';
import type { Work } from '../../client/generated/operations.ts';
import { oneOf, optionalNumber, optionalText } from '../../client/query.ts';
import { openListing } from '../../client/view.ts';
import { ListPage } from '../../parts/list-page.tsx';
import { Markup } from '../../parts/markup.tsx';
import { RowName } from '../../parts/row-name.tsx';
import { Badge } from '../../parts/states.tsx';
import { sortedBy, type Column } from '../../parts/table.tsx';
import { agoOf } from '../../parts/time.tsx';
import { Filter, FixedFilter, NumberFilter, Toolbar } from '../../parts/toolbar.tsx';
import { useOpener } from '../../parts/use-opener.tsx';
import { useAnswer } from '../../parts/use-resource.ts';
import { typeName, typeOptions } from '../csl-types.ts';
import { here } from '../pages.ts';
import { useKnown, type Known } from '../people/known.ts';
import { pathOf } from '../record/kind.ts';
import { Make } from '../record/make.tsx';
import { byState, StateBadge, STATES } from '../record/state.tsx';
import { words as t } from './generated/words.ts';
import { WORKS } from './kind.ts';

const works = openListing(
  {
    status: oneOf(STATES, 'active'),
    work_type: optionalText(),
    publication_year: optionalNumber({ min: -NUMBER.year, max: NUMBER.year }),
    orcid_id: optionalText(),
  },
  {
    sort: oneOf(['created_at', 'publication_date', 'publication_year', 'title'], 'created_at'),
    dir: oneOf(['asc', 'desc'], 'desc'),
  },
);

const PEOPLE_SHOWN = 3;

const namesOf = ({ person_orcids: orcids }: Work, known: Known): string => {
  const names = orcids.slice(0, PEOPLE_SHOWN).map((orcid) => known.get(orcid) ?? orcid);
  const more = orcids.length - names.length;
  return more > 0 ? t('and_more', { names: names.join(', '), count: more }) : names.join(', ');
};

const columns = (known: Known): readonly Column<Work, (typeof works.defaults)['sort']>[] => [
  {
    id: 'name',
    label: t('name'),
    sort: 'title',
    role: 'main',
    cell: (work) => (
      <>
        <RowName href={here(pathOf(WORKS, work.id))}>
          <Markup html={work.title} fallback={work.id} />
        </RowName>{' '}
        {work.edited && <Badge kind="accent">{t('edited')}</Badge>}
        {work.person_orcids.length > 0 && <p class="row-more muted small">{namesOf(work, known)}</p>}
      </>
    ),
  },
  { id: 'type', label: t('type'), cell: ({ work_type: type }) => (type === null ? null : typeName(type)) },
  sortedBy('publication_date', { id: 'date', label: t('date') }, partialDate),
  { id: 'state', label: t('state'), cell: (work) => <StateBadge state={work.status} /> },
  sortedBy('created_at', { id: 'created', label: t('created'), role: 'aside' }, agoOf),
];

const Filters = () => {
  const { orcid_id: orcid } = works.now.value;
  const known = useKnown(orcid === null ? [] : [orcid]);
  return (
    <Toolbar listing={works} search={t('search')}>
      <Filter
        listing={works}
        by="work_type"
        label={t('type')}
        any={t('any_type')}
        options={typeOptions()}
        nameOf={typeName}
      />
      <NumberFilter listing={works} by="publication_year" label={t('year')} />
      <Filter listing={works} by="status" {...byState(STATES)} />
      <FixedFilter listing={works} by="orcid_id">
        {(one) => t('of_person', { name: known.get(one) ?? one })}
      </FixedFilter>
    </Toolbar>
  );
};

export default function Works() {
  const view = works.now.value;
  const { opener, dialog } = useOpener(t('make'));
  const found = useAnswer('GET /api/works', { query: view });
  const known = useKnown(
    (found.data?.works ?? []).flatMap(({ person_orcids: orcids }) => orcids.slice(0, PEOPLE_SHOWN)),
  );
  return (
    <ListPage
      title={t('title')}
      lead={found.data === null ? null : t('results', { count: found.data.total })}
      actions={opener}
      filters={<Filters />}
      listing={works}
      of={found}
      none={{ icon: WORKS.icon, title: t('none_yet'), hint: t('none_yet_hint') }}
      noMatch={{ title: t('no_match'), hint: t('no_match_hint') }}
      columns={columns(known)}
      rowsIn={(data) => data.works}
      keyOf={({ id }) => id}
      order={view}
      onOrder={works.narrow}
    >
      <Make kind={WORKS} title={t('make')} {...dialog} />
    </ListPage>
  );
}
