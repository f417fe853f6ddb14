/** Progress of rebuilds: a bar on a terminal, elsewhere a line per 10 %. */
import type { RebuildProgress } from '../../rebuild/watch.ts';
import type { Out } from '../output.ts';
import { openBar, SILENT, type Progress } from '../progress.ts';
import type { WatchCourses } from './operations.ts';

const WHOLE = 100;
const TENTH = 10;

const percent = ({ position, head, isDone }: RebuildProgress): number =>
  isDone || head < 0 ? WHOLE : Math.min(WHOLE - 1, Math.floor((WHOLE * (position + 1)) / (head + 1)));

export const coursesOn = (doing: string, { bars, line }: Out, isQuiet: boolean): Progress<WatchCourses> => {
  if (isQuiet) return SILENT;
  if (bars !== null) {
    const { show, end } = openBar(bars, `${doing} {bar} {percent} % {of}, {speed} events/s, {left} left`);
    const watch: WatchCourses = (courses) => {
      const open = courses.filter(({ isDone }) => !isDone);
      const [slowest] = [...open].sort((a, b) => percent(a) - percent(b));
      if (slowest === undefined) return;
      const of = courses.length === 1 ? slowest.name : `${courses.length - open.length} of ${courses.length}`;
      const speed = slowest.eventsPerSecond ?? '…';
      // Positions are not event counts, but good enough to estimate the time left.
      show(slowest.name, slowest.position, slowest.head, { percent: percent(slowest), of, speed });
    };
    return { watch, end };
  }
  const printed = new Map<string, number>();
  const watch: WatchCourses = (courses) => {
    for (const course of courses) {
      const tenths = Math.floor(percent(course) / TENTH);
      if (printed.get(course.name) === tenths) continue;
      printed.set(course.name, tenths);
      const speed = course.eventsPerSecond === null || course.isDone ? '' : `, ${course.eventsPerSecond} events/s`;
      line(`${course.name}  ${percent(course)} %${speed}`);
    }
  };
  return { ...SILENT, watch };
};
