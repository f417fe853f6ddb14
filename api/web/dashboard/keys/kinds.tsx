/** The two kinds of keys, what each gives access to, and the links between their lists. */
import { API_KEY_SCOPES } from '../../../../domain/api-key/events.ts';
import { INSTALLATION_SCOPES, PLATFORMS } from '../../../../domain/installation/events.ts';
import type { AnswerTo } from '../../client/api.ts';
import { Badge } from '../../parts/states.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { Ago } from '../../parts/time.tsx';
import { here } from '../pages.ts';
import { words as t } from './generated/words.ts';

export type Website = AnswerTo<'GET /api/installations/{id}'>;
export type Origin = Website['origins'][number];
export type WebsiteKey = Website['credentials'][number];
export type Partner = AnswerTo<'GET /api/site-tools/api-keys/{keyHash}'>;

type Shown<Name extends string, One> = { readonly [N in Name]: One } & {
  /** Shows a change before the server confirms it. */
  readonly wrote: (change: Partial<One>, sent: { readonly etag: string | null }) => void;
  readonly again: () => unknown;
};

export type ShownWebsite = Shown<'website', Website>;
export type ShownPartner = Shown<'partner', Partner>;

const KINDS = ['websites', 'partners'] as const;
type Kind = (typeof KINDS)[number];

const PATHS = { websites: '/keys', partners: '/keys/partners' } as const;

export const listOf = (kind: Kind): string => here(PATHS[kind]);
export const websitePath = (id: string): string => here(`/keys/websites/${id}`);
export const partnerPath = (hash: string): string => here(`/keys/partners/${hash}`);

export const KindTabs = ({ current }: { readonly current: Kind }) => (
  <Tabs label={t('kinds')} values={KINDS} current={current} hrefOf={listOf}>
    {(kind) => t(kind)}
  </Tabs>
);

export const platformOptions = () => PLATFORMS.map((value) => ({ value, label: t(value) }));

export const websiteScopes = () => INSTALLATION_SCOPES.map((value) => ({ value, label: t(value) }));
export const partnerScopes = () =>
  API_KEY_SCOPES.map((value) => ({ value, label: t(value), hint: t(`${value}_hint`) }));

export const WEBSITE_STATES = ['draft', 'pending_verification', 'active', 'disabled', 'revoked', 'archived'] as const;

const BADGES = {
  draft: 'plain',
  pending_verification: 'warning',
  active: 'good',
  disabled: 'warning',
  suspended: 'warning',
  revoked: 'danger',
  archived: 'plain',
} as const;

export const StateBadge = ({ status }: Pick<Website | Partner, 'status'>) => (
  <Badge kind={BADGES[status]}>{t(status)}</Badge>
);

export const LastUse = ({ at }: { readonly at: number | null }) =>
  at === null ? <span class="muted nowrap">{t('never_used')}</span> : <Ago ms={at} />;

/** Whether the website can no longer be changed. */
export const isOver = ({ status }: Pick<Website, 'status'>): boolean => status === 'revoked' || status === 'archived';

export const workingKeysOf = ({ credentials }: Pick<Website, 'credentials'>): readonly WebsiteKey[] =>
  credentials.filter(({ status }) => status === 'active');
