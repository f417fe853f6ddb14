/** Output of the command line: a progress bar on a terminal, plain lines elsewhere. */
import { createInterface } from 'node:readline/promises';
import type { IngestReport, JobReport, SessionReport, StatusReport, Watch } from './operations.ts';
import { openBar, SILENT, type Progress } from './progress.ts';
import { Interrupted } from './ports.ts';
import { duration } from './time-left.ts';

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

export const answer = <T>(out: Out, json: boolean | undefined, value: T, print: (value: T, out: Out) => void): void => {
  if (json === true) out.line(JSON.stringify(value));
  else print(value, out);
};

export const standardOut = (signal: AbortSignal): Out => ({
  line: (text) => process.stdout.write(`${text}\n`),
  bars: process.stderr.isTTY ? process.stderr : null,
  confirm: process.stdin.isTTY && process.stderr.isTTY ? (question) => askOnTerminal(question, signal) : null,
});

const found = ({ counts }: JobReport): number => counts.found;
const done = ({ counts }: JobReport): number => counts.created + counts.refreshed + counts.unchanged + counts.failed;

const sentence = ({ orcid, status, counts, error }: JobReport): string => {
  const { created, refreshed, unchanged, failed } = counts;
  const tally = `${counts.found} found: ${created} new, ${refreshed} refreshed, ${unchanged} unchanged, ${failed} failed`;
  return `${orcid}  ${status}  ${tally}${error === null ? '' : `  (${error.code}: ${error.message})`}`;
};

export const ingestionOn = ({ bars, line }: Out, isQuiet: boolean): Progress<Watch> => {
  if (isQuiet) return SILENT;
  if (bars !== null) {
    const { show, end } = openBar(bars, 'ingesting {bar} {value}/{total} works, {left} left');
    const jobs = new Map<string, JobReport>();
    const sum = (of: (job: JobReport) => number): number => [...jobs.values()].reduce((all, job) => all + of(job), 0);
    const draw = (): void => show('', sum(done), sum(found));
    const watch: Watch = (job) => {
      jobs.set(job.orcid, job);
      draw();
    };
    draw();
    return { watch, end };
  }
  const printed = new Map<string, string>();
  const watch: Watch = (job) => {
    const text = sentence(job);
    if (printed.get(job.orcid) !== text) line(text);
    printed.set(job.orcid, text);
  };
  return { ...SILENT, watch };
};

export const printIngestion = ({ jobs, skipped, rowsCurrent }: IngestReport, out: Out): void => {
  if (out.bars !== null) for (const job of jobs) out.line(sentence(job));
  for (const { orcid, reason } of skipped) out.line(`${orcid}  skipped (${reason.replaceAll('_', ' ')})`);
  if (!rowsCurrent)
    out.line('The rows have not caught up yet: everything is recorded, and listings show it once they do.');
};

type Standing = { readonly position: number; readonly head: number; readonly lagMs: number };

/** A position below 0 means an empty log, or rows that have processed no event. */
export const placeOf = ({ position, head }: Standing): string => {
  if (head < 0) return 'empty log';
  return `${position < 0 ? 'nothing' : position} of ${head}`;
};

/** Null without lag, and for rows that have processed no event: the age of the log is not their lag. */
export const behind = ({ position, lagMs }: Standing): string | null =>
  lagMs === 0 || position < 0 ? null : duration(lagMs);

export const printStatus = ({ stores, projections, jobs }: StatusReport, out: Out): void => {
  out.line(`event store   ${stores.events}`);
  out.line(`read models   ${stores.readModels}`);
  for (const projection of projections) {
    const { name, version, phase, paused } = projection;
    const late = behind(projection);
    const place = `${phase}${paused ? ', paused' : ''}, ${placeOf(projection)}${late === null ? '' : `, ${late} behind`}`;
    out.line(`projection    ${name} v${version}: ${place}`);
  }
  const counts = Object.entries(jobs ?? {}).map(([status, count]) => `${count} ${status}`);
  out.line(`jobs          ${jobs === null ? 'not known until ingestions is live' : counts.join(', ') || 'none'}`);
};

export const printSession = ({ email, role, workspace, previous_role, token, link }: SessionReport, out: Out): void => {
  const was = previous_role === undefined ? '' : ` (was ${previous_role.replaceAll('_', ' ')})`;
  out.line(`${email} is ${role.replaceAll('_', ' ')} of ${workspace}${was}`);
  out.line(`bearer token  ${token}`);
  out.line(`sign-in link  ${link}`);
};
