/** `colophon projections rebuild`, `verify` and `prepare`: rows built by the leading projector, or here if none is running. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { Refused } from '../../domain/errors.ts';
import { allProjections } from '../../projections/all.ts';
import type { Projection } from '../../projections/define.ts';
import { isGenerationOf } from '../../projections/generations.ts';
import { PoisonEvent } from '../../workers/projector/poison.ts';
import type { Part } from '../../workers/projector/part.ts';
import { preparePart, prepareRelease, type Replay } from '../../workers/rebuild/prepare.ts';
import { namedProjection, requestRebuild } from '../../workers/rebuild/requests.ts';
import { verifyProjection, type Verified } from '../../workers/rebuild/verify.ts';
import { RebuildStopped, untilServing, skipHint, type RebuildProgress } from '../../workers/rebuild/list.ts';
import { together } from '../../workers/together.ts';
import { Interrupted } from '../interrupted.ts';
import type { RoleContext } from '../wiring/roles/context.ts';
import { rebuildDepsOf } from '../wiring/roles/projector.ts';
import { leaving, RESUMES, withProjector, type Invocation, type Run } from './invocation.ts';
import { examples } from './options.ts';
import { answer, FAILED, openBar, SILENT, whileShown, type Out, type Progress } from './output.ts';

type InStores = Pick<Invocation, 'withStores'>;

/** Called periodically with the progress of all running builds. */
type WatchProgress = (rebuilds: readonly RebuildProgress[]) => void;

export type Preparing = { readonly processes: number } | { readonly part: Part };

type Made = { readonly name: string; readonly version: number; readonly generation: number };

const REQUESTED = 'the request remains: a running projector continues with it, or run the same command again';

/** Throws `Refused` for an unknown name. */
export const named = (name: string): Projection => namedProjection(allProjections, name);

export const depsOf = (context: RoleContext) => rebuildDepsOf(context, 'cli');

/** The name of a generation's projection. */
const nameOf = (key: string): string => allProjections.find((each) => isGenerationOf(each, key))?.name ?? key;

const progressOf = (head: number, { projection, position, events, ms }: Replay): RebuildProgress => ({
  ...{ name: nameOf(projection), position, head: Math.max(head, position), isDone: false },
  eventsPerSecond: ms === 0 ? null : Math.round((events * 1_000) / ms),
});

/** Adds to the error of a poison event how to skip it. */
const explained = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PoisonEvent)) throw error;
    throw new RebuildStopped(`${error.message}${skipHint(nameOf(error.projection), error.event)}`);
  }
};

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
    return withProjector(
      context,
      async (signal) => {
        if (!(await untilServing(deps, wanted, watch, signal))) throw new Interrupted(REQUESTED);
        return wanted.map(({ projection: { name, version }, generation }) => ({ name, version, generation }));
      },
      REQUESTED,
    );
  });
};

export const verify = ({ withStores }: InStores, name: string, watch: WatchProgress): Promise<Verified> => {
  const projection = named(name);
  return withStores((context) =>
    withProjector(
      context,
      async (signal) => {
        const deps = depsOf(context);
        const head = await deps.events.head();
        const report = (replay: Replay): void => watch([progressOf(head, replay)]);
        return explained(() => verifyProjection(deps, projection, report, { signal }));
      },
      'the verification has no result; run it again',
    ),
  );
};

const reportToParent = (replay: Replay): void => {
  // The part continues even if the parent has exited.
  if (process.connected) process.send?.(replay, undefined, undefined, () => undefined);
};

const runPart = async ({ number, of }: Part, signal: AbortSignal, watch: (replay: Replay) => void): Promise<void> => {
  const [program = ''] = process.argv.slice(1);
  const child = fork(program, ['projections', 'prepare', '--part', `${number}/${of}`, '--json'], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const stop = (): void => void child.kill('SIGTERM');
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  child.on('message', (replay) => watch(replay as Replay));
  const [code] = (await once(child, 'exit')) as [number | null];
  signal.removeEventListener('abort', stop);
  signal.throwIfAborted();
  if (code !== 0) throw new Error(`the process for part ${number} of ${of} failed (${code ?? 'killed'})`);
};

/** Overall progress: that of the slowest part, once all have reported. */
const slowestOf = (of: number, watch: (replay: Replay) => void) => {
  const parts = new Map<string, Map<number, Replay>>();
  return (number: number, replay: Replay): void => {
    const own = parts.get(replay.projection) ?? new Map<number, Replay>();
    parts.set(replay.projection, own.set(number, replay));
    if (own.size < of) return;
    const all = [...own.values()];
    watch({
      projection: replay.projection,
      position: Math.min(...all.map(({ position }) => position)),
      events: Math.min(...all.map(({ events }) => events)),
      ms: Math.max(...all.map(({ ms }) => ms)),
    });
  };
};

/** Prepares in several processes of this program, each filling one part. Resolves when all parts have caught up. The first failure stops the others; a restart resumes each part. */
const prepareInParts = async (of: number, signal: AbortSignal, watch: (replay: Replay) => void): Promise<void> => {
  const seen = slowestOf(of, watch);
  const parts = Array.from({ length: of }, (_, n) => n + 1);
  await together(
    signal,
    parts.map((number) => (ends) => runPart({ number, of }, ends, (replay) => seen(number, replay))),
  );
};

/** Builds in the given number of processes, or only one part of the work. */
export const prepare = ({ withStores }: InStores, how: Preparing, watch: WatchProgress): Promise<readonly Made[]> =>
  withStores(async (context) => {
    const { signal } = context;
    const deps = depsOf(context);
    const head = await deps.events.head();
    const seen = (replay: Replay): void => {
      watch([progressOf(head, replay)]);
      if ('part' in how) reportToParent(replay);
    };
    const build = async (): Promise<readonly Projection[]> => {
      if ('part' in how) return preparePart(deps, how.part, seen, { signal }).then(() => []);
      if (how.processes > 1) await prepareInParts(how.processes, signal, seen);
      return explained(() => prepareRelease(deps, seen, { signal }));
    };
    const made = await build().catch(leaving(signal, RESUMES));
    return made.map(({ name, version, generation = 0 }) => ({ name, version, generation }));
  });

const WHOLE = 100;
const TENTH = 10;

const percent = ({ position, head, isDone }: RebuildProgress): number =>
  isDone || head < 0 ? WHOLE : Math.min(WHOLE - 1, Math.floor((WHOLE * (position + 1)) / (head + 1)));

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
const verifiedAsJson = ({ differences, ...verified }: Verified): string =>
  JSON.stringify({ ...verified, differing: differences.length, differences: differences.slice(0, MAX_LISTED) });

type Json = { readonly json?: true };

/** Each process reads the whole log, so more than this gain nothing. */
const MAX_PARTS = 64;

const numberIn = (text: string, least: number, most: number): number => {
  const number = Number(text);
  if (!/^\d{1,3}$/u.test(text) || number < least || number > most)
    throw new InvalidArgumentError(`expected a whole number from ${least} to ${most}.`);
  return number;
};

const partOf = (text: string): Part => {
  const [number = '', of = '', ...more] = text.split('/');
  if (more.length > 0 || of === '') throw new InvalidArgumentError('expected one part of several, such as 2/8.');
  const parts = numberIn(of, 1, MAX_PARTS);
  return { number: numberIn(number, 1, parts), of: parts };
};

const processesOption = (): Option =>
  new Option('--processes <n>', 'number of processes')
    .argParser((text) => numberIn(text, 1, MAX_PARTS))
    .default(1)
    .conflicts('part');

const partOption = (): Option =>
  new Option(
    '--part <n/of>',
    'build only this part: several machines build a part each, then one prepares the rest',
  ).argParser(partOf);

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
      if (options.all === names.length > 0)
        throw new Refused('invalid', 'nothing_named', 'name the projections to rebuild, or pass --all');
      const made = await watched('rebuilding', options, (watch) => run(rebuild, options.all ? 'all' : names, watch));
      answer(out, options.json, made, () => printMade(made, '', out));
    });

  projections
    .command('verify')
    .description('rebuild the rows temporarily and compare them with those served; fails if any differ')
    .argument('<name>')
    .addHelpText('after', examples('colophon projections verify catalogue'))
    .action(async (name: string, options: Json) => {
      const verified = await watched('replaying', options, (watch) => run(verify, name, watch));
      if (options.json) out.line(verifiedAsJson(verified));
      else printVerified(verified, out);
      if (verified.differences.length > 0) process.exitCode = FAILED;
    });

  projections
    .command('prepare')
    .description('build the rows of this release while an older release serves')
    .addOption(processesOption())
    .addOption(partOption())
    .addHelpText('after', examples('colophon projections prepare'))
    .action(async ({ processes, part, ...options }: Json & { readonly processes: number; readonly part?: Part }) => {
      const how = part === undefined ? { processes } : { part };
      const made = await watched('preparing', options, (watch) => run(prepare, how, watch));
      const none = part === undefined ? 'everything is ready' : `part ${part.number} of ${part.of} is ready`;
      answer(out, options.json, made, () => printMade(made, none, out));
    });
};
