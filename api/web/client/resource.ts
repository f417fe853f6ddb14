/** Something that is read from the server and shown: what is there, whether it is being asked for, and what went wrong. */
import { signal, type ReadonlySignal } from '@preact/signals';
import { failureFrom, isAborted, type Failure } from './failure.ts';

export type Reading<T> = {
  /** The last that was read, also while the next is being asked for. */
  readonly data: T | null;
  readonly failure: Failure | null;
  readonly isLoading: boolean;
  /** `data` answers an earlier question than the present one. */
  readonly isStale: boolean;
};

/** Answers by key: going back shows at once what was there, and asks again. */
export type Kept = Map<string, unknown>;

/** More than a person goes back through. */
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
  /** Asks a question, and drops the one before. */
  readonly ask: (key: string, load: Load<T>) => Promise<void>;
  /** Asks the same again. */
  readonly again: (inBackground?: boolean) => Promise<void>;
  /** Shows what is known to hold before the server says so. */
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
      // What nobody asked for fails in silence: what is shown was true a moment ago.
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
