/** Strict query parameters: unknown, repeated, mistyped or out of bounds is a 400 that names the parameter and what is accepted. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { Refused } from '../../domain/errors.ts';
import type { QuerySchema, Request, Schema } from './route.ts';
import { complaint, suggestionFor } from './validate.ts';

type Problem = { readonly parameter: string; readonly message: string };
type Value = string | number | boolean;

const unknownParameter = (name: string, known: readonly string[]): Problem => {
  const accepted = known.length > 0 ? `accepted: ${known.join(', ')}` : 'this address takes no parameters';
  return { parameter: name, message: `unknown parameter${suggestionFor(name, known)} (${accepted})` };
};

/** Text as the type that its schema names, or the text itself, which then fails validation. */
const typed = (text: string, { type }: Schema): Value => {
  if (type === 'integer' && /^-?\d{1,16}$/.test(text)) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
};

/** Compiles a query schema. The returned function throws `Refused('invalid', 'invalid_query')`. */
export const queryParser = (schema: QuerySchema, takesAny = false): ((search: string) => Request['query']) => {
  const names = Object.keys(schema);
  const validate = new Ajv2020({ allErrors: true, strict: true }).compile<Record<string, Value>>({
    type: 'object',
    properties: schema,
  });
  const defaults = Object.fromEntries(
    Object.entries(schema).flatMap(([name, { default: value }]) =>
      value === undefined ? [] : [[name, value as Value]],
    ),
  );

  return (search) => {
    if (search === '') return defaults;
    const problems: Problem[] = [];
    const given = new Map<string, Value>();
    for (const [name, text] of new URLSearchParams(search)) {
      const field = Object.hasOwn(schema, name) ? schema[name] : undefined;
      if (field === undefined && !takesAny) problems.push(unknownParameter(name, names));
      else if (given.has(name)) problems.push({ parameter: name, message: 'must not be repeated' });
      else given.set(name, field === undefined ? text : typed(text, field));
    }
    const query = { ...defaults, ...Object.fromEntries(given) };
    if (!validate(query)) {
      for (const error of validate.errors ?? [])
        problems.push({ parameter: error.instancePath.slice(1), message: complaint(error) });
    }
    if (problems.length > 0) {
      const [first] = problems;
      throw new Refused('invalid', 'invalid_query', `invalid query parameter ${first?.parameter}: ${first?.message}`, {
        errors: problems,
      });
    }
    return query;
  };
};
