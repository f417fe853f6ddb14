/** Runs tasks with the same key one at a time in this process, so that each sees the result of the previous one. */

const underWay = new WeakMap<object, Map<string, Promise<unknown>>>();

/** `among`: the scope of the keys, such as a store. */
export const oneAtATime = async <T>(among: object, key: string, work: () => Promise<T>): Promise<T> => {
  const works = underWay.get(among) ?? new Map<string, Promise<unknown>>();
  underWay.set(among, works);
  const before = works.get(key);
  const own = (before ?? Promise.resolve()).then(work, work);
  works.set(key, own);
  try {
    return await own;
  } finally {
    if (works.get(key) === own) works.delete(key);
  }
};
