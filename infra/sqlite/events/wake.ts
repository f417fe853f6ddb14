/** Wakes readers when the log has grown: immediately after a write by this process, within milliseconds after others'. */
import type { Connection } from '../connection/database.ts';

/** A check costs about 20 µs, so this is a fifth of a percent of a core. */
const POLL_MS = 10;

export const openWake = (reader: Connection) => {
  const version = reader.prepare('PRAGMA data_version').raw();
  const waiting = new Set<() => void>();
  let written = 0;
  let known = 0;
  let timer: NodeJS.Timeout | null = null;

  const ask = (): void => {
    try {
      const [now = known] = (version.get() as [number] | undefined) ?? [];
      if (now !== known) written += 1;
      known = now;
    } catch {
      // If the check fails, the next turn repeats it; reading the file will report what is wrong.
    }
  };
  const release = (): void => {
    for (const resume of [...waiting]) resume();
  };
  const poll = (): void => {
    const before = written;
    ask();
    if (written !== before) release();
  };
  ask();

  return {
    /** A number that changes when the log may have grown. */
    seen: (): number => {
      ask();
      return written;
    },
    /** Resolves when `seen()` is no longer `since`, or the signal is aborted. */
    changed: (since: number, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        const done = (): void => {
          waiting.delete(done);
          signal.removeEventListener('abort', done);
          if (waiting.size === 0 && timer !== null) {
            clearInterval(timer);
            timer = null;
          }
          resolve();
        };
        waiting.add(done);
        signal.addEventListener('abort', done);
        timer ??= setInterval(poll, POLL_MS);
        if (signal.aborted || written !== since) done();
      }),
    /** Called after a write by this process. */
    wake: (): void => {
      written += 1;
      release();
    },
    close: release,
  };
};

export type Wake = ReturnType<typeof openWake>;
