/** Reads an object's own property, ignoring inherited ones such as `constructor` and `toString`. */
export const ownOf = <T>(object: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined;

export const keysOf = <Name extends string>(record: Readonly<Record<Name, unknown>>): readonly Name[] =>
  Object.keys(record) as Name[];

export const defined = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    readonly [Name in keyof T]?: Exclude<T[Name], undefined>;
  };
