/** How far rows being made have come: a bar on a terminal, a line for each tenth elsewhere. */
import { Presets, SingleBar } from 'cli-progress';
import type { Course } from '../../rebuild/watch.ts';
import type { Out } from '../output.ts';
import { timeLeft, type Place } from '../time-left.ts';
import type { WatchCourses } from './operations.ts';

const WHOLE = 100;
const TENTH = 10;

const percent = ({ position, head, isDone }: Course): number =>
  isDone || head < 0 ? WHOLE : Math.min(WHOLE - 1, Math.floor((WHOLE * (position + 1)) / (head + 1)));

export type Courses = { readonly watch: WatchCourses; readonly end: () => void };

export const coursesOn = (doing: string, out: Out, isQuiet: boolean): Courses => {
  if (isQuiet) return { watch: () => undefined, end: () => undefined };
  if (out.bars === null) {
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
  const bar = new SingleBar({ format, stream: out.bars }, Presets.shades_classic);
  bar.start(WHOLE, 0, { what: '', speed: '…', left: '…' });
  const first = new Map<string, Place>();
  return {
    watch: (courses) => {
      const open = courses.filter(({ isDone }) => !isDone);
      const [slowest] = [...open].sort((a, b) => percent(a) - percent(b));
      if (slowest === undefined) return;
      // Positions are no numbers of events, but as good for what is left of the log.
      const now = { at: performance.now(), done: slowest.position };
      const seen = first.get(slowest.name) ?? now;
      first.set(slowest.name, seen);
      bar.update(percent(slowest), {
        what: courses.length === 1 ? slowest.name : `${courses.length - open.length} of ${courses.length}`,
        speed: slowest.eventsPerSecond ?? '…',
        left: timeLeft(seen, now, slowest.head),
      });
    },
    end: () => bar.stop(),
  };
};
