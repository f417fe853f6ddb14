/** Asks for confirmation before data is removed. */
import { Refused } from '../../domain/errors.ts';
import type { Out } from './output.ts';

/** Throws `Refused`: `invalid` without `--yes` and without a terminal, `conflict`, with `declined`, when the answer is no. */
export const mustConfirm = async (
  { confirm }: Out,
  yes: boolean,
  { question, declined }: { readonly question: string; readonly declined: string },
): Promise<void> => {
  if (yes) return;
  if (confirm === null)
    throw new Refused('invalid', 'not_confirmed', 'confirmation required: pass --yes to run without a terminal');
  if (!(await confirm(`${question} [y/N] `))) throw new Refused('conflict', 'not_confirmed', declined);
};
