/** Shows how far long work has come: a bar on a terminal, a line a step elsewhere. */
import { Presets, SingleBar } from 'cli-progress';
import type { Out } from './output.ts';
import type { Steps } from './ports.ts';

export type ShownSteps = { readonly steps: Steps; readonly end: () => void };

/** `quiet`: the output is for a program. */
export const stepsOf = ({ isTerminal, line }: Out, quiet: boolean): ShownSteps => {
  if (quiet) return { steps: () => undefined, end: () => undefined };
  if (!isTerminal) {
    let said = '';
    return {
      steps: (what) => {
        if (said !== what) line(what);
        said = what;
      },
      end: () => undefined,
    };
  }
  const bar = new SingleBar(
    { format: '{what} {bar} {percentage} %, {eta_formatted} left', stream: process.stderr, clearOnComplete: true },
    Presets.shades_classic,
  );
  let shown = '';
  return {
    steps: (what, done, total) => {
      if (shown !== what) {
        bar.stop();
        bar.start(Math.max(1, total), 0, { what });
      }
      shown = what;
      bar.update(done, { what });
    },
    end: () => bar.stop(),
  };
};
