/** Probes of stores, with a time limit. */
import { within } from '../../../commands/within.ts';

/** Kubernetes probes time out after one or a few seconds, Prometheus scrapes after ten. */
const PATIENCE_MS = 2_000;

/** Rejects if there is no answer in time; a later answer is ignored. */
export const inTime = <T>(answer: Promise<T>, ms = PATIENCE_MS): Promise<T> =>
  within(ms, answer, () => {
    throw new Error(`no answer within ${ms} ms`);
  });

export type Probe = { readonly name: string; readonly ask: () => Promise<unknown> };
/** `problem` is null if the probe succeeded. */
export type Probed = { readonly name: string; readonly problem: string | null };

export const probed = ({ name, ask }: Probe): Promise<Probed> =>
  inTime(ask()).then(
    () => ({ name, problem: null }),
    (error: unknown) => ({ name, problem: error instanceof Error ? error.message : 'does not answer' }),
  );
