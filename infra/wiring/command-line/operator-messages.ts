/** What a running command tells the operator besides its result. */
import type { Waits } from '../../../commands/waits.ts';
import { allProjections } from '../../../projections/all.ts';
import { readControls } from '../../../workers/rebuild/controls.ts';
import type { RoleContext } from '../roles/context.ts';

export type CommandContext = RoleContext & {
  /** Prints a line for the operator, apart from the result. */
  readonly warn: (line: string) => void;
};

/** Prints one line for what the command waits for, and another only when that changes, however many pieces of work wait. */
export const printedWaits = (warn: CommandContext['warn']): Waits => {
  const waiting = new Map<string, string>();
  const told = new Set<string>();
  return (work, error) => {
    if (error === null) waiting.delete(work);
    else waiting.set(work, error.message);
    if (waiting.size === 0) told.clear();
    if (error === null || told.has(error.message)) return;
    told.add(error.message);
    warn(`colophon: ${error.message}; waiting for it`);
  };
};

/** For commands that wait for rows: those of a paused projection do not follow. */
export const warnOfPaused = async ({ stores, warn }: CommandContext): Promise<void> => {
  const { paused } = await readControls(stores.state);
  for (const { name } of allProjections)
    if (paused.has(name))
      warn(`colophon: ${name} is paused, so its rows do not follow; resume it: colophon projections resume ${name}`);
};
