/** Checks whether a person's record and lists have changed since the workspace's last job. */
import { loadState } from '../../../commands/aggregate.ts';
import { ingestionAggregate } from '../../../commands/ingestion.ts';
import { BEGINNING, type Position } from '../../../domain/event.ts';
import type { IngestionRow } from '../../../projections/ingestions.ts';
import type { IngestionDeps } from '../deps.ts';
import { checksAfter, digestOfAll, listNames, checkLists, type FetchedLists } from '../lists.ts';
import { forgetChecks, providerChecksOf } from '../provider-checks.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import { withTimeBudget } from '../time-budget.ts';

/** `gone`: the job was erased, or another one followed, in the meantime. */
export type PersonCheck =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'changed'; /** The lists fetched by the check. */ readonly fetched: FetchedLists }
  | { readonly kind: 'gone' };

export type CheckOptions = {
  /** Lists processed before the workspace was reset must be processed again. Null if it never was. */
  readonly reset: Position | null;
  readonly signal: AbortSignal;
};

/** Throws `ProviderUnavailable`, `Unavailable`. */
export const checkPerson = async (
  deps: IngestionDeps,
  { workspace, orcid, jobId }: Pick<IngestionRow, 'workspace' | 'orcid' | 'jobId'>,
  { reset, signal }: CheckOptions,
): Promise<PersonCheck> => {
  const [stored, names] = [providerChecksOf(deps), listNames(deps)];
  const worked = await stored.workedThrough(workspace, orcid);
  const isBefore = reset !== null && (worked?.position ?? BEGINNING) < reset;
  if (worked === null || isBefore) return { kind: 'changed', fetched: {} };

  // Of several workspaces with this person, the first sends the requests.
  const { checks, fetched } = await oneAtATime(deps.state, orcid, async () => {
    const before = await stored.lists(orcid);
    // The workspace has not processed the latest lists, so it needs a job anyway, which fetches them.
    if (digestOfAll(names, before) !== worked.digest) return { checks: before, fetched: {} };
    const fetched = await withTimeBudget(signal, deps.timeBudget, (requestSignal) =>
      checkLists(deps, orcid, before, requestSignal),
    );
    const checks = checksAfter(before, fetched);
    await stored.rememberLists(orcid, checks);
    return { checks, fetched };
  });
  const isSame = digestOfAll(names, checks) === worked.digest;
  const at = Math.min(...names.map((name) => checks[name]?.askedAt ?? Infinity));
  if (isSame) await stored.rememberWorkedThrough(workspace, orcid, { ...worked, unchangedAt: at });

  const { job } = (await loadState(deps.events, ingestionAggregate, workspace, orcid)).state;
  // An erasure removes the jobs before it clears these records, so records saved after that are removed again.
  if (job === null) await forgetChecks(deps.state, workspace, orcid);
  if (job?.id !== jobId || job.status !== 'succeeded') return { kind: 'gone' };
  return isSame ? { kind: 'unchanged' } : { kind: 'changed', fetched };
};
