/** The websites that read from the catalogue, each with its keys. */
import { number } from '../../client/format.ts';
import { optionalOneOf } from '../../client/query.ts';
import { openListing } from '../../client/view.ts';
import { ListPage } from '../../parts/list-page.tsx';
import { RowName } from '../../parts/row-name.tsx';
import { Badge } from '../../parts/states.tsx';
import type { Column } from '../../parts/table.tsx';
import { Filter } from '../../parts/toolbar.tsx';
import { useOpener } from '../../parts/use-opener.tsx';
import { useAnswer } from '../../parts/use-resource.ts';
import { words as t } from './generated/words.ts';
import { KindTabs, LastUse, StateBadge, WEBSITE_STATES, websitePath, workingKeysOf, type Website } from './kinds.tsx';
import { NewWebsite } from './new-website.tsx';

const websites = openListing({ status: optionalOneOf(WEBSITE_STATES) }, {});

const Addresses = ({ origins }: Pick<Website, 'origins'>) => {
  const [first, ...more] = origins.filter(({ verification_status: status }) => status !== 'revoked');
  if (first === undefined) return null;
  const isWaiting = [first, ...more].some(({ verification_status: status }) => status !== 'verified');
  return (
    <>
      {first.origin.replace(/^https?:\/\//u, '')}
      {more.length > 0 && ` + ${number(more.length)}`} {isWaiting && <Badge kind="warning">{t('unproven')}</Badge>}
    </>
  );
};

const lastUseOf = ({ credentials }: Pick<Website, 'credentials'>): number | null => {
  const uses = credentials.flatMap(({ last_used_at: at }) => at ?? []);
  return uses.length === 0 ? null : Math.max(...uses);
};

const columns = (): readonly Column<Website>[] => [
  {
    id: 'name',
    label: t('website'),
    role: 'main',
    cell: ({ id, display_name: name, description }) => (
      <>
        <RowName href={websitePath(id)}>{name}</RowName>
        {description !== null && <p class="row-more muted small">{description}</p>}
      </>
    ),
  },
  { id: 'state', label: t('state'), cell: (website) => <StateBadge status={website.status} /> },
  { id: 'addresses', label: t('addresses'), cell: (website) => <Addresses origins={website.origins} /> },
  { id: 'keys', label: t('working_keys'), align: 'end', cell: (website) => number(workingKeysOf(website).length) },
  { id: 'used', label: t('last_used'), cell: (website) => <LastUse at={lastUseOf(website)} /> },
];

export default function Websites() {
  const { status, page, per_page } = websites.now.value;
  const { opener, dialog } = useOpener(t('new_website'));
  const found = useAnswer('GET /api/installations', { query: { page, per_page, status } });
  const isEmpty = found.data?.total === 0 && !websites.isNarrowed.value;
  return (
    <ListPage
      title={t('websites_title')}
      lead={t('websites_lead')}
      actions={opener}
      filters={
        <div class="spread">
          <KindTabs current="websites" />
          {!isEmpty && (
            <Filter
              listing={websites}
              by="status"
              label={t('state')}
              any={t('any_state')}
              options={WEBSITE_STATES.map((value) => ({ value, label: t(value) }))}
            />
          )}
        </div>
      }
      listing={websites}
      of={found}
      none={{ icon: 'key-round', title: t('no_websites'), hint: t('no_websites_hint') }}
      noMatch={{ title: t('no_websites_so'), hint: t('no_websites_so_hint') }}
      columns={columns()}
      rowsIn={(data) => data.installations}
      keyOf={({ id }) => id}
    >
      <NewWebsite {...dialog} />
    </ListPage>
  );
}
