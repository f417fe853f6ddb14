/** Resolves the publications of a batch: by ids, by a filter of the listing, or by the token of a dry run. */
import { selectionOf, type Batch, type Selection } from '../../../../commands/publication-batches/batches.ts';
import type { BatchAction } from '../../../../commands/publication-batches/act.ts';
import type { Caller } from '../../../../commands/caller.ts';
import { Refused } from '../../../../domain/errors.ts';
import { ID, REQUEST } from '../../../../domain/limits.ts';
import { catalogue } from '../../../../projections/catalogue/index.ts';
import { stream } from '../../../../projections/queries/listing.ts';
import { matchingIds } from '../../../../projections/queries/staff-publications.ts';
import { formatCount } from '../../../http/amounts.ts';
import type { ValueOf } from '../../../http/schema-types.ts';
import { BOOLEAN, object, textOf } from '../../../http/schemas.ts';
import type { DashboardDeps } from '../../deps.ts';
import { waitUntilCaughtUp } from '../../../http/visible.ts';
import { idsIn, PUBLICATION_ID } from '../ids.ts';
import { FILTER, filtersOf } from '../list.ts';
import { ACTION } from './job.ts';

export const TOKEN = textOf(ID.made, {
  examples: ['0198a2b3-6a5f-7c1b-9d2e-4f5a6b7c8d9e'],
  description:
    'The token of a dry run: selects exactly the publications of that run, even if others match the filter now.',
});

const DRY_RUN = { ...BOOLEAN, default: false } as const;
const IDS = {
  type: 'array',
  minItems: 1,
  maxItems: REQUEST.bulkItems,
  items: { ...PUBLICATION_ID, minLength: 1 },
} as const;

/** The ways to select publications; a filter requires a dry run first. */
export const BODY = {
  oneOf: [
    object({ action: ACTION, ids: IDS, dry_run: DRY_RUN }, ['dry_run']),
    object({ action: ACTION, filter: FILTER, dry_run: { type: 'boolean', const: true } }),
    object({ action: ACTION, token: TOKEN, dry_run: DRY_RUN }, ['dry_run']),
  ],
  examples: [{ action: 'hide', ids: ['10.5555/12345678'], dry_run: true }],
} as const;

export type Selected = {
  readonly dois: readonly string[];
  readonly selection?: Selection;
};

const matching = async (
  { readModels }: DashboardDeps,
  filters: Awaited<ReturnType<typeof filtersOf>>,
  signal: AbortSignal,
): Promise<readonly string[]> => {
  const dois: string[] = [];
  for await (const doi of stream(readModels, matchingIds(filters), signal)) {
    dois.push(doi);
    if (dois.length > REQUEST.batchItems)
      throw new Refused('invalid', 'too_many', `more than ${formatCount(REQUEST.batchItems)} publications match`, {
        field: 'filter',
        accepted: `a filter that at most ${formatCount(REQUEST.batchItems)} match`,
      });
  }
  return dois;
};

const selectedInDryRun = async (deps: DashboardDeps, token: string, action: BatchAction, caller: Caller) => {
  const selected = await selectionOf(deps.state, caller, token);
  if (selected === null)
    throw new Refused('not_found', 'batch_not_found', 'no dry run in the last 24 hours has this token');
  mustMatchAction(selected.selection, action);
  return selected;
};

/** Throws `Refused('invalid')` if the action is not that of the dry run. */
export const mustMatchAction = ({ action: accepted }: Pick<Batch, 'action'>, action: BatchAction): void => {
  if (accepted === action) return;
  throw new Refused('invalid', 'other_action', `the dry run was for ${accepted}, not ${action}`, {
    field: 'action',
    accepted,
  });
};

/** The selected publications without duplicates. */
export const selected = async (
  deps: DashboardDeps,
  request: ValueOf<typeof BODY>,
  caller: Caller,
  signal: AbortSignal,
): Promise<Selected> => {
  if ('ids' in request) return { dois: [...new Set(await idsIn(deps, caller.workspace, request.ids))] };
  if ('token' in request) return selectedInDryRun(deps, request.token, request.action, caller);
  // Stale rows could omit publications that the listing already showed.
  await waitUntilCaughtUp(deps, [catalogue], signal);
  const filters = await filtersOf(deps.readModels, caller.workspace, request.filter);
  return { dois: await matching(deps, filters, signal) };
};
