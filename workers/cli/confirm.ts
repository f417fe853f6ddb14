/** Asks for confirmation before data is removed. */
import { Refused } from '../../domain/errors.ts';
import type { Out } from './output.ts';

export type Confirmation = {
  readonly question: string;
  /** The error message when the answer is no. */
  readonly declined: string;
};

/** Throws `Refused`: `invalid` without `--yes` and without a terminal, `conflict` when the answer is no. */
export const mustConfirm = async (
  { confirm }: Out,
  yes: boolean,
  { question, declined }: Confirmation,
): Promise<void> => {
  if (yes) return;
  if (confirm === null)
    throw new Refused('invalid', 'not_confirmed', 'confirmation required: pass --yes to run without a terminal');
  if (!(await confirm(`${question} [y/N] `))) throw new Refused('conflict', 'not_confirmed', declined);
};
