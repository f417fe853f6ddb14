/** How far rows being made have come: a bar on a terminal, a line for each tenth elsewhere. */
import { Presets, SingleBar } from 'cli-progress';
import type { Course } from '../../rebuild/watch.ts';
import type { Out } from '../output.ts';
import type { WatchCourses } from './operations.ts';

const WHOLE = 100;
const TENTH = 10;
const SECONDS_A_MINUTE = 60;

const percent = ({ position, head, isDone }: Course): number =>
  isDone || head < 0 ? WHOLE : Math.min(WHOLE - 1, Math.floor((WHOLE * (position + 1)) / (head + 1)));

const duration = (seconds: number): string =>
  seconds < SECONDS_A_MINUTE
    ? `${Math.ceil(seconds)} s`
    : `${Math.floor(seconds / SECONDS_A_MINUTE)} min ${Math.ceil(seconds % SECONDS_A_MINUTE)} s`;

/** Of the one that is furthest behind, from how far it has come since it was first seen; positions are no numbers of events. */
const timeLeft = (first: { readonly at: number; readonly position: number }, { position, head }: Course): string => {
  const came = position - first.position;
  if (came <= 0) return '…';
  return duration(((head - position) * (performance.now() - first.at)) / came / 1_000);
};

export type Courses = { readonly watch: WatchCourses; end(): void };

export const coursesOn = (doing: string, out: Out, isQuiet: boolean): Courses => {
  if (isQuiet) return { watch: () => undefined, end: () => undefined };
  if (!out.isTerminal) {
    const said = new Map<string, number>();
    return {
      watch: (courses) => {
        for (const course of courses) {
          const tenths = Math.floor(percent(course) / TENTH);
          if (said.get(course.name) === tenths) continue;
          said.set(course.name, tenths);
          const speed = course.eventsPerSecond === null || course.isDone ? '' : `, ${course.eventsPerSecond} events/s`;
          out.line(`${course.name}  ${percent(course)} %${speed}`);
        }
      },
      end: () => undefined,
    };
  }
  const format = `${doing} {bar} {percentage} % {what}, {speed} events/s, {left} left`;
  const bar = new SingleBar({ format, stream: process.stderr }, Presets.shades_classic);
  bar.start(WHOLE, 0, { what: '', speed: '…', left: '…' });
  const first = new Map<string, { at: number; position: number }>();
  return {
    watch: (courses) => {
      const open = courses.filter(({ isDone }) => !isDone);
      const [slowest] = [...open].sort((a, b) => percent(a) - percent(b));
      if (slowest === undefined) return;
      const seen = first.get(slowest.name) ?? { at: performance.now(), position: slowest.position };
      first.set(slowest.name, seen);
      bar.update(percent(slowest), {
        what: courses.length === 1 ? slowest.name : `${courses.length - open.length} of ${courses.length}`,
        speed: slowest.eventsPerSecond ?? '…',
        left: timeLeft(seen, slowest),
      });
    },
    end: () => bar.stop(),
  };
};
