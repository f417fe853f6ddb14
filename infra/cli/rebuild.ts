/** `colophon projections rebuild`, `verify` and `prepare`: rows built by the leading projector, or here if none is running. */
import type { Command } from 'commander';
import { Refused } from '../../domain/errors.ts';
import { allProjections } from '../../projections/all.ts';
import type { Projection } from '../../projections/define.ts';
import type { RebuildTarget } from '../../workers/rebuild/leases.ts';
import { untilServing, type RebuildProgress } from '../../workers/rebuild/list.ts';
import { namedProjection, requestRebuild, unbuilt } from '../../workers/rebuild/requests.ts';
import { verifyProjection, type Verified } from '../../workers/rebuild/verify.ts';
import type { RoleContext } from '../wiring/roles/context.ts';
import { rebuildDepsOf } from '../wiring/roles/projector.ts';
import { withProjector, type Invocation, type Run } from './invocation.ts';
import { examples } from './options.ts';
import { percentOf } from './status.ts';
import { answer, FAILED, openBar, SILENT, whileShown, type Out, type Progress } from './output.ts';

type InStores = Pick<Invocation, 'withStores'>;

/** Called periodically with the progress of all running builds. */
type WatchProgress = (rebuilds: readonly RebuildProgress[]) => void;

type Made = { readonly name: string; readonly version: number; readonly generation: number };

const REQUESTED = 'the request remains: a running projector continues with it, or run the same command again';

/** Throws `Refused` for an unknown name. */
export const named = (name: string): Projection => namedProjection(allProjections, name);

export const depsOf = (context: RoleContext) => rebuildDepsOf(context, 'cli');

const madeOf = ({ projection: { name, version }, generation }: RebuildTarget): Made => ({ name, version, generation });

/** The request remains recorded: after an interruption the same call resumes it. */
export const rebuild = (
  { withStores }: InStores,
  names: readonly string[] | 'all',
  watch: WatchProgress,
): Promise<readonly Made[]> => {
  const projections = names === 'all' ? allProjections : names.map(named);
  return withStores(async (context) => {
    const deps = depsOf(context);
    const wanted = await requestRebuild(deps, projections);
    await withProjector(context, (signal) => untilServing(deps, wanted, watch, signal), REQUESTED);
    return wanted.map(madeOf);
  });
};

/** One after the other, so that only the rows of one are built twice. */
export const verify = (
  { withStores }: InStores,
  names: readonly string[] | 'all',
  watch: WatchProgress,
): Promise<readonly Verified[]> => {
  const projections = names === 'all' ? allProjections : names.map(named);
  return withStores((context) =>
    withProjector(
      context,
      async (signal) => {
        const verified: Verified[] = [];
        for (const projection of projections)
          verified.push(await verifyProjection(depsOf(context), projection, watch, signal));
        return verified;
      },
      'the verification has no result; run it again',
    ),
  );
};

/** Leads what no other process leads until this release could serve; a running one of an older release leads the versions it reads. */
export const prepare = ({ withStores }: InStores, watch: WatchProgress): Promise<readonly Made[]> =>
  withStores(async (context) => {
    const deps = depsOf(context);
    const wanted = await unbuilt(deps);
    if (wanted.length > 0) await withProjector(context, (signal) => untilServing(deps, wanted, watch, signal));
    return wanted.map(madeOf);
  });

const TENTH = 10;

/** 100 only when it is done: indexes and counts come last. */
const percent = (rebuild: RebuildProgress): number => (rebuild.isDone ? 100 : Math.min(99, percentOf(rebuild)));

/** A bar on a terminal, elsewhere a line per 10 %. */
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

const printMade = (made: readonly Made[], none: string, out: Out): void => {
  for (const { name, version, generation } of made)
    out.line(
      `${name} v${version}  ${generation === 0 ? 'is ready' : `rebuilt (generation ${generation}), now served`}`,
    );
  if (made.length === 0) out.line(none);
};

const MAX_LISTED = 20;

const printVerified = ({ name, version, rows, differences }: Verified, out: Out): void => {
  for (const { collection, id, kind } of differences.slice(0, MAX_LISTED)) out.line(`${collection}  ${id}  ${kind}`);
  if (differences.length > MAX_LISTED) out.line(`… and ${differences.length - MAX_LISTED} more`);
  const found = differences.length === 0 ? 'all match the log' : `${differences.length} differ from the log`;
  out.line(`${name} v${version}: ${rows} rows, ${found}`);
};

/** JSON with the total number of differences, listing at most `MAX_LISTED`. */
const verifiedAsJson = ({ differences, ...verified }: Verified) => ({
  ...verified,
  differing: differences.length,
  differences: differences.slice(0, MAX_LISTED),
});

type Json = { readonly json?: true };

/** Throws `Refused` unless there are either names or `--all`. */
const chosen = (names: readonly string[], { all }: { readonly all: boolean }, doing: string) => {
  if (all === names.length > 0)
    throw new Refused('invalid', 'nothing_named', `name the projections to ${doing}, or pass --all`);
  return all ? 'all' : names;
};

/** `projections`: the command that they are under. */
export const addRebuildCommands = (projections: Command, run: Run, out: Out): void => {
  const watched = <T>(doing: string, { json }: Json, work: (watch: WatchProgress) => Promise<T>): Promise<T> =>
    whileShown(rebuildProgressOn(doing, out, json === true), work);

  projections
    .command('rebuild')
    .description('rebuild the rows from the log while the current ones serve; resumes after an interruption')
    .argument('[name...]', 'projections')
    .option('--all', 'rebuild all projections in one pass', false)
    .addHelpText(
      'after',
      examples('colophon projections rebuild catalogue works', 'colophon projections rebuild --all'),
    )
    .action(async (names: string[], options: Json & { all: boolean }) => {
      const which = chosen(names, options, 'rebuild');
      const made = await watched('rebuilding', options, (watch) => run(rebuild, which, watch));
      answer(out, options.json, made, () => printMade(made, '', out));
    });

  projections
    .command('verify')
    .description('rebuild the rows temporarily and compare them with those served; fails if any differ')
    .argument('[name]')
    .option('--all', 'verify all projections, one after the other', false)
    .addHelpText('after', examples('colophon projections verify catalogue', 'colophon projections verify --all'))
    .action(async (name: string | undefined, options: Json & { all: boolean }) => {
      const which = chosen(name === undefined ? [] : [name], options, 'verify');
      const verified = await watched('replaying', options, (watch) => run(verify, which, watch));
      const all = verified.map(verifiedAsJson);
      answer(out, options.json, which === 'all' ? all : all[0], () => {
        for (const each of verified) printVerified(each, out);
      });
      if (verified.some(({ differences }) => differences.length > 0)) process.exitCode = FAILED;
    });

  projections
    .command('prepare')
    .description('build the rows of this release while an older release serves')
    .addHelpText('after', examples('colophon projections prepare'))
    .action(async (options: Json) => {
      const made = await watched('preparing', options, (watch) => run(prepare, watch));
      answer(out, options.json, made, () => printMade(made, 'everything is ready', out));
    });
};
