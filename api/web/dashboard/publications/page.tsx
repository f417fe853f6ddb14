/** All publications of the workspace: searched, filtered, sorted and paged, with all of it in the address. */
import { computed, signal } from '@preact/signals';
import { language } from '../../client/i18n.ts';
import { address, navigate } from '../../client/router.ts';
import { api, workspace } from '../../client/session.ts';
import { keepValue, keptValue } from '../../client/storage.ts';
import type { PublicationItem } from '../../client/generated/operations.ts';
import { Button } from '../../parts/button.tsx';
import { plainText } from '../../parts/markup-parser.ts';
import { Menu } from '../../parts/menu.tsx';
import { CheckField } from '../../parts/field.tsx';
import { Page } from '../../parts/page.tsx';
import { Pager } from '../../parts/pager.tsx';
import { Empty, Failed, Skeleton } from '../../parts/states.tsx';
import { Table } from '../../parts/table.tsx';
import { useResource } from '../../parts/use-resource.ts';
import { within } from '../pages.ts';
import { publicationPath } from '../publication/address.ts';
import { columns } from './columns.tsx';
import { Filters } from './filters.tsx';
import { SavedViews } from './saved-views.tsx';
import { filtersIn, listView, narrowed, requestOf, SORTS, withoutFilters, type ListView } from './view.ts';
import { words as t } from './words.ts';

const KEPT = 'publications.columns';

const chosenColumns = signal<readonly string[] | null>(keptValue<readonly string[]>(KEPT));

const view = computed(() => listView.read(address.value.searchParams));

const show = (next: ListView, replace = false): void =>
  navigate(`${address.value.pathname}${listView.write(next)}`, { replace });

const hrefOf = ({ id }: PublicationItem): string => within(workspace.value ?? '', publicationPath(id));

const ColumnMenu = ({ shown }: { readonly shown: readonly string[] }) => (
  <Menu label={t('columns')} icon="columns-3" align="end">
    {() => (
      <div class="menu-form">
        {columns(hrefOf)
          .filter(({ isOptional }) => isOptional === true)
          .map(({ id, label }) => (
            <CheckField
              key={id}
              label={label}
              isChecked={shown.includes(id)}
              onChange={(isChecked) => {
                chosenColumns.value = isChecked ? [...shown, id] : shown.filter((other) => other !== id);
                keepValue(KEPT, chosenColumns.value);
              }}
            />
          ))}
      </div>
    )}
  </Menu>
);

const Nothing = ({ now }: { readonly now: ListView }) =>
  now.q === '' && filtersIn(now) === 0 ? (
    <Empty icon="library" title={t('none_yet')}>
      {t('none_yet_hint')}
    </Empty>
  ) : (
    <Empty
      icon="search"
      title={t('no_match')}
      actions={<Button onClick={() => show(withoutFilters(now))}>{t('clear_filters')}</Button>}
    >
      {t('no_match_hint')}
    </Empty>
  );

const Publications = () => {
  const now = view.value;
  const query = requestOf(now, language.value);
  const { data, failure, isStale, again } = useResource(
    `publications ${JSON.stringify(query)}`,
    async (signal, inBackground) => (await api('GET /api/publications', { query, signal, inBackground })).body,
  );
  const all = columns(hrefOf);
  const shown = chosenColumns.value ?? all.filter(({ isShownFirst }) => isShownFirst === true).map(({ id }) => id);
  return (
    <Page
      title={t('title')}
      lead={data === null ? undefined : t('results', { count: data.total })}
      actions={
        <>
          <SavedViews search={listView.write({ ...now, page: 1 })} />
          <ColumnMenu shown={shown} />
        </>
      }
      isWide
    >
      <Filters view={now} show={show} />
      {failure !== null && <Failed failure={failure} again={again} />}
      {failure === null && data === null && <Skeleton lines={12} />}
      {failure === null && data !== null && data.total === 0 && <Nothing now={now} />}
      {failure === null && data !== null && data.total > 0 && (
        <>
          <Table
            caption={t('title')}
            columns={all.filter(({ id, isOptional }) => isOptional !== true || shown.includes(id))}
            rows={data.publications}
            keyOf={({ id }) => id}
            nameOf={({ id, title }) => (title === null ? id : plainText(title))}
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
    </Page>
  );
};

export default Publications;
