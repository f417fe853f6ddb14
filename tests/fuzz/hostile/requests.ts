/** Requests of every operation in the contract, each with a mutated body or parameters. */
import type { Json } from '../../../domain/json.ts';
import type { Random } from '../../support/history/random.ts';
import { ENDS_SOMETHING } from '../surfaces.ts';
import { mangled } from './mutate.ts';
import { sampleOf, type Contract, type Operation } from './sample.ts';
import { textOf } from './texts.ts';

export type HostileRequest = { readonly method: string; readonly path: string; readonly body?: string };

type Route = { readonly method: string; readonly path: string; readonly operation: Operation };

/** An import queries the providers, which is the other half of this. */
const LEFT_OUT = new RegExp(`${ENDS_SOMETHING}|^/auth/|/import/|/ingest$|/events$`, 'u');

const routesOf = ({ paths }: Contract): readonly Route[] =>
  Object.entries(paths)
    .filter(([path]) => !LEFT_OUT.test(path))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
    );

const asText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Half of a surrogate pair is not valid in a URL. */
const encoded = (text: string): string => encodeURIComponent(Buffer.from(text).toString());

/** Makes one request after another; the same seed makes the same ones. */
export const requestsFor = (contract: Contract, random: Random): (() => HostileRequest) => {
  const [first, ...others] = routesOf(contract);
  if (first === undefined) throw new Error('the contract has no routes');
  return () => {
    const { method, path, operation } = random.pick([first, ...others]);
    const { parameters = [], requestBody } = operation;
    const body = Object.values(requestBody?.content ?? {})[0];
    // A route with a body is tried with that; others are tried with parameters.
    const hostileAt = body === undefined || random.chance(0.1) ? 'parameters' : 'body';
    const valueOf = (each: (typeof parameters)[number]): string => {
      if (hostileAt === 'parameters' && random.chance(0.6)) return textOf(random);
      return asText(each.example ?? sampleOf(random, contract, each.schema ?? {}));
    };
    const place = parameters
      .filter((each) => each.in === 'path')
      .reduce((filled, each) => filled.replace(`{${each.name}}`, encoded(valueOf(each)) || '-'), path);
    const query = parameters
      .filter((each) => each.in === 'query' && (each.required === true || random.chance(0.4)))
      .map((each) => `${encoded(each.name)}=${encoded(valueOf(each))}`);
    const request = { method, path: `${place}${query.length > 0 ? `?${query.join('&')}` : ''}` };
    if (body === undefined) return request;
    const valid = body.example ?? sampleOf(random, contract, body.schema ?? {});
    return { ...request, body: JSON.stringify(hostileAt === 'body' ? mangled(random, valid) : valid) };
  };
};
