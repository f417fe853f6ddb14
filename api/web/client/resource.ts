/** Something loaded from the server: its data, its failure, and whether it is loading. */
import { signal, type ReadonlySignal } from '@preact/signals';
import { failureFrom, isAborted, type Failure } from './failure.ts';

export type Reading<T> = {
  /** The last answer, kept while the next one loads. */
  readonly data: T | null;
  readonly failure: Failure | null;
  readonly isLoading: boolean;
  /** `data` belongs to an earlier key. */
  readonly isStale: boolean;
};

/** Cached answers by key: going back shows them at once while they are loaded again. */
export type Kept = Map<string, unknown>;

/** More pages than people go back through. */
const MOST_KEPT = 60;

export const keepIn = (kept: Kept, key: string, value: unknown): void => {
  kept.delete(key);
  kept.set(key, value);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
};

export type Load<T> = (signal: AbortSignal, inBackground: boolean) => Promise<T>;

export type Resource<T> = {
  readonly reading: ReadonlySignal<Reading<T>>;
  /** Loads another key, and drops what is loading. */
  readonly ask: (key: string, load: Load<T>) => Promise<void>;
  /** Loads the same key again. */
  readonly again: (inBackground?: boolean) => Promise<void>;
  /** Changes the data optimistically, before the server has answered. */
  readonly set: (change: (data: T) => T) => void;
  readonly close: () => void;
};

const NOTHING = { data: null, failure: null, isLoading: false, isStale: false };

export const openResource = <T>(kept: Kept): Resource<T> => {
  const reading = signal<Reading<T>>(NOTHING);
  let asked: { readonly key: string; readonly load: Load<T> } | null = null;
  let under = new AbortController();

  const run = async (inBackground: boolean): Promise<void> => {
    if (asked === null) return;
    under.abort();
    under = new AbortController();
    const { signal: mine } = under;
    const { key, load } = asked;
    try {
      const data = await load(mine, inBackground);
      if (mine.aborted) return;
      keepIn(kept, key, data);
      reading.value = { data, failure: null, isLoading: false, isStale: false };
    } catch (error) {
      if (mine.aborted || isAborted(error)) return;
      // The reader did not ask for this: the last answer stays.
      if (inBackground && reading.value.data !== null) return;
      reading.value = { ...reading.value, failure: failureFrom(error), isLoading: false };
    }
  };

  return {
    reading,
    ask: (key, load) => {
      const known = kept.get(key) as T | undefined;
      const { data } = reading.value;
      asked = { key, load };
      reading.value =
        known === undefined
          ? { data, failure: null, isLoading: true, isStale: data !== null }
          : { data: known, failure: null, isLoading: true, isStale: false };
      return run(false);
    },
    again: (inBackground = false) => {
      if (!inBackground) reading.value = { ...reading.value, failure: null, isLoading: true };
      return run(inBackground);
    },
    set: (change) => {
      const { data } = reading.value;
      if (data === null) return;
      const next = change(data);
      if (asked !== null) keepIn(kept, asked.key, next);
      reading.value = { ...reading.value, data: next };
    },
    close: () => under.abort(),
  };
};
