/** Strict query parameters: an unknown, repeated, mistyped or out-of-bounds one is a 400 that names it and what is accepted. */
import { Refused } from '../../domain/errors.ts';
import { REQUEST } from '../../domain/limits.ts';
import { ownOf } from '../../domain/own.ts';
import { shortened } from '../../domain/shortened.ts';
import type { Request, Route } from './route.ts';
import type { Schema } from './schema-types.ts';
import { ALL_ERRORS, suggestionFor, validationMessage } from './validate.ts';

type Problem = { readonly parameter: string; readonly message: string };
type Value = string | number | boolean;

export const refusedQuery = (error: string, parameter: string, message: string): Refused =>
  new Refused('invalid', 'invalid_query', error, { errors: [{ parameter, message }] });

const unknownParameter = (name: string, known: readonly string[]): Problem => {
  const accepted = known.length > 0 ? `accepted: ${known.join(', ')}` : 'this address takes no parameters';
  return { parameter: shortened(name), message: `unknown parameter${suggestionFor(name, known)} (${accepted})` };
};

/** Converts a text to the type of its schema, or returns it unchanged to fail validation. */
const convert = (text: string, { type }: Schema): Value => {
  if (type === 'integer' && /^-?\d{1,16}$/.test(text)) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
};

const ESCAPES = /(?:%[\da-f]{2})+/giu;

/** Whether percent-encoded bytes are UTF-8. Others would be decoded as replacement characters. */
const isUtf8 = (encoded: string): boolean =>
  [...encoded.matchAll(ESCAPES)].every(([escapes]) => {
    try {
      decodeURIComponent(escapes);
      return true;
    } catch {
      return false;
    }
  });

const NOT_UTF8 = 'must be percent-encoded UTF-8, such as %C3%BC for ü';

const parametersOf = (search: string): readonly { name: string; text: string; encoded: string }[] => {
  // Divided as URLSearchParams does.
  const encoded = search.replace(/^\?/u, '').match(/[^&]+/gu) ?? [];
  return [...new URLSearchParams(search)].map(([name, text], at) => ({ name, text, encoded: encoded[at] ?? '' }));
};

/** The query of a route. The returned function throws `Refused('invalid', 'invalid_query')`. */
export const queryParser = ({
  query: schema,
  requiredQuery: required = [],
  takesAnyQuery: takesAny,
}: Pick<Route, 'query' | 'requiredQuery' | 'takesAnyQuery'>): ((search: string) => Request['query']) => {
  const names = Object.keys(schema);
  const parameters = { type: 'object', properties: schema };
  const defaults = Object.fromEntries(
    Object.entries(schema).flatMap(([name, { default: value }]) =>
      value === undefined ? [] : [[name, value as Value]],
    ),
  );

  return (search) => {
    if (search === '' && required.length === 0) return defaults;
    const problems: Problem[] = [];
    const given = new Map<string, Value>();
    for (const { name, text, encoded } of parametersOf(search)) {
      const field = ownOf(schema, name);
      if (field === undefined && takesAny !== true) problems.push(unknownParameter(name, names));
      else if (field !== undefined && !isUtf8(encoded)) problems.push({ parameter: name, message: NOT_UTF8 });
      else if (given.has(name)) problems.push({ parameter: shortened(name), message: 'must not be repeated' });
      else given.set(name, field === undefined ? text : convert(text, field));
      // The response lists only the first.
      if (problems.length >= REQUEST.problems) break;
    }
    const query = { ...defaults, ...Object.fromEntries(given) };
    for (const name of required) if (!given.has(name)) problems.push({ parameter: name, message: 'is required' });
    const validate = ALL_ERRORS.compile<Record<string, Value>>(parameters);
    validate(query);
    for (const error of validate.errors ?? [])
      problems.push({ parameter: error.instancePath.slice(1), message: validationMessage(error) });
    const [first] = problems;
    if (first === undefined) return query;
    throw new Refused('invalid', 'invalid_query', `invalid query parameter ${first.parameter}: ${first.message}`, {
      errors: problems.slice(0, REQUEST.problems),
    });
  };
};
