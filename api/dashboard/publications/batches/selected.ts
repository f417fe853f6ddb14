/** The publications that a batch is asked for: by their ids, by a filter of the listing, or as they were looked at. */
import { selectionOf, type Batch } from '../../../../commands/publication-batches/batches.ts';
import type { BatchAction } from '../../../../commands/publication-batches/act.ts';
import type { Caller } from '../../../../commands/caller.ts';
import { parseDoi } from '../../../../domain/doi.ts';
import { Refused } from '../../../../domain/errors.ts';
import { ID, REQUEST } from '../../../../domain/limits.ts';
import { catalogue } from '../../../../projections/catalogue/index.ts';
import { everyStaffPublication } from '../../../../projections/queries/staff-publications.ts';
import { formatCount } from '../../../http/amounts.ts';
import { DOI } from '../../../http/identifiers.ts';
import type { ValueOf } from '../../../http/schema.ts';
import { BOOLEAN, object, textOf } from '../../../http/schemas.ts';
import type { DashboardDeps } from '../../deps.ts';
import { waitUntilCaughtUp } from '../../../http/visible.ts';
import { FILTER, filtersOf } from '../list.ts';
import { ACTION } from './job.ts';

export const TOKEN = textOf(ID.made, {
  examples: ['0198a2b3-6a5f-7c1b-9d2e-4f5a6b7c8d9e'],
  description: 'Of the dry run: stands for exactly the publications that it listed, whatever matches the filter now.',
});

const DRY_RUN = { ...BOOLEAN, default: false } as const;
const IDS = { type: 'array', minItems: 1, maxItems: REQUEST.bulkItems, items: { ...DOI, minLength: 1 } } as const;

/** Each way of saying which publications; what a filter selects is looked at first. */
export const BODY = {
  oneOf: [
    object({ action: ACTION, ids: IDS, dry_run: DRY_RUN }, ['dry_run']),
    object({ action: ACTION, filter: FILTER, dry_run: { type: 'boolean', const: true } }),
    object({ action: ACTION, token: TOKEN, dry_run: DRY_RUN }, ['dry_run']),
  ],
  examples: [{ action: 'hide', ids: ['10.5555/12345678'], dry_run: true }],
} as const;

type Asked = ValueOf<typeof BODY>;

export type Selected = {
  readonly dois: readonly string[];
  /** Of a token, epoch ms. */
  readonly expiresAt?: number;
};

const matching = async (
  { readModels }: DashboardDeps,
  workspace: string,
  filter: ValueOf<typeof FILTER>,
): Promise<readonly string[]> => {
  const dois: string[] = [];
  for await (const doi of everyStaffPublication(readModels, filtersOf(workspace, filter))) {
    dois.push(doi);
    if (dois.length > REQUEST.batchItems)
      throw new Refused('invalid', 'too_many', `more than ${formatCount(REQUEST.batchItems)} publications match`, {
        field: 'filter',
        accepted: `a filter that at most ${formatCount(REQUEST.batchItems)} match`,
      });
  }
  return dois;
};

const lookedAt = async (deps: DashboardDeps, token: string, action: BatchAction, caller: Caller) => {
  const selection = await selectionOf(deps.state, caller, token);
  if (selection === null)
    throw new Refused('not_found', 'batch_not_found', 'nothing was looked at with this token in the last 24 hours');
  mustBeFor(selection, action);
  return selection;
};

/** Throws `Refused('invalid')` for another action than the one that was looked at. */
export const mustBeFor = ({ action: accepted }: Pick<Batch, 'action'>, action: BatchAction): void => {
  if (accepted === action) return;
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
  if ('ids' in asked) return { dois: [...new Set(asked.ids.map((id) => parseDoi(id)))] };
  if ('token' in asked) return lookedAt(deps, asked.token, asked.action, caller);
  // Rows that are behind would leave out what was there when the listing was read.
  await waitUntilCaughtUp(deps, [catalogue], signal);
  return { dois: await matching(deps, caller.workspace, asked.filter) };
};
