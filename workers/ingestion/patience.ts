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

export type Patience = {
  /** To ask with: aborted with a `ProviderUnavailable` when patience is at its end, and with the job's own reason. */
  readonly signal: Asking;
  /** Stops the clock for good. */
  readonly end: () => void;
};

/**
 * The clock runs while a provider has a question of the job and gives no answer: a job of thousands of works that are answered goes
 * on, and one whose providers are silent, or drip, ends in time, whichever of them it is. What waits for its turn in our own
 * pace does not count.
 */
export const openPatience = (
  stop: AbortSignal,
  { jobMs = PROVIDER.jobMs, promptMs = PROVIDER.promptMs }: PatienceOptions = {},
): Patience => {
  const controller = new AbortController();
  const stopped = (): void => controller.abort(stop.reason);
  if (stop.aborted) stopped();
  else stop.addEventListener('abort', stopped, { once: true });

  let left = jobMs;
  let since = 0;
  let timer: NodeJS.Timeout | undefined;
  const out: Provider[] = [];
  const runOut = (): void => {
    const message = `kept the job waiting, alone or after others, for ${jobMs} ms in all`;
    controller.abort(new ProviderUnavailable(out[0] ?? 'crossref', 'timeout', message));
  };
  const start = (): void => {
    since = performance.now();
    clearTimeout(timer);
    timer = setTimeout(runOut, promptMs + left);
  };
  const halt = (): void => {
    clearTimeout(timer);
    left = Math.max(0, left - Math.max(0, performance.now() - since - promptMs));
  };

  const asked = (provider: Provider) => {
    out.push(provider);
    if (out.length === 1) start();
    return (isAnswered: boolean): void => {
      out.splice(out.indexOf(provider), 1);
      if (!isAnswered && out.length > 0) return;
      halt();
      if (out.length > 0) start();
    };
  };
  return {
    signal: Object.assign(controller.signal, { asked }),
    end: () => {
      clearTimeout(timer);
      stop.removeEventListener('abort', stopped);
    },
  };
};
