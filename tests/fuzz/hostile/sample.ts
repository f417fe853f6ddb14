/** Values that a schema of the contract accepts, taken from its examples where it has any. */
import type { Json } from '../../../domain/json.ts';
import type { Random } from '../../support/history/random.ts';

export type Schema = { readonly [key: string]: unknown };
export type Contract = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
};
export type Operation = {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema?: Schema;
    readonly example?: Json;
  }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema?: Schema; readonly example?: Json }>>;
  };
};

const REF = '#/components/schemas/';
const LONGEST = 3;

export const sampleOf = (random: Random, contract: Contract, wanted: Schema): Json => {
  const schema =
    typeof wanted['$ref'] === 'string'
      ? (contract.components?.schemas?.[wanted['$ref'].slice(REF.length)] ?? {})
      : wanted;
  const sample = (inner: unknown): Json => sampleOf(random, contract, inner as Schema);
  const one = (among: unknown): unknown => {
    const [first, ...others] = among as readonly unknown[];
    return random.pick([first, ...others]);
  };
  if ('const' in schema) return schema['const'] as Json;
  if ('example' in schema) return schema['example'] as Json;
  for (const key of ['examples', 'enum'] as const) if (Array.isArray(schema[key])) return one(schema[key]) as Json;
  for (const key of ['oneOf', 'anyOf'] as const) if (Array.isArray(schema[key])) return sample(one(schema[key]));
  const type = Array.isArray(schema['type']) ? one(schema['type']) : schema['type'];
  switch (type) {
    case 'object': {
      const properties = (schema['properties'] ?? {}) as Readonly<Record<string, Schema>>;
      const required = new Set((schema['required'] ?? []) as readonly string[]);
      const taken = Object.entries(properties).filter(([name]) => required.has(name) || random.chance(0.7));
      return Object.fromEntries(taken.map(([name, inner]) => [name, sample(inner)]));
    }
    case 'array':
      return Array.from({ length: random.between(1, LONGEST) }, () => sample(schema['items'] ?? {}));
    case 'integer':
    case 'number':
      return Number(schema['minimum'] ?? 1);
    case 'boolean':
      return random.chance(0.5);
    case 'null':
      return null;
    default:
      return 'Text';
  }
};
