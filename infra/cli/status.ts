/** `colophon status`: release, stores, disk, last backup, the progress of projections, and the ingestion jobs. */
import type { Command } from 'commander';
import type { Standing } from '../../api/dashboard/ports.ts';
import { jobsByStatus } from '../../projections/queries/ingestions.ts';
import { withoutCredentials } from '../address.ts';
import { systemClock } from '../system.ts';
import { standingOf } from '../wiring/standing.ts';
import type { Invocation, Run } from './invocation.ts';
import { examples } from './options.ts';
import { answer, duration, type Out } from './output.ts';

type StatusReport = Omit<Standing, 'stores'> & {
  /** Files, or addresses without credentials. */
  readonly stores: Readonly<Record<'events' | 'readModels' | 'state', string>>;
  /** Job counts by state; null until their rows have caught up. */
  readonly jobs: Readonly<Record<string, number>> | null;
};

const shown = (url: string | null, file: string): string => (url === null ? file : withoutCredentials(url));

export const status = ({ withStores }: Pick<Invocation, 'withStores'>): Promise<StatusReport> =>
  withStores(
    async ({ config, stores }) => ({
      ...(await standingOf(config, stores)),
      stores: {
        events: shown(config.eventStoreUrl, `${config.dataDir}/events.db`),
        readModels: shown(config.mongodbUrl, `${config.dataDir}/read.db`),
        state: shown(config.mongodbUrl, `${config.dataDir}/state.db`),
      },
      jobs: await jobsByStatus(stores.readModels),
    }),
    { access: 'read' },
  );

type Place = { readonly position: number; readonly head: number; readonly lagMs: number };

/** A position below 0 means an empty log, or rows that have processed no event. */
export const placeOf = ({ position, head }: Place): string => {
  if (head < 0) return 'empty log';
  return `${position < 0 ? 'nothing' : position} of ${head}`;
};

const WHOLE = 100;

/** Positions are not numbers of events, but good enough to show progress. */
export const percentOf = ({ position, head }: Pick<Place, 'position' | 'head'>): number =>
  head < 0 ? WHOLE : Math.min(WHOLE, Math.floor((WHOLE * (position + 1)) / (head + 1)));

/** Null without lag, and for rows that have processed no event: the age of the log is not their lag. */
export const behind = ({ position, lagMs }: Place): string | null =>
  lagMs === 0 || position < 0 ? null : duration(lagMs);

const GIB = 1024 ** 3;

const gibibytes = (bytes: number): string => `${(bytes / GIB).toFixed(2)} GiB`;

const backedUp = ({ lastBackup }: StatusReport): string =>
  lastBackup === null
    ? 'none was taken with colophon backup'
    : `${new Date(lastBackup.at).toISOString()}, ${duration(Math.max(0, systemClock.now() - lastBackup.at))} ago`;

const printStatus = (report: StatusReport, out: Out): void => {
  const { version, stores, disk, projections, jobs } = report;
  out.line(`version       ${version}`);
  out.line(`event store   ${stores.events}`);
  out.line(`read models   ${stores.readModels}`);
  out.line(`state         ${stores.state}`);
  if (disk !== null) out.line(`disk          ${gibibytes(disk.usedBytes)} used, ${gibibytes(disk.freeBytes)} free`);
  out.line(`last backup   ${backedUp(report)}`);
  for (const projection of projections) {
    const { name, version, phase, paused } = projection;
    const late = behind(projection);
    const place = `${phase}${paused ? ', paused' : ''}, ${placeOf(projection)}${late === null ? '' : `, ${late} behind`}`;
    out.line(`projection    ${name} v${version}: ${place}`);
  }
  const counts = Object.entries(jobs ?? {}).map(([status, count]) => `${count} ${status}`);
  out.line(`jobs          ${jobs === null ? 'not known until ingestions is live' : counts.join(', ') || 'none'}`);
};

export const addCommands = (program: Command, run: Run, out: Out): void => {
  program
    .command('status')
    .description(
      'show the release, the stores, the disk, the last backup, the progress of projections, and jobs by state',
    )
    .addHelpText('after', examples('colophon status', 'colophon status --json'))
    .action(async ({ json }: { json?: true }) => {
      answer(out, json, await run(status), printStatus);
    });
};
