/** How a contract names its operations, and groups them by audience, each with its guide. */
import type { Role } from '../../domain/member/events.ts';
import type { Access } from '../http/access.ts';
import { isIntegrations } from '../http/error-body.ts';
import type { Route } from '../http/route.ts';

const PARAMETER = /[:*](\w+)/gu;

/** Path parameters in order; `rest`: may contain slashes. */
export const parametersIn = (path: string): readonly { readonly name: string; readonly rest: boolean }[] =>
  [...path.matchAll(PARAMETER)].map(([whole, name = '']) => ({ name, rest: whole.startsWith('*') }));

/** The path in OpenAPI syntax: `/v1/doi/{doi}`. */
export const templateOf = (path: string): string => path.replace(PARAMETER, '{$1}');

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** `getV1DoiByDoi`: unique, and stable as long as the address is. */
export const operationIdOf = ({ method, path }: Route): string => {
  const words = path.replace(PARAMETER, 'by-$1').match(/[A-Za-z0-9]+/gu) ?? [];
  return `${method.toLowerCase()}${words.map(capital).join('')}`;
};

/** Resources with a different name in some addresses. */
const RESOURCE: Readonly<Record<string, string>> = {
  doi: 'publications',
  ingest: 'ingestion',
  import: 'ingestion',
  partners: 'people',
  suggestions: 'author-links',
  me: 'identity',
  'debug-auth': 'identity',
  auth: 'sign-in',
};

const resourceOf = (path: string): string => {
  const [first = ''] = path.replace(/^\/(?:integrations\/v1|api|v1)\//u, '').match(/[^/]+/u) ?? [];
  return RESOURCE[first] ?? first;
};

/** Titles of the guides that a listener serves, by file name. */
export const GUIDES = {
  'cms-developer': 'For CMS developers',
  partner: 'For partners',
  dashboard: 'Working in the dashboard',
  'dashboard-api': 'The dashboard API',
} as const;
export type Guide = keyof typeof GUIDES;

type Audience = {
  readonly name: string;
  readonly description: string;
  readonly guide: Guide | null;
  /** Whether each resource is a separate group, because there are many operations. */
  readonly byResource?: true;
};

/** In the order of the contract. */
const AUDIENCES = {
  everybody: { name: 'Public API', description: 'Open to everyone, without a key.', guide: 'partner' },
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
  superadmins: { name: 'Superadmins', description: 'Only for superadmins.', guide: 'dashboard-api', byResource: true },
  signingIn: {
    name: 'Signing in',
    description: 'Sign-in, sign-out and the identity of the caller.',
    guide: 'dashboard-api',
  },
  operation: { name: 'Operation', description: 'For monitoring the service.', guide: null },
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

export const guideAddress = (guide: Guide): string => `/docs/guides/${guide}`;

/** The groups of the routes, by audience, then by name. */
export const tagsOf = (routes: readonly Route[]) => {
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
