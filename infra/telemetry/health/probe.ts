/** Asking whether something answers, and waiting only so long. */
import pTimeout from 'p-timeout';

/** Shorter than what asks: a probe of Kubernetes gives up after a second or a few, a scrape after ten. */
const PATIENCE_MS = 2_000;

/** Rejects when there is no answer in time; an answer that comes later is for nobody. */
export const inTime = <T>(asking: Promise<T>, ms = PATIENCE_MS): Promise<T> =>
  pTimeout(asking, { milliseconds: ms, message: `no answer within ${ms} ms` });

export type Probe = { readonly name: string; readonly ask: () => Promise<unknown> };
/** `problem` is null of what answers. */
export type Probed = { readonly name: string; readonly problem: string | null };

export const probed = ({ name, ask }: Probe): Promise<Probed> =>
  inTime(ask()).then(
    () => ({ name, problem: null }),
    (error: unknown) => ({ name, problem: error instanceof Error ? error.message : 'does not answer' }),
  );
