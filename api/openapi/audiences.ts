/** Whom an operation is for: the groups of a contract, each with the guide that tells how to use it. */
import type { Role } from '../../domain/member/events.ts';
import type { Access } from '../http/access.ts';
import { isIntegrations } from '../http/error-body.ts';
import type { Route } from '../http/route.ts';
import { resourceOf } from './names.ts';

/** Titles of the guides that a listener hands out, by the names of their files. */
export const GUIDES = {
  'cms-developer': 'For CMS developers',
  partner: 'For partners',
  dashboard: 'Working in the dashboard',
  'dashboard-api': 'The dashboard by program',
} as const;
export type Guide = keyof typeof GUIDES;

type Audience = {
  readonly name: string;
  readonly description: string;
  readonly guide: Guide | null;
  /** Whether there are so many operations that each resource is a group of its own. */
  readonly byResource?: true;
};

/** In the order in which a contract lists them. */
const AUDIENCES = {
  everybody: { name: 'Public API', description: 'Open to everybody, without a key.', guide: 'partner' },
  websites: {
    name: 'Website plug-ins',
    description: "For an institute's website, with the credential of its installation.",
    guide: 'cms-developer',
  },
  partners: { name: 'Partners', description: 'For partner systems, with an API key.', guide: 'partner' },
  staff: { name: 'Staff', description: 'For every member of a workspace.', guide: 'dashboard-api', byResource: true },
  administrators: {
    name: 'Administrators',
    description: 'For the administrators of a workspace.',
    guide: 'dashboard-api',
    byResource: true,
  },
  superadmins: { name: 'Superadmins', description: 'For superadmins alone.', guide: 'dashboard-api', byResource: true },
  signingIn: {
    name: 'Signing in',
    description: 'Who the caller is, and how they come in and go.',
    guide: 'dashboard-api',
  },
  operation: { name: 'Operation', description: 'For what watches over the service.', guide: null },
} as const satisfies Readonly<Record<string, Audience>>;

type Who = keyof typeof AUDIENCES;

const OF_ROLE: Readonly<Record<Role, Who>> = {
  member: 'staff',
  workspace_admin: 'administrators',
  superadmin: 'superadmins',
};

const OF_ACCESS: Readonly<Record<Exclude<Access['kind'], 'workspace'>, Who>> = {
  anyone: 'everybody',
  installation: 'websites',
  api_key: 'partners',
  signed_in: 'staff',
  superadmin: 'superadmins',
};

const WAYS_IN = new Set(['sign-in', 'identity']);

const whoOf = ({ path, access }: Route): Who => {
  const resource = resourceOf(path);
  if (resource === 'health') return 'operation';
  if (WAYS_IN.has(resource)) return 'signingIn';
  if (isIntegrations(path)) return 'websites';
  return access.kind === 'workspace' ? OF_ROLE[access.role] : OF_ACCESS[access.kind];
};

const audienceOf = (route: Route): Audience => AUDIENCES[whoOf(route)];

export const tagOf = (route: Route): string => {
  const { name, byResource } = audienceOf(route);
  return byResource === true ? `${name}: ${resourceOf(route.path)}` : name;
};

export type Tag = {
  readonly name: string;
  readonly description: string;
  readonly externalDocs?: { readonly description: string; readonly url: string };
};

export const guideAddress = (guide: Guide): string => `/docs/guides/${guide}`;

/** Those of the routes, by audience and then by name. */
export const tagsOf = (routes: readonly Route[]): readonly Tag[] => {
  const order: readonly Audience[] = Object.values(AUDIENCES);
  const found = new Map(routes.map((route) => [tagOf(route), audienceOf(route)]));
  return [...found]
    .sort(([a, one], [b, other]) => order.indexOf(one) - order.indexOf(other) || (a < b ? -1 : 1))
    .map(([name, { description, guide }]) => ({
      name,
      description,
      ...(guide === null ? {} : { externalDocs: { description: 'Guide', url: guideAddress(guide) } }),
    }));
};
