/** Shows how far long work has come: a bar on a terminal; elsewhere a line a step, and now and then how far it is. */
import { answer, type Out } from './output.ts';
import type { Steps } from './ports.ts';
import { openBar, SILENT, whileShown, type Progress } from './progress.ts';

const A_LINE_EVERY_MS = 10_000;

/** `isQuiet`: the output is for a program. */
export const stepsOn = ({ bars, line }: Out, isQuiet: boolean): Progress<Steps> => {
  if (isQuiet) return SILENT;
  if (bars !== null) {
    const { show, end } = openBar(bars, '{what} {bar} {percentage} %, {left} left', true);
    return { watch: show, end };
  }
  let [said, at] = ['', 0];
  return {
    ...SILENT,
    watch: (what, done, total) => {
      const now = performance.now();
      if (said === what && now - at < A_LINE_EVERY_MS) return;
      line(said === what ? `${what}: ${Math.floor((done * 100) / Math.max(1, total))} %` : what);
      [said, at] = [what, now];
    },
  };
};

/** Does long work, showing its steps; then prints the outcome, as JSON for a program or in words for people, and returns it. */
export const reported = async <Report>(
  out: Out,
  json: boolean,
  work: (steps: Steps) => Promise<Report>,
  print: (report: Report, out: Out) => void,
): Promise<Report> => {
  const report = await whileShown(stepsOn(out, json), work);
  answer(out, json, report, print);
  return report;
};
