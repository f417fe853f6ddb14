/** Looks whether a person's record and lists are as the workspace's last job left them. */
import { loadState } from '../../../commands/aggregate.ts';
import { ingestionAggregate } from '../../../commands/ingestion.ts';
import type { IngestionRow } from '../../../projections/ingestions.ts';
import type { IngestionDeps } from '../deps.ts';
import { askedAfter, digestOfAll, listNames, lookAtLists, type HeardLists } from '../lists.ts';
import { forgetAsked, memoryOf } from '../memory.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import { withPatience } from '../patience.ts';

/** `gone`: the job was forgotten or followed by another meanwhile. */
export type Seen =
  | { readonly kind: 'unchanged'; readonly at: number }
  | { readonly kind: 'changed'; /** What was requested to see it. */ readonly heard: HeardLists }
  | { readonly kind: 'gone' };

export type LookOptions = {
  /** What was worked through before the workspace was emptied is not there any more; epoch ms. */
  readonly resetAt: number;
  readonly signal: AbortSignal;
};

/** Throws `ProviderUnavailable`, `Unavailable`. */
export const lookAtPerson = async (
  deps: IngestionDeps,
  { workspace, orcid, jobId }: Pick<IngestionRow, 'workspace' | 'orcid' | 'jobId'>,
  { resetAt, signal }: LookOptions,
): Promise<Seen> => {
  const memory = memoryOf(deps);
  const names = listNames(deps);
  const worked = await memory.workedThrough(workspace, orcid);
  if (worked === null || worked.at <= resetAt) return { kind: 'changed', heard: {} };

  // Of several workspaces that have the person, the first asks.
  const { asked, heard } = await oneAtATime(deps.state, orcid, async () => {
    const before = await memory.lists(orcid);
    // The workspace has not worked through what was heard last, so it needs a job anyway, which requests them.
    if (digestOfAll(names, before) !== worked.digest) return { asked: before, heard: {} };
    const heard = await withPatience(signal, deps.patience, (asking) => lookAtLists(deps, orcid, before, asking));
    const asked = askedAfter(before, heard);
    await memory.rememberLists(orcid, asked);
    return { asked, heard };
  });
  const isSame = digestOfAll(names, asked) === worked.digest;
  if (isSame) await memory.rememberWorkedThrough(workspace, orcid, { ...worked, at: deps.clock.now() });

  const { job } = (await loadState(deps.events, ingestionAggregate, workspace, orcid)).state;
  // An erasure forgets the jobs before it clears what is remembered: what was put after that is taken back.
  if (job === null) await forgetAsked(deps.state, workspace, orcid);
  if (job?.id !== jobId || job.status !== 'succeeded') return { kind: 'gone' };
  if (!isSame) return { kind: 'changed', heard };
  return { kind: 'unchanged', at: Math.min(...names.map((name) => asked[name]?.askedAt ?? Infinity)) };
};
