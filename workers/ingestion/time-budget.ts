/** Bounds the total time that one job or import waits for providers. */
import { PROVIDER } from '../../domain/limits.ts';
import type { Provider } from '../../domain/publication/events.ts';
import { ProviderUnavailable, type RequestSignal, type TimeBudgetOptions } from './ports.ts';

/** Open requests by provider, and when the silence began. */
type Silence = { readonly of: Provider[]; since: number };

/**
 * The clock runs while a request of the job is open, or waits in the queue of a provider that responds to no one. So a job of
 * thousands of works continues while responses arrive, and a job whose providers are silent or very slow ends in time. Waiting for
 * our own rate limit, or behind requests that get responses, does not count.
 */
export const openTimeBudget = (
  stop: AbortSignal,
  { jobMs = PROVIDER.jobMs, promptMs = PROVIDER.promptMs }: TimeBudgetOptions = {},
) => {
  const controller = new AbortController();
  const abort = (): void => controller.abort(stop.reason);
  if (stop.aborted) abort();
  else stop.addEventListener('abort', abort, { once: true });

  let left = jobMs;
  let countedTo = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const own: Silence = { of: [], since: 0 };
  const behind = new Map<Provider, Silence>();
  const longest = (): Silence | undefined =>
    [own, ...behind.values()].filter((each) => each.of.length > 0).sort((a, b) => a.since - b.since)[0];
  const runOut = (provider: Provider): void => {
    const message = `kept the job waiting, alone or after others, for ${jobMs} ms in total`;
    controller.abort(new ProviderUnavailable(provider, 'timeout', message));
  };

  /** Counts the waiting time until now, applies the change, and restarts the timer. */
  const counting = (change: () => void): void => {
    clearTimeout(timer);
    const now = performance.now();
    const before = longest();
    if (before !== undefined)
      left = Math.max(0, left - Math.max(0, now - Math.max(countedTo, before.since + promptMs)));
    countedTo = now;
    change();
    const after = longest();
    const [provider] = after?.of ?? [];
    if (after !== undefined && provider !== undefined)
      timer = setTimeout(runOut, Math.max(0, after.since + promptMs - now) + left, provider);
  };
  const begin = (silence: Silence, provider: Provider): void =>
    counting(() => {
      if (silence.of.push(provider) === 1) silence.since = performance.now();
    });
  const restart = (silence: Silence): void =>
    counting(() => {
      silence.since = performance.now();
    });
  const leave = (silence: Silence, provider: Provider): void =>
    counting(() => {
      silence.of.splice(silence.of.indexOf(provider), 1);
    });

  const onRequest = (provider: Provider) => {
    begin(own, provider);
    return (isAnswered: boolean): void => {
      if (isAnswered) restart(own);
      leave(own, provider);
    };
  };
  const onWait = (provider: Provider) => {
    const silence = behind.get(provider) ?? { of: [], since: 0 };
    behind.set(provider, silence);
    begin(silence, provider);
    return { answered: () => restart(silence), over: () => leave(silence, provider) };
  };
  return {
    /** For requests: aborted with a `ProviderUnavailable` when the time is used up, or with the job's own reason. */
    signal: Object.assign(controller.signal, { onRequest, onWait }) satisfies RequestSignal,
    /** Stops the clock for good. */
    end: (): void => {
      clearTimeout(timer);
      stop.removeEventListener('abort', abort);
    },
  };
};

/** Runs `request` with its own time budget. Throws what `request` throws. */
export const withTimeBudget = async <T>(
  stop: AbortSignal,
  options: TimeBudgetOptions | undefined,
  request: (signal: RequestSignal) => Promise<T>,
): Promise<T> => {
  const { signal, end } = openTimeBudget(stop, options);
  try {
    return await request(signal);
  } finally {
    end();
  }
};
