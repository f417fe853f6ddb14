/** The keys of partner systems, with their scopes and use. */
import { number } from '../../client/format.ts';
import { openListing } from '../../client/view.ts';
import { ListPage } from '../../parts/list-page.tsx';
import { RowName } from '../../parts/row-name.tsx';
import { Sparkline } from '../../parts/sparkline.tsx';
import type { Column } from '../../parts/table.tsx';
import { useOpener } from '../../parts/use-opener.tsx';
import { useAnswer } from '../../parts/use-resource.ts';
import { words as t } from './generated/words.ts';
import { KindTabs, LastUse, partnerPath, StateBadge, type Partner } from './kinds.tsx';
import { NewPartner } from './new-partner.tsx';
import { sumOf } from './uses.tsx';

const partners = openListing({}, {});

const columns = (): readonly Column<Partner>[] => [
  {
    id: 'name',
    label: t('partner'),
    role: 'main',
    cell: ({ key_hash: hash, client_name: name, scopes }) => (
      <>
        <RowName href={partnerPath(hash)}>{name}</RowName>
        <p class="row-more muted small">{scopes.map((scope) => t(scope)).join(' · ')}</p>
      </>
    ),
  },
  { id: 'state', label: t('state'), cell: (key) => <StateBadge status={key.status} /> },
  {
    id: 'rate',
    label: t('rate'),
    role: 'aside',
    align: 'end',
    cell: (key) => t('per_minute', { count: key.rate_limit_per_minute }),
  },
  {
    id: 'uses',
    label: t('uses_lately'),
    align: 'end',
    cell: ({ uses_by_day: days }) => {
      const count = sumOf(days, 'admitted');
      if (count === 0) return number(0);
      return (
        <span class="nowrap number">
          <span aria-hidden="true">{number(count)}</span>
          <Sparkline label={t('uses_in_days', { count, days: days.length })} counts={days.map((day) => day.admitted)} />
        </span>
      );
    },
  },
  { id: 'used', label: t('last_used'), cell: ({ last_used_at: at }) => <LastUse at={at} /> },
];

export default function Partners() {
  const { page, per_page } = partners.now.value;
  const { opener, dialog } = useOpener(t('new_partner'));
  const found = useAnswer('GET /api/site-tools/api-keys', { query: { page, per_page } });
  return (
    <ListPage
      title={t('partners_title')}
      lead={t('partners_lead')}
      actions={opener}
      filters={<KindTabs current="partners" />}
      listing={partners}
      of={found}
      none={{ icon: 'key-round', title: t('no_partners'), hint: t('no_partners_hint') }}
      columns={columns()}
      rowsIn={(data) => data.keys}
      keyOf={({ key_hash: hash }) => hash}
    >
      <NewPartner {...dialog} />
    </ListPage>
  );
}
