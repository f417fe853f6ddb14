/** TypeScript types of an interface, from its OpenAPI document: what the pages' client is checked against. */

type Node = Readonly<Record<string, unknown>>;
type Parameter = { readonly name: string; readonly in: string; readonly required?: boolean; readonly schema: Node };
type Content = { readonly content?: Readonly<Record<string, { readonly schema: Node }>> };
type Operation = {
  readonly summary: string;
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: Content & { readonly required?: boolean };
  readonly responses: Readonly<Record<string, Content>>;
};
export type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Node>> };
};

const PLAIN: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

const named = (name: string): string => (/^[A-Za-z_]\w*$/u.test(name) ? name : JSON.stringify(name));
const either = (types: readonly string[]): string => [...new Set(types)].join(' | ');
const inBrackets = (type: string): string => (type.includes(' | ') ? `(${type})` : type);

const objectOf = ({ properties, required = [], additionalProperties }: Node): string => {
  const fields = Object.entries((properties ?? {}) as Readonly<Record<string, Node>>).map(([name, schema]) => {
    const optional = (required as readonly string[]).includes(name) ? '' : '?';
    return `readonly ${named(name)}${optional}: ${typeOf(schema)}`;
  });
  if (fields.length > 0) return `{ ${fields.join('; ')} }`;
  const values = typeof additionalProperties === 'object' ? typeOf(additionalProperties as Node) : 'unknown';
  return `Readonly<Record<string, ${values}>>`;
};

const typeNamed = (name: string, schema: Node): string => {
  if (name === 'object') return objectOf(schema);
  if (name === 'array') return `readonly ${inBrackets(typeOf((schema['items'] ?? {}) as Node))}[]`;
  return PLAIN[name] ?? 'unknown';
};

/** The values that the schema describes. What it says beyond types, such as lengths, is the server's to check. */
export const typeOf = (schema: Node): string => {
  const { $ref, const: only, enum: values, anyOf, oneOf, type } = schema;
  if (typeof $ref === 'string') return $ref.slice($ref.lastIndexOf('/') + 1);
  if (only !== undefined) return JSON.stringify(only);
  if (Array.isArray(values)) return either(values.map((value) => JSON.stringify(value)));
  const choices = (anyOf ?? oneOf) as readonly Node[] | undefined;
  if (choices !== undefined && type === undefined) return either(choices.map(typeOf));
  if (Array.isArray(type)) return either((type as readonly string[]).map((name) => typeNamed(name, schema)));
  return typeof type === 'string' ? typeNamed(type, schema) : 'unknown';
};

const parametersIn = (place: string, { parameters = [] }: Operation): readonly Parameter[] =>
  parameters.filter((each): each is Parameter => 'in' in each && each.in === place);

const shapeOf = (parameters: readonly Parameter[]): string =>
  parameters.length === 0
    ? 'never'
    : `{ ${parameters.map(({ name, required, schema }) => `readonly ${named(name)}${required === true ? '' : '?'}: ${typeOf(schema)} | undefined`).join('; ')} }`;

const jsonIn = ({ content = {} }: Content): string | null => {
  const schema = content['application/json']?.schema;
  return schema === undefined ? null : typeOf(schema);
};

const answerOf = ({ responses }: Operation): string => {
  const good = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  return either(good.map(([, response]) => jsonIn(response) ?? 'unknown')) || 'unknown';
};

const operation = (name: string, declared: Operation): string =>
  [
    `  /** ${declared.summary} */`,
    `  ${JSON.stringify(name)}: {`,
    `    params: ${shapeOf(parametersIn('path', declared))};`,
    `    query: ${shapeOf(parametersIn('query', declared))};`,
    `    body: ${declared.requestBody === undefined ? 'never' : (jsonIn(declared.requestBody) ?? 'never')};`,
    `    answer: ${answerOf(declared)};`,
    '  };',
  ].join('\n');

/** One file: a type a named schema, and `Operations` by `METHOD /path`. */
export const clientTypes = ({ paths, components }: Document): string => {
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) => `export type ${name} = ${typeOf(schema)};`,
  );
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, declared]) => operation(`${method.toUpperCase()} ${path}`, declared)),
  );
  return [
    '/** Made by `npm run generate` from the OpenAPI document of the dashboard. */',
    ...schemas,
    `export type Operations = {\n${operations.join('\n')}\n};`,
    '',
  ].join('\n');
};
