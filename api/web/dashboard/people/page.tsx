/** People of the workspace: searched, filtered, sorted and paged, with all of it in the address. */
import { computed } from '@preact/signals';
import { useState } from 'preact/hooks';
import { ago, instant, number } from '../../client/format.ts';
import type { PersonItem } from '../../client/generated/operations.ts';
import { language } from '../../client/i18n.ts';
import { address, navigate } from '../../client/router.ts';
import { api, workspace } from '../../client/session.ts';
import { Button } from '../../parts/button.tsx';
import { Page } from '../../parts/page.tsx';
import { Pager } from '../../parts/pager.tsx';
import { Badge, Empty, Failed, Skeleton } from '../../parts/states.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { useResource } from '../../parts/use-resource.ts';
import { within } from '../pages.ts';
import { Filters } from './filters.tsx';
import { Register } from './register.tsx';
import { shownText } from './texts.ts';
import { isNarrowed, narrowed, peopleView, requestOf, SORTS, withoutFilters, type PeopleView } from './view.ts';
import { words as t } from './words.ts';

const view = computed(() => peopleView.read(address.value.searchParams));

const show = (next: PeopleView, replace = false): void =>
  navigate(`${address.value.pathname}${peopleView.write(next)}`, { replace });

const nameOf = ({ name, orcid }: PersonItem): string => shownText(name) ?? orcid;

const columns = (at: string): readonly Column<PersonItem>[] => [
  {
    id: 'name',
    label: t('name'),
    sort: 'name',
    role: 'main',
    cell: (person) => (
      <>
        <a class="row-name" href={within(at, `/people/${person.orcid}`)} dir="auto">
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
    cell: ({ updated_at: at }) => (
      <time dateTime={new Date(at).toISOString()} title={instant(at)}>
        {ago(at)}
      </time>
    ),
  },
];

const Nothing = ({ now, register }: { readonly now: PeopleView; readonly register: () => void }) =>
  isNarrowed(now) ? (
    <Empty
      icon="search"
      title={t('no_match')}
      actions={<Button onClick={() => show(withoutFilters(now))}>{t('clear_filters')}</Button>}
    >
      {t('no_match_hint')}
    </Empty>
  ) : (
    <Empty
      icon="users"
      title={t('none_yet')}
      actions={
        <Button kind="primary" icon="plus" onClick={register}>
          {t('register_title')}
        </Button>
      }
    >
      {t('none_yet_hint')}
    </Empty>
  );

const People = () => {
  const now = view.value;
  const [isRegistering, setRegistering] = useState(false);
  const query = requestOf(now, language.value);
  const { data, failure, isStale, again } = useResource(
    `people ${JSON.stringify(query)}`,
    async (signal, inBackground) => (await api('GET /api/people', { query, signal, inBackground })).body,
  );
  return (
    <Page
      title={t('title')}
      lead={data === null ? undefined : t('results', { count: data.total })}
      actions={
        <Button kind="primary" icon="plus" onClick={() => setRegistering(true)}>
          {t('register_title')}
        </Button>
      }
      isWide
    >
      <Filters view={now} show={show} />
      {failure !== null && <Failed failure={failure} again={again} />}
      {failure === null && data === null && <Skeleton lines={10} />}
      {failure === null && data !== null && data.total === 0 && (
        <Nothing now={now} register={() => setRegistering(true)} />
      )}
      {failure === null && data !== null && data.total > 0 && (
        <>
          <Table
            caption={t('title')}
            columns={columns(workspace.value ?? '')}
            rows={data.people}
            keyOf={({ orcid }) => orcid}
            nameOf={nameOf}
            order={{ by: now.sort, dir: now.dir }}
            onOrder={({ by, dir }) => {
              const sort = SORTS.find((name) => name === by);
              if (sort !== undefined) show(narrowed(now, { sort, dir }));
            }}
            isStale={isStale}
          />
          <Pager
            page={now.page}
            perPage={now.per_page}
            total={data.total}
            onPage={(page) => show({ ...now, page })}
            onPerPage={(per_page) => show(narrowed(now, { per_page }))}
          />
        </>
      )}
      <Register isOpen={isRegistering} close={() => setRegistering(false)} />
    </Page>
  );
};

export default People;
