/** Of works that share a key, one at a time in this process, so that the second finds what the first has done. */

const underWay = new WeakMap<object, Map<string, Promise<unknown>>>();

/** `among`: what they share besides the key, such as their store. */
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
