/** Something loaded from the server: its data, its failure, and whether it is loading. */
import { signal, type ReadonlySignal } from '@preact/signals';
import { failureFrom, isAborted, type Failure } from './failure.ts';
import { isPending } from './pending.ts';

export type Reading<T> = {
  /** The last answer, kept while the next one loads. */
  readonly data: T | null;
  readonly failure: Failure | null;
  readonly isLoading: boolean;
  /** `data` belongs to an earlier key. */
  readonly isStale: boolean;
};

/** Cached answers by key: going back shows them immediately while they reload. */
export type AnswerCache = Map<string, unknown>;

/** More pages than people go back through. */
const MOST_KEPT = 60;

export const putInCache = (kept: AnswerCache, key: string, value: unknown): void => {
  kept.delete(key);
  kept.set(key, value);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
};

/** Keys of data that already shows a write which listings do not show yet. */
const foreseen = new Set<string>();

export type LoadOptions = { readonly signal: AbortSignal; readonly inBackground: boolean };

export type Load<T> = (asking: LoadOptions) => Promise<T>;

export const openResource = <T>(kept: AnswerCache) => {
  const reading = signal<Reading<T>>({ data: null, failure: null, isLoading: false, isStale: false });
  let asked: { readonly key: string; readonly load: Load<T> } | null = null;
  let loading = new AbortController();

  const isForeseen = (key: string): boolean => isPending.peek() && foreseen.has(key);
  /** The record was just created, and listings do not show it yet. */
  const isNotYet = (failure: Failure): boolean =>
    failure.kind === 'not_found' && isPending.peek() && (reading.value.data === null || reading.value.isStale);

  const run = async (inBackground: boolean): Promise<void> => {
    if (asked === null) return;
    loading.abort();
    loading = new AbortController();
    const { signal: mine } = loading;
    const { key, load } = asked;
    try {
      const data = await load({ signal: mine, inBackground });
      if (mine.aborted) return;
      // The loaded data may lack the write.
      if (isForeseen(key) && reading.value.data !== null) {
        reading.value = { ...reading.value, isLoading: false };
        return;
      }
      foreseen.delete(key);
      putInCache(kept, key, data);
      reading.value = { data, failure: null, isLoading: false, isStale: false };
    } catch (error) {
      if (mine.aborted || isAborted(error)) return;
      // The reader did not request this, so the last answer stays.
      if (inBackground && reading.value.data !== null) return;
      const failure = failureFrom(error);
      reading.value = isNotYet(failure)
        ? { ...reading.value, failure: null, isLoading: true }
        : { ...reading.value, failure, isLoading: false };
    }
  };

  const setAt = (key: string | undefined, change: (data: T) => T): void => {
    const isShown = key === asked?.key;
    // Data of an earlier key does not answer this one.
    const shown = reading.value.isStale ? null : reading.value.data;
    const data = isShown ? shown : ((kept.get(key ?? '') as T | undefined) ?? null);
    if (key === undefined || data === null) return;
    const next = change(data);
    putInCache(kept, key, next);
    foreseen.add(key);
    if (isShown) reading.value = { ...reading.value, data: next };
  };

  return {
    reading: reading as ReadonlySignal<Reading<T>>,
    /** Loads another key and aborts the load in progress. */
    ask: (key: string, load: Load<T>): Promise<void> => {
      const known = kept.get(key) as T | undefined;
      const { data } = reading.value;
      asked = { key, load };
      reading.value =
        known === undefined
          ? { data, failure: null, isLoading: true, isStale: data !== null }
          : { data: known, failure: null, isLoading: !isForeseen(key), isStale: false };
      return known !== undefined && isForeseen(key) ? Promise.resolve() : run(false);
    },
    again: (inBackground = false): Promise<void> => {
      if (asked !== null && isForeseen(asked.key)) return Promise.resolve();
      if (!inBackground) reading.value = { ...reading.value, failure: null, isLoading: true };
      return run(inBackground);
    },
    /** Changes the shown data; the change stays until listings show it. */
    set: (change: (data: T) => T): void => setAt(asked?.key, change),
    /** Applies the change while the work runs, and again with its result; reverts it if the work fails. */
    foresee: async <R>(change: (data: T, result: R | null) => T, work: () => Promise<R>): Promise<R> => {
      const key = asked?.key;
      const { data: before } = reading.value;
      setAt(key, (data) => change(data, null));
      try {
        const result = await work();
        // Data loaded in the meantime may lack the change.
        setAt(key, (data) => change(data, result));
        return result;
      } catch (error) {
        if (before !== null) setAt(key, () => before);
        throw error;
      }
    },
    close: (): void => loading.abort(),
  };
};

export type Resource<T> = ReturnType<typeof openResource<T>>;
