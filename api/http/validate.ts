/** Checks a value against a schema and says what is wrong with it, where, and what is accepted. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ErrorObject } from 'ajv';
import addFormats from 'ajv-formats';
import { closest, distance } from 'fastest-levenshtein';
import { Refused } from '../../domain/errors.ts';
import { REQUEST } from '../../domain/limits.ts';
import { shortened } from '../../domain/shortened.ts';
import { formatRefusal, PARSED_FORMATS } from './identifiers.ts';
import type { Schema } from './schema.ts';
import { SAYS_SOMETHING } from './schemas.ts';

type Problem = { readonly field: string; readonly message: string };

/** More edits than this and a suggestion is a guess: a third of the name, and never more than this. */
const NEAR_MISS = 3;

const isNear = (name: string, other: string): boolean =>
  distance(name, other) <= Math.min(NEAR_MISS, Math.round(name.length / 3));

export const suggestionFor = (name: string, known: readonly string[]): string => {
  if (name.length > REQUEST.shownCharacters) return '';
  const near = known.length > 0 ? closest(name, known) : '';
  return near !== '' && isNear(name, near) ? `; did you mean ${near}?` : '';
};

const article = (type: string): string => (/^[aio]/u.test(type) ? `an ${type}` : `a ${type}`);

const typesOf = (type: unknown): string =>
  (Array.isArray(type) ? (type as readonly string[]) : [String(type)])
    .map((each) => (each === 'null' ? 'null' : article(each)))
    .join(' or ');

const isParsed = (format: unknown): format is (typeof PARSED_FORMATS)[number] =>
  (PARSED_FORMATS as readonly unknown[]).includes(format);

const AT_LEAST: ReadonlySet<string> = new Set(['minLength', 'minItems', 'minProperties']);

export const validationMessage = ({ keyword, params, message, parentSchema, data }: ErrorObject): string => {
  const { format } = params as Readonly<Record<string, unknown>>;
  if (keyword === 'format' && isParsed(format))
    return formatRefusal(format, String(data))?.message ?? 'is not accepted';
  if (keyword === 'enum') return `must be one of ${(params['allowedValues'] as readonly string[]).join(', ')}`;
  if (keyword === 'const') return `must be ${JSON.stringify(params['allowedValue'])}`;
  if (keyword === 'type') return `must be ${typesOf(params['type'])}`;
  if (keyword === 'required') return 'is required';
  if (keyword === 'pattern')
    return params['pattern'] === SAYS_SOMETHING.pattern ? 'must not be blank' : `must match ${params['pattern']}`;
  if (keyword === 'uniqueItems') return 'must not have anything twice';
  if (AT_LEAST.has(keyword) && params['limit'] === 1) return 'must not be empty';
  if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties') {
    const name = String(params['additionalProperty'] ?? params['unevaluatedProperty']);
    const known = Object.keys((parentSchema?.['properties'] as object | undefined) ?? {});
    return `is not known${suggestionFor(name, known)}${known.length > 0 ? ` (accepted: ${known.join(', ')})` : ''}`;
  }
  return message ?? 'is not accepted';
};

const fieldOf = ({ instancePath, keyword, params, propertyName }: ErrorObject): string => {
  const extra: unknown =
    keyword === 'required'
      ? params['missingProperty']
      : (params['additionalProperty'] ?? params['unevaluatedProperty'] ?? propertyName);
  const path = typeof extra === 'string' ? `${instancePath}/${extra}` : instancePath;
  return path === '' ? 'body' : shortened(path.slice(1));
};

const newCompiler = (allErrors: boolean): Ajv2020 => {
  const made = new Ajv2020({ allErrors, strict: true, allowUnionTypes: true, verbose: true });
  addFormats.default(made);
  for (const format of PARSED_FORMATS) made.addFormat(format, (text: string) => formatRefusal(format, text) === null);
  return made;
};

/** Compilers of the schemas of routes, which name the first validationMessage or every one. Making one takes as long as a hundred schemas. */
const FIRST = newCompiler(false);
export const ALL_ERRORS = newCompiler(true);

/** They complain besides what they are made of does. */
const COMPOSED: ReadonlySet<string> = new Set(['oneOf', 'anyOf', 'propertyNames']);

/** What is wrong with a body; of a choice of shapes, with those that know most of what was sent: the others were not meant. */
const complainer = (schema: Schema): ((body: unknown) => readonly ErrorObject[]) => {
  const shapes = ((schema['oneOf'] ?? [schema]) as readonly Schema[]).map((shape) => ({
    validate: FIRST.compile(shape),
    known: (shape['properties'] ?? {}) as Schema,
  }));
  return (body) => {
    const sent = Object.keys(Object(body) as object);
    const meant = shapes.map(({ known }) => sent.filter((name) => Object.hasOwn(known, name)).length);
    const most = Math.max(...meant);
    return shapes
      .filter((_shape, index) => meant[index] === most)
      .flatMap(({ validate }) => (validate(body) ? [] : (validate.errors ?? [])))
      .filter(({ keyword }) => !COMPOSED.has(keyword));
  };
};

/** What the parser of an identifier says of it, with the field that it stands in. */
const malformed = (errors: readonly ErrorObject[]): Refused | null => {
  for (const error of errors) {
    const { format } = error.params as Readonly<Record<string, unknown>>;
    const refusal = isParsed(format) ? formatRefusal(format, String(error.data)) : null;
    if (refusal === null) continue;
    const { code, message, details } = refusal;
    const value = shortened(String(error.data));
    return new Refused('invalid', code, message, { ...details, field: fieldOf(error), value });
  }
  return null;
};

/** Compiles a body schema. The returned function throws `Refused('invalid')`, naming the field. */
export const bodyValidator = (schema: Schema): ((body: unknown) => unknown) => {
  const validate = FIRST.compile(schema);
  const complain = complainer(schema);
  return (body) => {
    if (validate(body)) return body;
    const complaints = complain(body);
    const refusal = malformed(complaints);
    if (refusal !== null) throw refusal;
    const problems: readonly Problem[] = complaints
      .map((error) => ({ field: fieldOf(error), message: validationMessage(error) }))
      .filter(
        ({ field, message }, index, all) => all.findIndex((p) => p.field === field && p.message === message) === index,
      )
      .slice(0, REQUEST.problems);
    const [first = { field: 'body', message: 'is not accepted' }] = problems;
    throw new Refused('invalid', 'invalid_body', `invalid body: ${first.field} ${first.message}`, { errors: problems });
  };
};
