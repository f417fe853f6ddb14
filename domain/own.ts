/** Reads an object's own property, ignoring inherited ones such as `constructor` and `toString`. */
export const ownOf = <T>(object: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined;

/** What an object has under these keys. */
export const picked = <T>(object: Readonly<Record<string, T>>, keys: readonly string[]): Readonly<Record<string, T>> =>
  Object.fromEntries(keys.flatMap((key) => (Object.hasOwn(object, key) ? [[key, object[key] as T]] : [])));

export const keysOf = <Name extends string>(record: Readonly<Record<Name, unknown>>): readonly Name[] =>
  Object.keys(record) as Name[];

export const defined = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    readonly [Name in keyof T]?: Exclude<T[Name], undefined>;
  };
