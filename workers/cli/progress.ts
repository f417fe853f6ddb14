/** Progress bars for long-running operations. */
import { Presets, SingleBar } from 'cli-progress';
import { timeLeft, type Place } from './time-left.ts';

/** `watch` may be called as often as convenient. */
export type Progress<Watch> = { readonly watch: Watch; readonly end: () => void };

/** Shows no progress, for JSON output. */
export const SILENT: Progress<() => void> = { watch: () => undefined, end: () => undefined };

export const whileShown = <Watch, T>({ watch, end }: Progress<Watch>, work: (watch: Watch) => Promise<T>): Promise<T> =>
  work(watch).finally(end);

/** A bar with the progress of `what` and the time left, estimated since the first call for that `what`. */
export const openBar = (stream: NodeJS.WritableStream, format: string, clearOnComplete = false) => {
  const bar = new SingleBar({ format, stream, clearOnComplete }, Presets.shades_classic);
  const first = new Map<string, Place>();
  return {
    show: (what: string, done: number, total: number, more: object = {}): void => {
      const now = { at: performance.now(), done };
      const seen = first.get(what) ?? now;
      first.set(what, seen);
      const payload = { what, left: timeLeft(seen, now, total), ...more };
      if (!bar.isActive) bar.start(1, 0, payload);
      bar.setTotal(Math.max(1, total));
      bar.update(done, payload);
    },
    end: () => bar.stop(),
  };
};
