/** How long one job, or one import, lets providers keep it waiting, all of its questions together. */
import { PROVIDER } from '../../domain/limits.ts';
import type { Provider } from '../../domain/publication/events.ts';
import { ProviderUnavailable, type Asking } from './ports.ts';

export type PatienceOptions = {
  /** Milliseconds without an answer, in all; default `PROVIDER.jobMs`. */
  readonly jobMs?: number | undefined;
  /** An answer that comes within so many milliseconds of the one before costs nothing; default `PROVIDER.promptMs`. */
  readonly promptMs?: number | undefined;
};

/** Questions that have no answer, and the time from which that is so. */
type Silence = { readonly of: Provider[]; since: number };

/**
 * The clock runs while a question of the job has no answer, or one waits for its turn with a provider that answers nobody. A job
 * of thousands of works that are answered goes on, and one whose providers are silent, or drip, ends in time, whichever of them
 * it is. What waits in our own pace, or behind questions that are answered, does not count.
 */
export const openPatience = (
  stop: AbortSignal,
  { jobMs = PROVIDER.jobMs, promptMs = PROVIDER.promptMs }: PatienceOptions = {},
) => {
  const controller = new AbortController();
  const stopped = (): void => controller.abort(stop.reason);
  if (stop.aborted) stopped();
  else stop.addEventListener('abort', stopped, { once: true });

  let left = jobMs;
  let countedTo = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const own: Silence = { of: [], since: 0 };
  const behind = new Map<Provider, Silence>();
  const longest = (): Silence | undefined =>
    [own, ...behind.values()].filter((each) => each.of.length > 0).sort((a, b) => a.since - b.since)[0];
  const runOut = (provider: Provider): void =>
    controller.abort(
      new ProviderUnavailable(
        provider,
        'timeout',
        `kept the job waiting, alone or after others, for ${jobMs} ms in all`,
      ),
    );

  /** Counts what was waited until now, and goes on with what is waited for after the change. */
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

  const asked = (provider: Provider) => {
    begin(own, provider);
    return (isAnswered: boolean): void => {
      if (isAnswered) restart(own);
      leave(own, provider);
    };
  };
  const waits = (provider: Provider) => {
    const silence = behind.get(provider) ?? { of: [], since: 0 };
    behind.set(provider, silence);
    begin(silence, provider);
    return { answered: () => restart(silence), over: () => leave(silence, provider) };
  };
  return {
    /** To ask with: aborted with a `ProviderUnavailable` when patience is at its end, and with the job's own reason. */
    signal: Object.assign(controller.signal, { asked, waits }) satisfies Asking,
    /** Stops the clock for good. */
    end: (): void => {
      clearTimeout(timer);
      stop.removeEventListener('abort', stopped);
    },
  };
};

/** Runs `ask` with a patience of its own, and ends that afterwards. Throws what `ask` throws. */
export const withPatience = async <T>(
  stop: AbortSignal,
  options: PatienceOptions | undefined,
  ask: (asking: Asking) => Promise<T>,
): Promise<T> => {
  const { signal, end } = openPatience(stop, options);
  try {
    return await ask(signal);
  } finally {
    end();
  }
};
