/** The list of entities or of categories, with how many people each has. */
import { useState } from 'preact/hooks';
import { number } from '../../client/format.ts';
import { oneOf } from '../../client/query.ts';
import { workspace } from '../../client/session.ts';
import { openListing } from '../../client/view.ts';
import { Button } from '../../parts/button.tsx';
import { ListingFrame } from '../../parts/listing.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty } from '../../parts/states.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { Ago } from '../../parts/time.tsx';
import { useResource } from '../../parts/use-resource.ts';
import { within } from '../pages.ts';
import { Make } from '../record/make.tsx';
import { StateBadge, StateFilter } from '../record/state.tsx';
import type { NamedKind, NamedRecord } from './kinds.ts';
import { words as t } from './words.ts';

const listing = openListing({ status: oneOf(['active', 'archived', 'all'], 'active') }, {});

const columns = (kind: NamedKind): readonly Column<NamedRecord>[] => {
  const at = workspace.value ?? '';
  return [
    {
      id: 'name',
      label: t('name'),
      role: 'main',
      cell: (record) => (
        <>
          <a class="row-name" href={within(at, `${kind.path}/${encodeURIComponent(record.id)}`)} dir="auto">
            {kind.titleOf(record)}
          </a>{' '}
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
        count === 0 ? (
          number(count)
        ) : (
          <a href={`${within(at, '/people')}?${new URLSearchParams({ [kind.filter]: id }).toString()}`}>
            {number(count)}
          </a>
        ),
    },
    { id: 'created', label: t('created'), role: 'aside', cell: ({ created_at: at_ }) => <Ago ms={at_} /> },
  ];
};

export const NamedList = ({ kind }: { readonly kind: NamedKind }) => {
  const { status, page, per_page } = listing.now.value;
  const [isMaking, setMaking] = useState(false);
  const query = { status, page, per_page };
  const found = useResource(`${kind.type} list ${JSON.stringify(query)}`, (signal, inBackground) =>
    kind.list({ query, signal, inBackground }),
  );
  const { says } = kind;
  const make = kind.canWrite() ? (
    <Button kind="primary" icon="plus" onClick={() => setMaking(true)}>
      {t(says.make)}
    </Button>
  ) : undefined;
  return (
    <Page title={kind.plural()} lead={t(says.lead)} actions={make}>
      <div class="state-filter">
        <StateFilter
          states={['active', 'archived', 'all']}
          value={status}
          onValue={(next) => listing.narrow({ status: next })}
        />
      </div>
      <ListingFrame
        listing={listing}
        of={found}
        empty={
          <Empty icon={kind.icon} title={t(says.noneYet)} actions={make}>
            {t(says.noneYetHint)}
          </Empty>
        }
        noMatch={{ title: t(says.noMatch), hint: t('no_match_hint') }}
      >
        {(data) => (
          <Table
            caption={kind.plural()}
            columns={columns(kind)}
            rows={data.items}
            keyOf={({ id }) => id}
            isStale={found.isStale}
          />
        )}
      </ListingFrame>
      <Make kind={kind} title={t(says.make)} isOpen={isMaking} close={() => setMaking(false)} />
    </Page>
  );
};
