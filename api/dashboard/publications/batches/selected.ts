/** The publications that a batch is asked for: by their ids, by a filter of the listing, or as they were looked at. */
import { selectionOf } from '../../../../commands/publication-batches/batches.ts';
import type { BatchAction } from '../../../../commands/publication-batches/act.ts';
import type { Caller } from '../../../../commands/caller.ts';
import { Refused } from '../../../../domain/errors.ts';
import { REQUEST } from '../../../../domain/limits.ts';
import { catalogue } from '../../../../projections/catalogue/index.ts';
import { everyStaffPublication } from '../../../../projections/queries/staff-publications.ts';
import { inDigits } from '../../../http/amounts.ts';
import type { DashboardDeps } from '../../deps.ts';
import { caughtUp } from '../../visible.ts';
import { filtersOf, type FiltersAsked } from '../list.ts';
import { parseIds } from '../remove.ts';

export type Asked = {
  readonly action: BatchAction;
  readonly ids?: readonly string[];
  readonly filter?: FiltersAsked;
  readonly token?: string;
  readonly dry_run?: boolean;
};

export type Selected = {
  readonly dois: readonly string[];
  /** Of a token, epoch ms. */
  readonly expiresAt?: number;
};

const matching = async (
  { readModels }: DashboardDeps,
  workspace: string,
  filter: FiltersAsked,
): Promise<readonly string[]> => {
  const dois: string[] = [];
  for await (const doi of everyStaffPublication(readModels, filtersOf(workspace, filter))) {
    dois.push(doi);
    if (dois.length > REQUEST.batchItems)
      throw new Refused('invalid', 'too_many', `more than ${inDigits(REQUEST.batchItems)} publications match`, {
        field: 'filter',
        accepted: `a filter that at most ${inDigits(REQUEST.batchItems)} match`,
      });
  }
  return dois;
};

const lookedAt = async (deps: DashboardDeps, token: string, action: BatchAction, caller: Caller) => {
  const selection = await selectionOf(deps.state, caller, token);
  if (selection === null)
    throw new Refused('not_found', 'batch_not_found', 'nothing was looked at with this token in the last 24 hours');
  if (selection.action === action) return selection;
  const { action: accepted } = selection;
  throw new Refused('invalid', 'other_action', `looked at was ${accepted}, not ${action}`, {
    field: 'action',
    accepted,
  });
};

/** Each once. Of `ids`, `filter` and `token` one is there. */
export const selected = async (
  deps: DashboardDeps,
  asked: Asked,
  caller: Caller,
  signal: AbortSignal,
): Promise<Selected> => {
  const { action, ids, filter, token } = asked;
  if (ids !== undefined) return { dois: [...new Set(parseIds(ids))] };
  if (token !== undefined) return lookedAt(deps, token, action, caller);
  // Rows that are behind would leave out what was there when the listing was read.
  await caughtUp(deps, [catalogue], signal);
  return { dois: await matching(deps, caller.workspace, filter ?? {}) };
};
