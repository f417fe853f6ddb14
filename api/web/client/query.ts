/** Query strings as typed values: reading fills in defaults, writing leaves them out. */

export type Field<T> = {
  readonly fallback: T;
  /** Null if the text is not valid: users may type addresses. */
  readonly read: (text: string) => T | null;
};

export const text = (): Field<string> => ({ fallback: '', read: (given) => given });

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
});

export const oneOf = <const T extends string>(values: readonly T[], fallback: NoInfer<T>): Field<T> => ({
  fallback,
  read: (given) => values.find((value) => value === given) ?? null,
});

/** Null if nothing is given, which stands for any value. */
export const optional = <T>(read: Field<T>['read']): Field<T | null> => ({
  fallback: null,
  read: (given) => (given === '' ? null : read(given)),
});

export const optionalText = (): Field<string | null> => optional(String);

export const optionalNumber = (bounds: Bounds): Field<number | null> => optional(wholeNumber(0, bounds).read);

export const optionalOneOf = <const T extends string>(values: readonly T[]): Field<T | null> =>
  optional((given) => values.find((value) => value === given) ?? null);

export const optionalFlag = (): Field<boolean | null> =>
  optional((given) => ({ true: true, false: false })[given] ?? null);

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
      const given = values as Readonly<Record<string, string | number | boolean | null>>;
      const changed = entries.filter(([name, { fallback }]) => given[name] !== fallback);
      const search = new URLSearchParams(changed.map(([name]) => [name, String(given[name] ?? '')])).toString();
      return search === '' ? '' : `?${search}`;
    },
  };
};
