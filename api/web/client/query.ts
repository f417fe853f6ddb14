/** Query strings as typed values: read with defaults, written without them. */

export type Field<T> = {
  readonly fallback: T;
  /** Null for a text that is not valid: an address may have been typed by hand. */
  read(text: string): T | null;
  write(value: T): string;
};

export const text = (fallback = ''): Field<string> => ({ fallback, read: (given) => given, write: (value) => value });

type Bounds = { readonly min?: number; readonly max?: number };

export const wholeNumber = (
  fallback: number,
  { min = 1, max = Number.MAX_SAFE_INTEGER }: Bounds = {},
): Field<number> => ({
  fallback,
  read: (given) => {
    const value = /^-?\d{1,16}$/u.test(given) ? Number(given) : Number.NaN;
    return value >= min && value <= max ? value : null;
  },
  write: String,
});

export const oneOf = <const T extends string>(values: readonly T[], fallback: NoInfer<T>): Field<T> => ({
  fallback,
  read: (given) => values.find((value) => value === given) ?? null,
  write: (value) => value,
});

/** Null for none, and so for any. */
export const optional = <T>({ read, write }: Omit<Field<T>, 'fallback'>): Field<T | null> => ({
  fallback: null,
  read: (given) => (given === '' ? null : read(given)),
  write: (value) => (value === null ? '' : write(value)),
});

export const optionalText = (): Field<string | null> => optional(text());

export const optionalNumber = (bounds: Bounds): Field<number | null> => optional(wholeNumber(0, bounds));

export const optionalOneOf = <const T extends string>(values: readonly T[]): Field<T | null> =>
  optional({ read: (given) => values.find((value) => value === given) ?? null, write: String });

export const optionalFlag = (): Field<boolean | null> =>
  optional({ read: (given) => ({ true: true, false: false })[given] ?? null, write: String });

export type Values<F> = { readonly [Name in keyof F]: F[Name] extends Field<infer T> ? T : never };

export type Codec<V> = {
  readonly defaults: V;
  read(search: URLSearchParams): V;
  /** With its question mark; empty if all values are the defaults. */
  write(values: V): string;
};

type AnyField = Field<unknown>;

export const queryCodec = <F extends Readonly<Record<string, AnyField>>>(fields: F): Codec<Values<F>> => {
  const entries = Object.entries(fields);
  const valuesBy = (value: (name: string, field: AnyField) => unknown): Values<F> =>
    Object.fromEntries(entries.map(([name, field]) => [name, value(name, field)])) as Values<F>;
  return {
    defaults: valuesBy((_name, field) => field.fallback),
    read: (search) =>
      valuesBy((name, field) => {
        const given = search.get(name);
        return given === null ? field.fallback : (field.read(given) ?? field.fallback);
      }),
    write: (values) => {
      const given = values as Readonly<Record<string, unknown>>;
      const changed = entries.filter(([name, { fallback }]) => given[name] !== fallback);
      const search = new URLSearchParams(changed.map(([name, field]) => [name, field.write(given[name])])).toString();
      return search === '' ? '' : `?${search}`;
    },
  };
};
