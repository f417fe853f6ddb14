/** Preferences and drafts in the browser's local storage. Without it, pages still work. */

const PREFIX = 'colophon:';

/** Null if the storage is full, forbidden or missing. */
const inStorage = <T>(use: (storage: Storage) => T): T | null => {
  try {
    return use(globalThis.localStorage);
  } catch {
    return null;
  }
};

export const keptValue = <T>(name: string): T | null =>
  inStorage((storage) => JSON.parse(storage.getItem(PREFIX + name) ?? 'null') as T | null);

/** Undefined and null remove the value. */
export const keepValue = (name: string, value: unknown): void =>
  void inStorage((storage) => {
    if (value === undefined || value === null) storage.removeItem(PREFIX + name);
    else storage.setItem(PREFIX + name, JSON.stringify(value));
  });

export const forgetValues = (start: string): void =>
  void inStorage((storage) => {
    for (const name of Object.keys(storage)) if (name.startsWith(PREFIX + start)) storage.removeItem(name);
  });
