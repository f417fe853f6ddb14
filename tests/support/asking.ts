/** Sends requests to a route by its declaration: URL, query and body are made from examples, with parts replaced. */
import type { Route } from '../../api/http/route.ts';
import { exampleOf } from '../../api/openapi/example.ts';
import { parametersIn } from '../../api/openapi/audiences.ts';
import type { Person } from './dashboard.ts';
import type { Reply } from './serving.ts';

export type Parts = {
  /** In place of the examples; already percent-encoded. */
  readonly path?: Readonly<Record<string, string>>;
  /** In addition to what must be sent. */
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
};

const addressOf = ({ path, params = {}, query, requiredQuery = [] }: Route, parts: Parts): string => {
  const partOf = (name: string): string =>
    parts.path?.[name] ?? encodeURIComponent(String(exampleOf(params[name] ?? {}, name)));
  const named = parametersIn(path).reduce(
    (address, { name }) => address.replace(new RegExp(`[:*]${name}\\b`, 'u'), () => partOf(name)),
    path,
  );
  const required = Object.fromEntries(requiredQuery.map((name) => [name, String(exampleOf(query[name] ?? {}, name))]));
  const search = new URLSearchParams({ ...required, ...parts.query });
  return search.size === 0 ? named : `${named}?${search.toString()}`;
};

/** Sends one request; its body, if any, as JSON. */
export type Send = (route: Route, address: string, body: unknown) => Promise<Reply>;

export const sendAs =
  (person: Person): Send =>
  ({ method }, address, body) => {
    switch (method) {
      case 'GET':
        return person.get(address);
      case 'POST':
        return person.post(address, body);
      case 'PATCH':
        return person.patch(address, body);
      case 'DELETE':
        return person.delete(address);
    }
  };

export const askRoute = (send: Send, route: Route, parts: Parts = {}): Promise<Reply> => {
  const body = 'body' in parts ? parts.body : route.body === undefined ? undefined : exampleOf(route.body);
  return send(route, addressOf(route, parts), body);
};
