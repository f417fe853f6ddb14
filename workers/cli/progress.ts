/** Shows how far long work has come, for as long as it takes. */
import { Presets, SingleBar } from 'cli-progress';
import { timeLeft, type Place } from './time-left.ts';

/** `watch` is called as often as is convenient. */
export type Progress<Watch> = { readonly watch: Watch; readonly end: () => void };

/** Of work whose output is for a program. */
export const SILENT: Progress<() => void> = { watch: () => undefined, end: () => undefined };

export const whileShown = <Watch, T>({ watch, end }: Progress<Watch>, work: (watch: Watch) => Promise<T>): Promise<T> =>
  work(watch).finally(end);

/** A bar that says how far `what` has come, of how much, and the time left, which goes by when each of them was first seen. */
export const openBar = (stream: NodeJS.WritableStream, format: string, clearOnComplete = false) => {
  const bar = new SingleBar({ format, stream, clearOnComplete }, Presets.shades_classic);
  const first = new Map<string, Place>();
  return {
    show: (what: string, done: number, total: number, more: object = {}): void => {
      const now = { at: performance.now(), done };
      const seen = first.get(what) ?? now;
      first.set(what, seen);
      const said = { what, left: timeLeft(seen, now, total), ...more };
      if (!bar.isActive) bar.start(1, 0, said);
      bar.setTotal(Math.max(1, total));
      bar.update(done, said);
    },
    end: () => bar.stop(),
  };
};
