/** The publications of the workspace: searched, filtered, sorted and paged. */
import { computed, signal } from '@preact/signals';
import { useMemo, useState } from 'preact/hooks';
import { workspace } from '../../client/session.ts';
import { keepValue, keptValue } from '../../client/storage.ts';
import { plainText } from '../../parts/markup-parser.ts';
import { Menu } from '../../parts/menu.tsx';
import { CheckField } from '../../parts/field.tsx';
import { ListingFrame } from '../../parts/listing.tsx';
import { Page } from '../../parts/page.tsx';
import { Table } from '../../parts/table.tsx';
import { useFragment } from '../../parts/use-fragment.ts';
import { useAnswer } from '../../parts/use-resource.ts';
import { ExportMenu } from '../exports/menu.tsx';
import { SelectionBar } from './many/bar.tsx';
import { filterOf, type Action } from './many/batch.ts';
import { openChoice } from './many/chosen.ts';
import { BatchDialog, type Asked } from './many/dialog.tsx';
import { ImportDois } from '../doi-import/dialog.tsx';
import { AddByHand } from './add/by-hand.tsx';
import { AddMenu, WAYS, type Way } from './add/menu.tsx';
import { columns, EXTRAS } from './columns.tsx';
import { Filters } from './filters.tsx';
import { SavedViews } from './saved-views.tsx';
import { exportOf, publications, requestOf } from './view.ts';
import { words as t } from './generated/words.ts';

const KEPT = 'publications.columns';

const chosenColumns = signal<readonly string[] | null>(keptValue<readonly string[]>(KEPT));

const shownIds = computed(
  () => chosenColumns.value ?? columns.value.map(({ id }) => id).filter((id) => !EXTRAS.includes(id)),
);

const shownColumns = computed(() =>
  columns.value.filter(({ id, role }) => role === 'main' || shownIds.value.includes(id)),
);

const ColumnMenu = () => {
  const shown = shownIds.value;
  return (
    <Menu label={t('columns')} icon="columns-3" align="end">
      {() => (
        <div class="menu-inside stack">
          {columns.value
            .filter(({ role }) => role !== 'main')
            .map(({ id, label }) => (
              <CheckField
                key={id}
                label={label}
                value={shown.includes(id)}
                onValue={(isChecked) => {
                  chosenColumns.value = isChecked ? [...shown, id] : shown.filter((other) => other !== id);
                  keepValue(KEPT, chosenColumns.value);
                }}
              />
            ))}
        </div>
      )}
    </Menu>
  );
};

export default function Publications() {
  const view = publications.now.value;
  const found = useAnswer('GET /api/publications', { query: requestOf(view) });
  // What is chosen stays from page to page, and goes when the list becomes another.
  const choice = useMemo(openChoice, [JSON.stringify(filterOf(view)), workspace.value]);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [way, setWay] = useState<Way | null>(null);
  useFragment(WAYS, setWay);
  const closeAdding = (): void => setWay(null);
  const ask = (action: Action): void => setAsked({ action, chosen: choice.chosen(view), at: Date.now() });
  return (
    <Page
      title={t('title')}
      lead={found.data === null ? null : t('results', { count: found.data.total })}
      actions={
        <>
          <SavedViews view={view} />
          <ColumnMenu />
          <ExportMenu at="export" exported={() => ({ query: exportOf(view) })} />
          <AddMenu onWay={setWay} />
        </>
      }
      isWide
    >
      <Filters />
      <ListingFrame
        listing={publications}
        of={found}
        none={{
          icon: 'library',
          title: t('none_yet'),
          hint: t('none_yet_hint'),
          actions: <AddMenu onWay={setWay} />,
        }}
        noMatch={{ title: t('no_match'), hint: t('no_match_hint') }}
      >
        {(data) => (
          <>
            <Table
              caption={t('title')}
              columns={shownColumns.value}
              rows={data.publications}
              keyOf={({ id }) => id}
              nameOf={({ id, title }) => (title === null ? id : plainText(title))}
              order={view}
              onOrder={publications.narrow}
              isStale={found.isStale}
              selection={choice.rows}
            />
            <SelectionBar
              choice={choice}
              keysOfPage={data.publications.map(({ id }) => id)}
              total={data.total}
              onAction={ask}
              exported={() => {
                const chosen = choice.chosen(view);
                return 'ids' in chosen ? chosen : { query: exportOf(view) };
              }}
            />
          </>
        )}
      </ListingFrame>
      <ImportDois isOpen={way === 'by_doi'} close={closeAdding} onDone={() => found.again(true)} />
      <AddByHand isOpen={way === 'by_hand'} close={closeAdding} />
      <BatchDialog
        asked={asked}
        onClose={() => setAsked(null)}
        onDone={() => {
          choice.rows.clear();
          void found.again(true);
        }}
      />
    </Page>
  );
}
