/** What commands print: their outcome, as text or JSON, progress, questions, and the exit code. */
import { createInterface } from 'node:readline/promises';
import { Presets, SingleBar } from 'cli-progress';
import { Refused } from '../../domain/errors.ts';
import { Interrupted, type Steps } from '../interrupted.ts';

/** Exit codes: 0 success, 1 failure, 2 usage error, 130 interrupted, as in shells. */
export const FAILED = 1;
export const USAGE = 2;
export const INTERRUPTED = 130;

export type Out = {
  readonly line: (text: string) => void;
  /** The terminal for progress bars; null if there is none. */
  readonly bars: NodeJS.WritableStream | null;
  /** Asks a yes/no question; null without an interactive terminal. */
  readonly confirm: ((question: string) => Promise<boolean>) | null;
};

/** Throws `Interrupted` when stopped, and on Ctrl-C and Ctrl-D, which a terminal being read from does not send as signals. */
const askOnTerminal = async (question: string, signal: AbortSignal): Promise<boolean> => {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(question, { signal })).trim());
  } catch (error) {
    throw (error as Error).name === 'AbortError' ? new Interrupted('nothing was changed') : error;
  } finally {
    terminal.close();
  }
};

export const standardOut = (signal: AbortSignal): Out => ({
  line: (text) => process.stdout.write(`${text}\n`),
  bars: process.stderr.isTTY ? process.stderr : null,
  confirm: process.stdin.isTTY && process.stderr.isTTY ? (question) => askOnTerminal(question, signal) : null,
});

/** Throws `Refused`: `invalid` without `--yes` and without a terminal, `conflict`, with `declined`, when the answer is no. */
export const mustConfirm = async (
  { confirm }: Out,
  yes: boolean,
  { question, declined }: { readonly question: string; readonly declined: string },
): Promise<void> => {
  if (yes) return;
  if (confirm === null)
    throw new Refused('invalid', 'not_confirmed', 'confirmation required: pass --yes to run without a terminal');
  if (!(await confirm(`${question} [y/N] `))) throw new Refused('conflict', 'not_confirmed', declined);
};

export const answer = <T>(out: Out, json: boolean | undefined, value: T, print: (value: T, out: Out) => void): void => {
  if (json === true) out.line(JSON.stringify(value));
  else print(value, out);
};

const SECONDS_A_MINUTE = 60;
const MINUTES_AN_HOUR = 60;

export const duration = (milliseconds: number): string => {
  const seconds = Math.ceil(milliseconds / 1_000);
  if (seconds < SECONDS_A_MINUTE) return `${seconds} s`;
  const minutes = Math.floor(seconds / SECONDS_A_MINUTE);
  if (minutes < MINUTES_AN_HOUR) return `${minutes} min ${seconds % SECONDS_A_MINUTE} s`;
  return `${Math.floor(minutes / MINUTES_AN_HOUR)} h ${minutes % MINUTES_AN_HOUR} min`;
};

/** `at`: milliseconds of a monotonic clock. */
type Place = { readonly at: number; readonly done: number };

/** Estimated from the rate since `first`; `…` until there is progress to derive a rate from. */
export const timeLeft = (first: Place, now: Place, total: number): string => {
  const progress = now.done - first.done;
  if (progress <= 0) return '…';
  return duration((Math.max(0, total - now.done) * (now.at - first.at)) / progress);
};

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

const LINE_INTERVAL_MS = 10_000;

/** A bar on a terminal; elsewhere a line per step, and its percentage every ten seconds. `isQuiet`: the output is JSON. */
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
