/** The people of the workspace: searched, filtered, sorted and paged. */
import { computed } from '@preact/signals';
import { number } from '../../client/format.ts';
import type { PersonItem } from '../../client/generated/operations.ts';
import { language } from '../../client/i18n.ts';
import { shownText } from '../../client/localized.ts';
import { ListPage } from '../../parts/list-page.tsx';
import { Badge } from '../../parts/states.tsx';
import type { Column } from '../../parts/table.tsx';
import { Ago } from '../../parts/time.tsx';
import { useOpener } from '../../parts/use-opener.tsx';
import { useAnswer } from '../../parts/use-resource.ts';
import { here } from '../pages.ts';
import { Filters } from './filters.tsx';
import { Register } from './register.tsx';
import { people, requestOf, type PeopleSort } from './view.ts';
import { words as t } from './words.ts';

const nameOf = ({ name, orcid }: PersonItem): string => shownText(name) ?? orcid;

const columns = computed((): readonly Column<PersonItem, PeopleSort>[] => [
  {
    id: 'name',
    label: t('name'),
    sort: 'name',
    role: 'main',
    cell: (person) => (
      <>
        <a class="row-name" href={here(`/people/${person.orcid}`)} dir="auto">
          {nameOf(person)}
        </a>
        <p class="row-more muted small mono">{person.orcid}</p>
      </>
    ),
  },
  {
    id: 'affiliation',
    label: t('affiliation'),
    cell: ({ affiliation }) =>
      affiliation === null ? null : (
        <>
          {shownText(affiliation.entity_name) ?? affiliation.entity_id}{' '}
          {affiliation.status === 'external' && <Badge>{t('external')}</Badge>}
        </>
      ),
  },
  {
    id: 'publications',
    label: t('publications'),
    sort: 'publication_count',
    align: 'end',
    cell: ({ publication_count: count }) => number(count),
  },
  {
    id: 'updated',
    label: t('updated'),
    sort: 'updated_at',
    role: 'aside',
    cell: ({ updated_at: at }) => <Ago ms={at} />,
  },
]);

const People = () => {
  const view = people.now.value;
  const { opener, dialog } = useOpener(t('register_title'));
  const found = useAnswer('GET /api/people', { query: requestOf(view, language.value) });
  return (
    <ListPage
      title={t('title')}
      lead={found.data === null ? null : t('results', { count: found.data.total })}
      actions={opener}
      filters={<Filters />}
      listing={people}
      of={found}
      none={{ icon: 'users', title: t('none_yet'), hint: t('none_yet_hint') }}
      noMatch={{ title: t('no_match'), hint: t('no_match_hint') }}
      columns={columns.value}
      rowsIn={(data) => data.people}
      keyOf={({ orcid }) => orcid}
      order={view}
      onOrder={people.narrow}
    >
      <Register {...dialog} />
    </ListPage>
  );
};

export default People;
