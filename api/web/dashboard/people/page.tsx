/** The list of people: search, filters, sorting and paging. */
import { computed } from '@preact/signals';
import type { QueryOf } from '../../client/api.ts';
import { number } from '../../client/format.ts';
import type { PersonItem } from '../../client/generated/operations.ts';
import { language } from '../../client/i18n.ts';
import { shownText } from '../../client/localized.ts';
import { oneOf, optionalFlag, optionalText } from '../../client/query.ts';
import { openListing } from '../../client/view.ts';
import { choicesOf } from '../../parts/field.tsx';
import { ListPage } from '../../parts/list-page.tsx';
import { RowName } from '../../parts/row-name.tsx';
import { Badge } from '../../parts/states.tsx';
import { sortedBy, type Column } from '../../parts/table.tsx';
import { agoOf } from '../../parts/time.tsx';
import { Filter, Toolbar } from '../../parts/toolbar.tsx';
import { useOpener } from '../../parts/use-opener.tsx';
import { useAnswer } from '../../parts/use-resource.ts';
import { here } from '../pages.ts';
import { words as t } from './generated/words.ts';
import { useNamed } from './named.ts';
import { PersonId } from './person-id.tsx';
import { Register } from './register.tsx';

const AFFILIATIONS = ['all', 'org', 'external', 'none'] as const;

const people = openListing(
  {
    affiliation: oneOf(AFFILIATIONS, 'all'),
    archived: oneOf(['no', 'yes'], 'no'),
    entity_id: optionalText(),
    category_id: optionalText(),
    has_orcid: optionalFlag(),
  },
  {
    sort: oneOf(['family_name', 'publication_count', 'updated_at'], 'family_name'),
    dir: oneOf(['asc', 'desc'], 'asc'),
  },
);

type PeopleView = typeof people.defaults;

const requestOf = ({ affiliation, archived, ...view }: PeopleView): QueryOf<'GET /api/people'> => ({
  ...view,
  affiliation_status: affiliation === 'all' ? null : affiliation,
  archived: archived === 'yes' ? true : null,
  locale: language.value,
});

const columns = computed((): readonly Column<PersonItem, PeopleView['sort']>[] => [
  {
    id: 'name',
    label: t('name'),
    sort: 'family_name',
    role: 'main',
    cell: ({ orcid, name }) => (
      <>
        <RowName href={here(`/people/${orcid}`)}>{shownText(name) ?? orcid}</RowName>
        <p class="row-more">
          <PersonId id={orcid} />
        </p>
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
  sortedBy('publication_count', { id: 'publications', label: t('publications'), align: 'end' }, number),
  sortedBy('updated_at', { id: 'updated', label: t('updated'), role: 'aside' }, agoOf),
]);

const Filters = () => {
  const { entities, categories } = useNamed();
  return (
    <Toolbar listing={people} search={t('search')}>
      <Filter
        listing={people}
        by="affiliation"
        label={t('affiliation')}
        options={AFFILIATIONS.map((value) => ({ value, label: t(`of_${value}`) }))}
      />
      <Filter listing={people} by="entity_id" label={t('entity')} any={t('any_entity')} options={entities} />
      <Filter listing={people} by="category_id" label={t('categories')} any={t('any_category')} options={categories} />
      <Filter
        listing={people}
        by="has_orcid"
        label="ORCID iD"
        any={t('any_orcid')}
        options={[
          { value: true, label: t('with_orcid') },
          { value: false, label: t('only_without_orcid') },
        ]}
      />
      <Filter
        listing={people}
        by="archived"
        label={t('archived')}
        options={choicesOf({ no: t('not_archived'), yes: t('only_archived') })}
      />
    </Toolbar>
  );
};

export default function People() {
  const view = people.now.value;
  const { opener, dialog } = useOpener(t('register_title'), { at: 'register' });
  const found = useAnswer('GET /api/people', { query: requestOf(view) });
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
}
