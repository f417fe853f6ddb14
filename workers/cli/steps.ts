/** Progress of multi-step operations: a bar on a terminal; elsewhere a line per step, and its percentage every ten seconds. */
import { answer, type Out } from './output.ts';
import type { Steps } from './ports.ts';
import { openBar, SILENT, whileShown, type Progress } from './progress.ts';

const LINE_INTERVAL_MS = 10_000;

/** `isQuiet`: the output is JSON. */
export const stepsOn = ({ bars, line }: Out, isQuiet: boolean): Progress<Steps> => {
  if (isQuiet) return SILENT;
  if (bars !== null) {
    const { show, end } = openBar(bars, '{what} {bar} {percentage} %, {left} left', true);
    return { watch: show, end };
  }
  let [printed, at] = ['', 0];
  return {
    ...SILENT,
    watch: (what, done, total) => {
      const now = performance.now();
      if (printed === what && now - at < LINE_INTERVAL_MS) return;
      line(printed === what ? `${what}: ${Math.floor((done * 100) / Math.max(1, total))} %` : what);
      [printed, at] = [what, now];
    },
  };
};

/** Runs an operation with progress output, then prints its outcome as JSON or text and returns it. */
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
