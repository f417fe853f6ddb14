/** The operations of each surface, and the credential for it; the longest first. */
import type { Subject } from './subject.ts';

export type Surface = {
  readonly name: string;
  readonly contract: (subject: Subject) => string;
  readonly headers: (subject: Subject) => Promise<Readonly<Record<string, string>>>;
  /** Regular expressions of paths. */
  readonly only?: string;
  readonly without?: string;
  /** The name of a check of schemathesis that contradicts the contract there. */
  readonly notChecked?: string;
  /** Operations that end credentials or delete everything: one by one, after all others. */
  readonly isLast?: true;
};

export const ENDS_SOMETHING =
  '^/(auth/logout|api/site-tools/(reset-data|clear-stuck-jobs)|api/activity/cleanup)$|/(revoke|rotate|archive|disable)$|^/api/site-tools/api-keys/|^/api/members';

/** About half of the dashboard's operations. */
const PUBLICATIONS_AND_PEOPLE = '^/api/(publications|people|suggestions)';

const inOrg = (token: string): Readonly<Record<string, string>> => ({
  Authorization: `Bearer ${token}`,
  'X-Workspace-Id': 'org',
});

const publicContract = ({ publicUrl }: Subject): string => `${publicUrl}/openapi.json`;
const dashboardContract = ({ dashboardUrl }: Subject): string => `${dashboardUrl}/openapi.json`;

export const SURFACES: readonly Surface[] = [
  {
    name: 'dashboard: publications and people',
    contract: dashboardContract,
    headers: async ({ session }) => inOrg(await session()),
    only: PUBLICATIONS_AND_PEOPLE,
    // What staff have deleted is kept, and can be read, corrected and restored.
    notChecked: 'use_after_free',
    without: ENDS_SOMETHING,
  },
  {
    name: 'dashboard: everything else',
    contract: dashboardContract,
    headers: async ({ session }) => inOrg(await session()),
    without: `${ENDS_SOMETHING}|${PUBLICATIONS_AND_PEOPLE}`,
  },
  {
    name: 'public reads',
    contract: publicContract,
    headers: () => Promise.resolve({}),
    only: '^/(health|v1/(publications|doi|researchers|projects))',
  },
  {
    name: 'integrations',
    contract: ({ publicUrl }) => `${publicUrl}/integrations/v1/openapi.json`,
    headers: ({ credential }) => Promise.resolve({ 'X-API-Key': credential }),
  },
  {
    name: 'people, for plug-ins',
    contract: publicContract,
    headers: ({ credential }) => Promise.resolve({ 'X-API-Key': credential }),
    only: '^/v1/people',
  },
  {
    name: 'partner operations',
    contract: publicContract,
    headers: ({ partnerKey }) => Promise.resolve({ 'X-API-Key': partnerKey }),
    only: '^/api/',
  },
  {
    name: 'dashboard: destructive operations',
    contract: dashboardContract,
    headers: async ({ session }) => inOrg(await session()),
    only: ENDS_SOMETHING,
    without: '^/auth/logout$',
    isLast: true,
  },
  {
    name: 'dashboard: signing out',
    contract: dashboardContract,
    headers: async ({ session }) => inOrg(await session()),
    only: '^/auth/logout$',
    isLast: true,
  },
];
