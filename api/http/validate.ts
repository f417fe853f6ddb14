/** Validates values against schemas; errors name the field, the problem and what is accepted. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ErrorObject } from 'ajv';
import addFormats from 'ajv-formats';
import { closest, distance } from 'fastest-levenshtein';
import { Refused } from '../../domain/errors.ts';
import { jsonBytes, REQUEST } from '../../domain/limits.ts';
import { shortened } from '../../domain/shortened.ts';
import { formatRefusal, PARSED_FORMATS } from './identifiers.ts';
import type { Schema } from './schema-types.ts';
import { NOT_BLANK } from './schemas.ts';

type Problem = { readonly field: string; readonly message: string };

/** The maximum edit distance of a suggestion, which is also at most a third of the name's length. */
const MAX_EDITS = 3;

const isNear = (name: string, other: string): boolean =>
  distance(name, other) <= Math.min(MAX_EDITS, Math.round(name.length / 3));

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
    return params['pattern'] === NOT_BLANK.pattern ? 'must not be blank' : `must match ${params['pattern']}`;
  if (keyword === 'uniqueItems') return 'must not contain duplicates';
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
  const compiler = new Ajv2020({ allErrors, strict: true, allowUnionTypes: true, verbose: true });
  addFormats.default(compiler);
  for (const format of PARSED_FORMATS)
    compiler.addFormat(format, (text: string) => formatRefusal(format, text) === null);
  return compiler;
};

/**
 * Shared schema compilers, which report the first error or all errors: creating one costs as much as compiling a hundred schemas. They
 * compile a schema once, when it is first used: all of them would take half a second of every start.
 */
const FIRST_ERROR = newCompiler(false);
export const ALL_ERRORS = newCompiler(true);

/** Keywords that report an error in addition to those of their subschemas. */
const COMPOSED: ReadonlySet<string> = new Set(['oneOf', 'anyOf', 'propertyNames']);

/**
 * The errors of a body. Of a `oneOf`, only those of the shape that shares the most properties with the body: the others were not meant.
 * Of several such shapes, or of a large body, only the first.
 */
const errorsIn = (schema: Schema, body: unknown): readonly ErrorObject[] => {
  const sent = Object.keys(Object(body) as object);
  const shapes = ((schema['oneOf'] ?? [schema]) as readonly Schema[]).map((shape) => ({
    shape,
    shared: sent.filter((name) => Object.hasOwn(shape['properties'] ?? {}, name)).length,
  }));
  const most = Math.max(...shapes.map(({ shared }) => shared));
  const meant = shapes.filter(({ shared }) => shared === most);
  const compiler = meant.length > 1 || jsonBytes(body) > REQUEST.fullyCheckedBytes ? FIRST_ERROR : ALL_ERRORS;
  return meant.flatMap(({ shape }) => {
    const validate = compiler.compile(shape);
    validate(body);
    const errors = (validate.errors ?? []).filter(({ keyword }) => !COMPOSED.has(keyword));
    // A compiled schema would keep them in memory until its next use.
    validate.errors = null;
    return errors.slice(0, REQUEST.problems);
  });
};

/** The refusal of a malformed identifier, with its parser's code and message; null for another error. */
const malformed = (error: ErrorObject, errors: readonly Problem[]): Refused | null => {
  const { format } = error.params as Readonly<Record<string, unknown>>;
  // Any other value is no string, and may not be one that can be written as one.
  if (!isParsed(format)) return null;
  const text = String(error.data);
  const refusal = formatRefusal(format, text);
  if (refusal === null) return null;
  const { code, message, details } = refusal;
  return new Refused('invalid', code, message, { ...details, field: fieldOf(error), value: shortened(text), errors });
};

/** The returned function throws `Refused('invalid')`, which names the fields. */
export const bodyValidator =
  (schema: Schema): ((body: unknown) => unknown) =>
  (body) => {
    if (FIRST_ERROR.compile(schema)(body)) return body;
    const found = errorsIn(schema, body);
    const errors: readonly Problem[] = found
      .map((error) => ({ field: fieldOf(error), message: validationMessage(error) }))
      .filter(
        ({ field, message }, index, all) => all.findIndex((p) => p.field === field && p.message === message) === index,
      );
    const refusal = found[0] === undefined ? null : malformed(found[0], errors);
    if (refusal !== null) throw refusal;
    const [first = { field: 'body', message: 'is not accepted' }] = errors;
    throw new Refused('invalid', 'invalid_body', `invalid body: ${first.field} ${first.message}`, { errors });
  };
