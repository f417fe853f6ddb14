/** JSON Schemas as data, and the types of the values that they accept. */
import type { Json } from '../../domain/json.ts';

/** A JSON Schema, in the 2020-12 vocabulary that ajv supports. */
export type Schema = { readonly [keyword: string]: unknown };
export type Schemas = Readonly<Record<string, Schema>>;
export type NoSchemas = Readonly<Record<never, Schema>>;

type Scalars = {
  readonly string: string;
  readonly integer: number;
  readonly number: number;
  readonly boolean: boolean;
  readonly null: null;
};

type Properties<P, Needed, Open = Json> = {
  readonly [Name in keyof P as Extract<Name, Needed>]: ValueOf<P[Name], Open>;
} & { readonly [Name in keyof P as Exclude<Name, Needed>]?: ValueOf<P[Name], Open> };

type ObjectOf<S, Open> = S extends { readonly properties: infer P; readonly required: readonly (infer Needed)[] }
  ? Properties<P, Needed, Open>
  : Readonly<Record<string, S extends { readonly additionalProperties: infer Each } ? ValueOf<Each, Open> : Open>>;

type OfType<Type, S, Open> = Type extends keyof Scalars
  ? Scalars[Type]
  : Type extends 'array'
    ? readonly (S extends { readonly items: infer Item } ? ValueOf<Item, Open> : Open)[]
    : ObjectOf<S, Open>;

/**
 * The values that a schema accepts, as far as TypeScript can express them; a `default` does not make a property present. `Open`:
 * the type of values that the schema does not constrain.
 */
export type ValueOf<S, Open = Json> = S extends { readonly const: infer Value }
  ? Value
  : S extends { readonly enum: readonly (infer Value)[] }
    ? Value
    : S extends { readonly oneOf: readonly (infer Choice)[] } | { readonly anyOf: readonly (infer Choice)[] }
      ? ValueOf<Choice, Open>
      : S extends { readonly type: readonly (infer Type)[] }
        ? OfType<Type, S, Open>
        : S extends { readonly type: infer Type }
          ? OfType<Type, S, Open>
          : Open;

/** The answer that a schema describes; never, if the schema is not a literal type. */
export type ShownOf<S> = string extends keyof S ? never : ValueOf<S, unknown>;

/** The values of a query: parameters that are required or have a default are always present. */
export type QueryOf<Query extends Schemas, Needed> = Properties<
  Query,
  Needed | { [Name in keyof Query]: Query[Name] extends { readonly default: unknown } ? Name : never }[keyof Query]
>;
