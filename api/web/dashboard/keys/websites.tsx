/** Websites that read from the catalogue, each with its keys. */
import { useState } from 'preact/hooks';
import { number } from '../../client/format.ts';
import { oneOf } from '../../client/query.ts';
import { api } from '../../client/session.ts';
import { openListing } from '../../client/view.ts';
import { Button } from '../../parts/button.tsx';
import { SelectField } from '../../parts/field.tsx';
import { ListingFrame } from '../../parts/listing.tsx';
import { Page } from '../../parts/page.tsx';
import { Badge, Empty } from '../../parts/states.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { Ago } from '../../parts/time.tsx';
import { useResource } from '../../parts/use-resource.ts';
import {
  KindTabs,
  lastUseOf,
  WEBSITE_STATES,
  websitePath,
  WebsiteState,
  workingKeysOf,
  type Website,
} from './kinds.tsx';
import { NewWebsite } from './new-website.tsx';
import { words as t } from './words.ts';

const websites = openListing({ status: oneOf(['any', ...WEBSITE_STATES], 'any') }, {});

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

const columns = (): readonly Column<Website>[] => [
  {
    id: 'name',
    label: t('website'),
    role: 'main',
    cell: ({ id, display_name: name, description }) => (
      <>
        <a class="row-name" href={websitePath(id)} dir="auto">
          {name}
        </a>
        {description !== null && <p class="row-more muted small">{description}</p>}
      </>
    ),
  },
  { id: 'state', label: t('state'), cell: (website) => <WebsiteState status={website.status} /> },
  { id: 'addresses', label: t('addresses'), cell: (website) => <Addresses origins={website.origins} /> },
  { id: 'keys', label: t('working_keys'), align: 'end', cell: (website) => number(workingKeysOf(website).length) },
  {
    id: 'used',
    label: t('last_used'),
    cell: (website) => {
      const at = lastUseOf(website);
      return at === null ? <span class="muted nowrap">{t('never_used')}</span> : <Ago ms={at} />;
    },
  },
];

const Websites = () => {
  const { status, page, per_page } = websites.now.value;
  const [isAdding, setAdding] = useState(false);
  const query = { page, per_page, status: status === 'any' ? undefined : status };
  const found = useResource(
    `websites ${JSON.stringify(query)}`,
    async (signal, inBackground) => (await api('GET /api/installations', { query, signal, inBackground })).body,
  );
  const add = (
    <Button kind="primary" icon="plus" onClick={() => setAdding(true)}>
      {t('new_website')}
    </Button>
  );
  const isEmpty = found.data?.total === 0 && !websites.isNarrowed.value;
  return (
    <Page title={t('websites_title')} lead={t('websites_lead')} actions={add} isWide>
      <div class="spread">
        <KindTabs current="websites" />
        {!isEmpty && (
          <SelectField
            label={t('state')}
            hidesLabel
            value={status}
            options={(['any', ...WEBSITE_STATES] as const).map((value) => ({
              value,
              label: value === 'any' ? t('any_state') : t(value),
            }))}
            onValue={(value) => websites.narrow({ status: value })}
          />
        )}
      </div>
      <ListingFrame
        listing={websites}
        of={found}
        empty={
          <Empty icon="key-round" title={t('no_websites')} actions={add}>
            {t('no_websites_hint')}
          </Empty>
        }
        noMatch={{ title: t('no_websites_so'), hint: t('no_websites_so_hint') }}
      >
        {(data) => (
          <Table
            caption={t('websites_title')}
            columns={columns()}
            rows={data.installations}
            keyOf={({ id }) => id}
            isStale={found.isStale}
          />
        )}
      </ListingFrame>
      <NewWebsite isOpen={isAdding} close={() => setAdding(false)} />
    </Page>
  );
};

export default Websites;
