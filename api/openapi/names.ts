/** What a route is called in a contract: its path, its operation id and its resource, all made from its address alone. */
import type { Route } from '../http/route.ts';

const PARAMETER = /[:*](\w+)/gu;

/** Path parameters in the order of the path; `rest` is one that takes slashes too. */
export const parametersIn = (path: string): readonly { readonly name: string; readonly rest: boolean }[] =>
  [...path.matchAll(PARAMETER)].map(([whole, name = '']) => ({ name, rest: whole.startsWith('*') }));

/** The path as OpenAPI writes it: `/v1/doi/{doi}`. */
export const templateOf = (path: string): string => path.replace(PARAMETER, '{$1}');

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** `getV1DoiByDoi`: one route alone has it, as long as its address stays. */
export const operationIdOf = ({ method, path }: Route): string => {
  const words = path
    .replace(PARAMETER, 'by-$1')
    .split(/[^A-Za-z0-9]+/u)
    .filter((word) => word !== '');
  return `${method.toLowerCase()}${words.map(capital).join('')}`;
};

/** Resources that go by another name in some addresses. */
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

/** The resource of an address, whatever surface it is on. */
export const resourceOf = (path: string): string => {
  const [first = ''] = path
    .replace(/^\/(?:integrations\/v1|api|v1)\//u, '')
    .split('/')
    .filter((part) => part !== '');
  return RESOURCE[first] ?? first;
};
