/** What a browser keeps for its user: preferences and drafts. Where it may keep nothing, pages work without. */

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

/** Undefined and null take the value away. */
export const keepValue = (name: string, value: unknown): void => {
  try {
    if (value === undefined || value === null) store()?.removeItem(PREFIX + name);
    else store()?.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Full, or not allowed: the page goes on without.
  }
};

/** Takes away all that is kept under names that begin so. */
export const forgetValues = (start: string): void => {
  const kept = store();
  if (kept === null) return;
  const names = Array.from({ length: kept.length }, (_, index) => kept.key(index) ?? '');
  for (const name of names) if (name.startsWith(PREFIX + start)) kept.removeItem(name);
};
