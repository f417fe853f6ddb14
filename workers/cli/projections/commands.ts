/** The commands about projections. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import { Refused } from '../../../domain/errors.ts';
import type { Part } from '../../projector/part.ts';
import { mustConfirm } from '../confirm.ts';
import { answer, type Out } from '../output.ts';
import { whileShown } from '../progress.ts';
import { rebuildProgressOn } from './rebuild-progress.ts';
import type { ProjectionOperations, WatchProgress } from './operations.ts';
import { printList, printMade, printOld, printVerified, verifiedAsJson } from './output.ts';

const FAILED = 1;

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

export const addProjectionCommands = (program: Command, operations: ProjectionOperations, out: Out): void => {
  const projections = program.command('projections').description('manage the rows that listings are read from');

  const watched = <T>(doing: string, { json }: Json, work: (watch: WatchProgress) => Promise<T>): Promise<T> =>
    whileShown(rebuildProgressOn(doing, out, json === true), work);

  projections
    .command('list')
    .description('show version, state, position, lag, rows and last error of each projection')
    .action(async (options: Json) => {
      answer(out, options.json, await operations.list(), printList);
    });

  projections
    .command('rebuild')
    .description('rebuild the rows from the log while the current ones serve; resumes after an interruption')
    .argument('[name...]', 'projections')
    .option('--all', 'rebuild all projections in one pass', false)
    .action(async (names: string[], options: Json & { all: boolean }) => {
      if (options.all === names.length > 0)
        throw new Refused('invalid', 'nothing_named', 'name the projections to rebuild, or pass --all');
      const made = await watched('rebuilding', options, (watch) =>
        operations.rebuild(options.all ? 'all' : names, watch),
      );
      answer(out, options.json, made, () => printMade(made, '', out));
    });

  projections
    .command('verify')
    .description('rebuild the rows temporarily and compare them with those served; fails if any differ')
    .argument('<name>')
    .action(async (name: string, options: Json) => {
      const verified = await watched('replaying', options, (watch) => operations.verify(name, watch));
      if (options.json) out.line(verifiedAsJson(verified));
      else printVerified(verified, out);
      if (verified.differences.length > 0) process.exitCode = FAILED;
    });

  projections
    .command('prepare')
    .description('build the rows of this release while an older release serves')
    .addOption(processesOption())
    .addOption(partOption())
    .action(async ({ processes, part, ...options }: Json & { readonly processes: number; readonly part?: Part }) => {
      const how = part === undefined ? { processes } : { part };
      const made = await watched('preparing', options, (watch) => operations.prepare(how, watch));
      const none = part === undefined ? 'everything is ready' : `part ${part.number} of ${part.of} is ready`;
      answer(out, options.json, made, () => printMade(made, none, out));
    });

  projections
    .command('drop-old')
    .description('drop rows that are no longer read')
    .option('--now', 'include rows that were read until a moment ago, or that an older release may need again', false)
    .action(async (options: Json & { now: boolean }) => {
      answer(out, options.json, await operations.dropOld(options.now), printOld);
    });

  projections
    .command('skip-poison')
    .description('let rebuilds of a projection skip an event that stopped one')
    .argument('<name>')
    .argument('<event-id>')
    .action(async (name: string, eventId: string, options: Json) => {
      await operations.skipPoison(name, eventId);
      answer(out, options.json, { name, event: eventId }, () => out.line(`${name}  event ${eventId} may be skipped`));
    });

  projections
    .command('adopt-log')
    .description('empty the rows, to be rebuilt from the current log, if they come from another or a longer log')
    .option('-y, --yes', 'skip the confirmation', false)
    .action(async ({ yes, ...options }: Json & { readonly yes: boolean }) => {
      await mustConfirm(out, yes, {
        question: 'Empty all rows? They are rebuilt from the current log at the next start.',
        declined: 'nothing was emptied',
      });
      await operations.adoptLog();
      const empty = 'The rows are empty and will be rebuilt from this log at the next start.';
      answer(out, options.json, { emptied: true }, () => out.line(empty));
    });

  for (const [verb, done, already] of [
    ['pause', 'paused', 'was already paused'],
    ['resume', 'resumed', 'was not paused'],
  ] as const)
    projections
      .command(verb)
      .description(verb === 'pause' ? 'pause a projection; its rows fall behind the log' : 'resume a paused projection')
      .argument('<name>')
      .action(async (name: string, options: Json) => {
        const changed = await operations[verb](name);
        const text = `${name}  ${changed ? done : already}`;
        answer(out, options.json, { name, paused: verb === 'pause', changed }, () => out.line(text));
      });
};
