/** JSON Schemas as data, and the types of the values that they accept. */
import type { Json } from '../../domain/json.ts';

/** A JSON Schema (2020-12 vocabulary that ajv checks). */
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

type Properties<P, Needed> = { readonly [Name in keyof P as Extract<Name, Needed>]: ValueOf<P[Name]> } & {
  readonly [Name in keyof P as Exclude<Name, Needed>]?: ValueOf<P[Name]>;
};

type ObjectOf<S> = S extends { readonly properties: infer P; readonly required: readonly (infer Needed)[] }
  ? Properties<P, Needed>
  : Readonly<Record<string, S extends { readonly additionalProperties: infer Each } ? ValueOf<Each> : Json>>;

type OfType<Type, S> = Type extends keyof Scalars
  ? Scalars[Type]
  : Type extends 'array'
    ? readonly (S extends { readonly items: infer Item } ? ValueOf<Item> : Json)[]
    : ObjectOf<S>;

/** The values that a schema accepts, as far as its type says; a `default` describes a property, and fills in none. */
export type ValueOf<S> = S extends { readonly const: infer Value }
  ? Value
  : S extends { readonly enum: readonly (infer Value)[] }
    ? Value
    : S extends { readonly oneOf: readonly (infer Choice)[] }
      ? ValueOf<Choice>
      : S extends { readonly type: readonly (infer Type)[] }
        ? OfType<Type, S>
        : S extends { readonly type: infer Type }
          ? OfType<Type, S>
          : Json;

/** The values of a query: a parameter is there if it is needed or has a default. */
export type QueryOf<Query extends Schemas, Needed> = Properties<
  Query,
  Needed | { [Name in keyof Query]: Query[Name] extends { readonly default: unknown } ? Name : never }[keyof Query]
>;
