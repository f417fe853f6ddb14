/** A route's names in a contract, derived from its address: path, operation id and resource. */
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

export const resourceOf = (path: string): string => {
  const [first = ''] = path.replace(/^\/(?:integrations\/v1|api|v1)\//u, '').match(/[^/]+/u) ?? [];
  return RESOURCE[first] ?? first;
};
