/** The command that undoes events. */
import type { Command } from 'commander';
import { Refused } from '../../domain/errors.ts';
import { workspaceOption } from './options.ts';
import type { Out } from './output.ts';
import { reported } from './steps.ts';
import type { UndoAsked, UndoOperations, UndoReport } from './undoing.ts';

const shown = (value: unknown, omitted: number | undefined): string => {
  if (omitted !== undefined) return `(${omitted.toLocaleString('en')} bytes)`;
  const text = JSON.stringify(value ?? null);
  return text.length <= 60 ? text : `${text.slice(0, 59)}…`;
};

const printUndo = ({ dry_run: dryRun, results, correlation_id: id, ...counts }: UndoReport, { line }: Out): void => {
  for (const { event_type: type, subject, outcome, changes, conflicts, reason } of results) {
    line(`${outcome.padEnd(9)}  ${type}  ${subject}${reason === null ? '' : `: ${reason}`}`);
    for (const { path, before, after, before_bytes: was, after_bytes: is } of changes)
      line(`           ${path}: ${shown(before, was)} → ${shown(after, is)}`);
    for (const { path, restores, stands, restores_bytes: wanted, stands_bytes: is } of conflicts)
      line(`           ${path} is ${shown(stands, is)}; the undo would restore ${shown(restores, wanted)}`);
  }
  const { events, undone, unchanged, refused, steps } = counts;
  const [done, left] = dryRun ? ['would be undone', 'would be refused'] : ['undone', 'refused'];
  const related = steps === 0 ? '' : ` (${steps} of them with nothing to undo)`;
  line(
    `${events} event${events === 1 ? '' : 's'}: ${undone} ${done}, ${unchanged} unchanged, ${refused} ${left}${related}`,
  );
  if (id !== null && undone > 0) line(`To revert this undo: colophon undo --cause ${id}`);
};

type Options = {
  readonly cause?: string;
  readonly workspace: string;
  readonly field?: readonly string[];
  readonly dryRun?: true;
  readonly json?: true;
};

const whatOf = (event: string | undefined, cause: string | undefined): UndoAsked['what'] => {
  if (event !== undefined && cause === undefined) return { event };
  if (cause !== undefined && event === undefined) return { cause };
  throw new Refused('invalid', 'invalid_arguments', 'name either an event or a cause (--cause ID), not both', {
    field: 'event',
  });
};

export const addUndoCommand = (program: Command, operations: UndoOperations, out: Out): void => {
  program
    .command('undo')
    .description('undo one event, or all events of one cause; an undo can itself be undone')
    .argument('[event]', 'event id, as shown in the timeline')
    .option('--cause <id>', 'correlation id of a harvest, import, bulk change or request')
    .addOption(workspaceOption())
    .option('--field <pointer...>', 'only these changed fields, such as /title')
    .option('--dry-run', 'show what would be undone or refused, without changing anything')
    .action(async (event: string | undefined, options: Options) => {
      const { cause, workspace, field: fields, dryRun = false, json = false } = options;
      const request = { workspace, what: whatOf(event, cause), fields, dryRun };
      const { refused, steps } = await reported(out, json, (progress) => operations.undo(request, progress), printUndo);
      // Undoing it by steps leaves nothing of a cause to undo.
      if (refused > (cause === undefined ? 0 : steps)) process.exitCode = 1;
    });
};
