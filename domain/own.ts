/** What an object says of a key by itself: what it inherits (`constructor`, `toString`) is nothing that it says. */
export const ownOf = <T>(object: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined;
