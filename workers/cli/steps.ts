/** Shows how far long work has come: a bar on a terminal; elsewhere a line a step, and now and then how far it is. */
import { Presets, SingleBar } from 'cli-progress';
import { answer, type Out } from './output.ts';
import type { Steps } from './ports.ts';
import { timeLeft, type Place } from './time-left.ts';

type ShownSteps = { readonly steps: Steps; readonly end: () => void };

const A_LINE_EVERY_MS = 10_000;

/** `quiet`: the output is for a program. */
export const stepsOf = ({ bars, line }: Out, quiet: boolean): ShownSteps => {
  if (quiet) return { steps: () => undefined, end: () => undefined };
  if (bars === null) {
    let [said, at] = ['', 0];
    return {
      steps: (what, done, total) => {
        const now = performance.now();
        if (said === what && now - at < A_LINE_EVERY_MS) return;
        line(said === what ? `${what}: ${Math.floor((done * 100) / Math.max(1, total))} %` : what);
        [said, at] = [what, now];
      },
      end: () => undefined,
    };
  }
  const bar = new SingleBar(
    { format: '{what} {bar} {percentage} %, {left} left', stream: bars, clearOnComplete: true },
    Presets.shades_classic,
  );
  let shown = '';
  let first: Place = { at: 0, done: 0 };
  return {
    steps: (what, done, total) => {
      const now = { at: performance.now(), done };
      if (shown !== what) {
        bar.stop();
        first = now;
        bar.start(Math.max(1, total), 0, { what, left: '…' });
      }
      shown = what;
      bar.setTotal(Math.max(1, total));
      bar.update(done, { what, left: timeLeft(first, now, total) });
    },
    end: () => bar.stop(),
  };
};

/** Does long work, showing its steps; then prints the outcome, as JSON for a program or in words for people. */
export const reported = async <Report>(
  out: Out,
  json: boolean,
  work: (steps: Steps) => Promise<Report>,
  print: (report: Report, out: Out) => void,
): Promise<void> => {
  const { steps, end } = stepsOf(out, json);
  const report = await work(steps).finally(end);
  answer(out, json, report, print);
};
