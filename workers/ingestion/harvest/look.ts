/** Looks whether a person's record and lists are as the workspace's last job left them. */
import { loadState } from '../../../commands/aggregate.ts';
import { ingestionAggregate } from '../../../commands/ingestion.ts';
import { isStale } from '../../../domain/ingestion/schedule.ts';
import type { IngestionRow } from '../../../projections/ingestions.ts';
import type { IngestionDeps } from '../deps.ts';
import { digestOfAll, listNames, lookAtList } from '../lists.ts';
import { forgetAsked, memoryOf, type AskedLists } from '../memory.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import { withPatience } from '../patience.ts';
import type { Asking } from '../ports.ts';

/** `gone`: the job was forgotten or followed by another meanwhile. */
export type Seen = { readonly kind: 'unchanged'; readonly at: number } | { readonly kind: 'changed' | 'gone' };

export type LookOptions = {
  /** What was worked through before the workspace was emptied is not there any more; epoch ms. */
  readonly resetAt: number;
  readonly signal: AbortSignal;
};

const CHANGED: Seen = { kind: 'changed' };

/** Requests each list that was not requested lately, until one differs: a job then requests all. */
const lookAtLists = async (
  deps: IngestionDeps,
  orcid: string,
  known: AskedLists,
  asking: Asking,
): Promise<AskedLists> => {
  const asked: Record<string, AskedLists[keyof AskedLists]> = { ...known };
  for (const name of listNames(deps)) {
    const before = known[name];
    if (before === undefined || !isStale(before.askedAt, deps.clock.now(), deps.harvestIntervalMs)) continue;
    const now = await lookAtList(deps, name, orcid, before, asking);
    asked[name] = now;
    if (now.digest !== before.digest) break;
  }
  return asked;
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
  if (worked === null || worked.at <= resetAt) return CHANGED;

  // Of several workspaces that have the person, the first asks.
  const asked = await oneAtATime(deps.state, orcid, async (): Promise<AskedLists | null> => {
    const known = await memory.lists(orcid);
    if (digestOfAll(names, known) === null) return null;
    const looked = await withPatience(signal, deps.patience, (asking) => lookAtLists(deps, orcid, known, asking));
    await memory.rememberLists(orcid, looked);
    return looked;
  });
  const isSame = asked !== null && digestOfAll(names, asked) === worked.digest;
  if (isSame) await memory.rememberWorkedThrough(workspace, orcid, { ...worked, at: deps.clock.now() });

  const { job } = (await loadState(deps.events, ingestionAggregate, workspace, orcid)).state;
  // An erasure forgets the jobs before it clears what is remembered: what was put after that is taken back.
  if (job === null) await forgetAsked(deps.state, workspace, orcid);
  if (job?.id !== jobId || job.status !== 'succeeded') return { kind: 'gone' };
  if (!isSame) return CHANGED;
  return { kind: 'unchanged', at: Math.min(...names.map((name) => asked[name]?.askedAt ?? Infinity)) };
};
