/** Preferences and drafts in the browser's local storage. Without it, pages still work. */

const PREFIX = 'colophon:';

const store = (): Storage | null => {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
};

export const keptValue = <T>(name: string): T | null => {
  try {
    const text = store()?.getItem(PREFIX + name) ?? null;
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
};

/** Undefined and null remove the value. */
export const keepValue = (name: string, value: unknown): void => {
  try {
    if (value === undefined || value === null) store()?.removeItem(PREFIX + name);
    else store()?.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Full or forbidden: the value is not kept.
  }
};

/** Removes all values whose names begin with this. */
export const forgetValues = (start: string): void => {
  const kept = store();
  if (kept === null) return;
  const names = Array.from({ length: kept.length }, (_, index) => kept.key(index) ?? '');
  for (const name of names) if (name.startsWith(PREFIX + start)) kept.removeItem(name);
};
