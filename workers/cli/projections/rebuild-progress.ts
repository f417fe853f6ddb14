/** Progress of rebuilds: a bar on a terminal, elsewhere a line per 10 %. */
import type { RebuildProgress } from '../../rebuild/list.ts';
import type { Out } from '../output.ts';
import { openBar, SILENT, type Progress } from '../progress.ts';
import type { WatchProgress } from './operations.ts';

const WHOLE = 100;
const TENTH = 10;

const percent = ({ position, head, isDone }: RebuildProgress): number =>
  isDone || head < 0 ? WHOLE : Math.min(WHOLE - 1, Math.floor((WHOLE * (position + 1)) / (head + 1)));

export const rebuildProgressOn = (doing: string, { bars, line }: Out, isQuiet: boolean): Progress<WatchProgress> => {
  if (isQuiet) return SILENT;
  if (bars !== null) {
    const { show, end } = openBar(bars, `${doing} {bar} {percent} % {of}, {speed} events/s, {left} left`);
    const watch: WatchProgress = (rebuilds) => {
      const open = rebuilds.filter(({ isDone }) => !isDone);
      const [slowest] = [...open].sort((a, b) => percent(a) - percent(b));
      if (slowest === undefined) return;
      const of = rebuilds.length === 1 ? slowest.name : `${rebuilds.length - open.length} of ${rebuilds.length}`;
      const speed = slowest.eventsPerSecond ?? '…';
      // Positions are not event counts, but good enough to estimate the time left.
      show(slowest.name, slowest.position, slowest.head, { percent: percent(slowest), of, speed });
    };
    return { watch, end };
  }
  const printed = new Map<string, number>();
  const watch: WatchProgress = (rebuilds) => {
    for (const rebuild of rebuilds) {
      const tenths = Math.floor(percent(rebuild) / TENTH);
      if (printed.get(rebuild.name) === tenths) continue;
      printed.set(rebuild.name, tenths);
      const speed = rebuild.eventsPerSecond === null || rebuild.isDone ? '' : `, ${rebuild.eventsPerSecond} events/s`;
      line(`${rebuild.name}  ${percent(rebuild)} %${speed}`);
    }
  };
  return { ...SILENT, watch };
};
