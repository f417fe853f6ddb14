/** The progress of the soak: a bar on a terminal, a line now and then elsewhere. */
import { Presets, SingleBar } from 'cli-progress';
import { killsIn, pausesIn, type Tally } from './tally.ts';

export type Course = {
  readonly what: string;
  /** 0 to 1. */
  readonly done: number;
  /** Null if unknown. */
  readonly secondsLeft: number | null;
};

export type Progress = { readonly end: () => void };

const BAR_EVERY_MS = 500;
const LINE_EVERY_MS = 15_000;
const WHOLE = 100;

const figures = (tally: Tally, requests: number): string =>
  `${requests} requests, ${tally.edits + tally.moves} changes, ${tally.jobs} jobs, ${killsIn(tally)} kills, ${pausesIn(tally)} pauses, ${tally.rebuilds.completed} rebuilds`;

export const showProgress = (
  course: () => Course,
  now: () => { readonly tally: Tally; readonly requests: number },
  print: (line: string) => void,
): Progress => {
  const leftOf = ({ secondsLeft }: Course): string =>
    secondsLeft === null ? '' : `, ${Math.ceil(secondsLeft)} s left`;
  const text = (): string => figures(now().tally, now().requests);
  if (!process.stderr.isTTY) {
    const timer = setInterval(() => {
      const at = course();
      print(`${at.what}${leftOf(at)}: ${text()}`);
    }, LINE_EVERY_MS);
    return { end: () => clearInterval(timer) };
  }
  const bar = new SingleBar({ format: '{bar} {what}: {figures}', stream: process.stderr }, Presets.shades_classic);
  const shown = (): { what: string; figures: string } => ({
    what: `${course().what}${leftOf(course())}`,
    figures: text(),
  });
  bar.start(WHOLE, 0, shown());
  const timer = setInterval(() => bar.update(Math.round(WHOLE * course().done), shown()), BAR_EVERY_MS);
  return {
    end: () => {
      clearInterval(timer);
      bar.stop();
    },
  };
};
