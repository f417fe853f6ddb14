/** `colophon projections`: the state of the rows that listings are read from, and requests to the leading projector. */
import type { Command } from 'commander';
import { parseText } from '../../domain/bounded.ts';
import { Refused } from '../../domain/errors.ts';
import { ID } from '../../domain/limits.ts';
import { allProjections } from '../../projections/all.ts';
import { DEFAULT_RETENTION } from '../../workers/rebuild/index.ts';
import { areRowsBeingWritten, lockRows } from '../../workers/rebuild/leases.ts';
import { listProjections, type Listed } from '../../workers/rebuild/list.ts';
import { adoptLog as adopt } from '../../workers/rebuild/log-identity.ts';
import {
  dropOld as drop,
  oldGenerations,
  requestPause,
  requestResume,
  requestSkip,
} from '../../workers/rebuild/requests.ts';
import { Interrupted } from '../interrupted.ts';
import { systemClock } from '../system.ts';
import { withProjector, type Invocation, type Run } from './invocation.ts';
import { examples } from './options.ts';
import { answer, mustConfirm, type Out } from './output.ts';
import { addRebuildCommands, depsOf, named } from './rebuild.ts';
import { behind, percentOf, placeOf } from './status.ts';

type InStores = Pick<Invocation, 'withStores'>;

type OldRows = {
  /** Checkpoint key of the generation. */
  readonly key: string;
  /** When readers should have stopped using it, epoch milliseconds; null = unknown. */
  readonly retiredAt: number | null;
  readonly outcome: 'dropped' | 'kept';
};

export const list = ({ withStores }: InStores): Promise<readonly Listed[]> =>
  withStores((context) => listProjections(depsOf(context)), { access: 'read' });

/** `now`: includes rows whose grace period has not ended. */
export const dropOld = ({ withStores }: InStores, now: boolean): Promise<readonly OldRows[]> =>
  withStores(async (context) => {
    const deps = depsOf(context);
    const old = await oldGenerations(deps);
    const isDue = ({ retiredAt, version, projection }: (typeof old)[number]): boolean => {
      const isVersion = !allProjections.some((each) => each.name === projection && each.version === version);
      const graceMs = isVersion ? DEFAULT_RETENTION.versionMs : DEFAULT_RETENTION.generationMs;
      return now || (retiredAt !== null && retiredAt + graceMs <= systemClock.now());
    };
    const due = old.filter(isDue);
    if (due.length > 0)
      await withProjector(context, async (signal) => {
        if (!(await drop(deps, due, signal))) throw new Interrupted('run it again to drop the rest');
      });
    return old.map((each) => ({
      key: each.key,
      retiredAt: each.retiredAt,
      outcome: due.includes(each) ? 'dropped' : 'kept',
    }));
  });

/** Also throws `Refused` for an event that is not in the log. */
export const skipPoison = ({ withStores }: InStores, name: string, eventId: string): Promise<void> => {
  const projection = named(name);
  const event = parseText(eventId, 'event-id', ID.made);
  return withStores((context) => requestSkip(depsOf(context), projection, event));
};

/** Empties rows that come from another log, to be rebuilt from the current one. */
export const adoptLog = ({ withStores }: InStores): Promise<void> =>
  withStores(
    async (context) => {
      const deps = depsOf(context);
      const inUse = new Refused('conflict', 'in_use', 'a projector is running: stop all processes first');
      if (await areRowsBeingWritten(deps.state)) throw inUse;
      // A projector that starts now waits.
      const unlock = await lockRows(deps);
      if (unlock === null) throw inUse;
      try {
        await adopt(deps);
      } finally {
        await unlock();
      }
    },
    { ofLog: 'any' },
  );

/** False if it was already paused. */
export const pause = ({ withStores }: InStores, name: string): Promise<boolean> => {
  const projection = named(name);
  return withStores((context) => requestPause(depsOf(context), projection));
};

/** False if it was not paused. */
export const resume = ({ withStores }: InStores, name: string): Promise<boolean> => {
  const projection = named(name);
  return withStores((context) => requestResume(depsOf(context), projection));
};

const HEADINGS = ['projection', 'version', 'state', 'position', 'lag', 'rows', 'last error'] as const;

const stateOf = ({ state, rebuild, head }: Listed): string =>
  rebuild === null
    ? state
    : `${state}, rebuild ${rebuild.state} (${percentOf({ position: rebuild.position, head })} %)`;

const errorOf = ({ lastError }: Listed): string => {
  if (lastError === null) return '';
  const { kind, event, message } = lastError;
  return event === null
    ? `${kind}: ${message}`
    : `${kind} at ${event.type} ${event.id}, position ${event.position} of ${event.stream}`;
};

const printList = (listed: readonly Listed[], out: Out): void => {
  const lines = listed.map((each) => [
    each.name,
    each.generation === 0 ? String(each.version) : `${each.version} (generation ${each.generation})`,
    stateOf(each),
    placeOf(each),
    behind(each) ?? '-',
    String(each.rows),
    errorOf(each),
  ]);
  const widths = HEADINGS.map((heading, n) => Math.max(heading.length, ...lines.map((line) => line[n]?.length ?? 0)));
  for (const line of [HEADINGS, ...lines]) {
    const cells = line.map((cell, n) => cell.padEnd(widths[n] ?? 0));
    out.line(cells.join('  ').trimEnd());
  }
};

const printOld = (old: readonly OldRows[], out: Out): void => {
  for (const { key, outcome, retiredAt } of old) {
    const since = retiredAt === null ? '' : `, not read since ${new Date(retiredAt).toISOString()}`;
    out.line(`${key}  ${outcome === 'dropped' ? 'dropped' : `still in its grace period${since} (--now drops it)`}`);
  }
  if (old.length === 0) out.line('there are no old rows');
};

type Json = { readonly json?: true };

export const addCommands = (program: Command, run: Run, out: Out): void => {
  const projections = program.command('projections').description('manage the rows that listings are read from');

  projections
    .command('list')
    .description('show version, state, position, lag, rows and last error of each projection')
    .addHelpText('after', examples('colophon projections list'))
    .action(async (options: Json) => {
      answer(out, options.json, await run(list), printList);
    });

  addRebuildCommands(projections, run, out);

  projections
    .command('drop-old')
    .description('drop rows that are no longer read')
    .option('--now', 'include rows that were read until a moment ago, or that an older release may need again', false)
    .addHelpText('after', examples('colophon projections drop-old'))
    .action(async (options: Json & { now: boolean }) => {
      answer(out, options.json, await run(dropOld, options.now), printOld);
    });

  projections
    .command('skip-poison')
    .description('let rebuilds of a projection skip an event that stopped one')
    .argument('<name>')
    .argument('<event-id>')
    .addHelpText('after', examples('colophon projections skip-poison catalogue 3f2b8c1e-8f0d-4a53-9c41-2f5d0f4b7a10'))
    .action(async (name: string, eventId: string, options: Json) => {
      await run(skipPoison, name, eventId);
      answer(out, options.json, { name, event: eventId }, () => out.line(`${name}  event ${eventId} may be skipped`));
    });

  projections
    .command('adopt-log')
    .description('empty the rows, to be rebuilt from the current log, if they come from another or a longer log')
    .option('-y, --yes', 'skip the confirmation', false)
    .addHelpText('after', examples('colophon projections adopt-log --yes'))
    .action(async ({ yes, ...options }: Json & { readonly yes: boolean }) => {
      await mustConfirm(out, yes, {
        question: 'Empty all rows? They are rebuilt from the current log at the next start.',
        declined: 'nothing was emptied',
      });
      await run(adoptLog);
      const empty = 'The rows are empty and will be rebuilt from this log at the next start.';
      answer(out, options.json, { emptied: true }, () => out.line(empty));
    });

  for (const [verb, work, done, already] of [
    ['pause', pause, 'paused', 'was already paused'],
    ['resume', resume, 'resumed', 'was not paused'],
  ] as const)
    projections
      .command(verb)
      .description(verb === 'pause' ? 'pause a projection; its rows fall behind the log' : 'resume a paused projection')
      .argument('<name>')
      .addHelpText('after', examples(`colophon projections ${verb} works`))
      .action(async (name: string, options: Json) => {
        const changed = await run(work, name);
        const text = `${name}  ${changed ? done : already}`;
        answer(out, options.json, { name, paused: verb === 'pause', changed }, () => out.line(text));
      });
};
