/** Empties a workspace of publications and works; people, members, keys and the audit trail stay. */
import type { Position } from '../../domain/event.ts';
import type { ShardOutcome } from '../../domain/site/events.ts';
import type { Caller } from '../caller.ts';
import type { Deps } from '../handle.ts';
import { ingestionAggregate } from '../ingestion.ts';
import type { Log, StateStore } from '../ports.ts';
import type { RightsDeps } from '../rights.ts';
import { publicationAggregate } from '../publication.ts';
import { forgetWorkedThrough } from '../last-checks.ts';
import { recordSiteEvent } from './record.ts';
import { sender } from './sender.ts';
import { sweep } from './sweep.ts';

const COUNTED = { publication: 'publications', work: 'works', jobs: 'ingestionJobs' } as const;

/** What is reset: a publication by its DOI, a work by its key, the jobs of an iD. */
export type ResetTarget = {
  readonly shard: number;
  readonly kind: keyof typeof COUNTED;
  readonly id: string;
};

export type ResetRequest = {
  readonly targets: AsyncIterable<ResetTarget>;
  readonly shards: number;
  readonly dryRun: boolean;
};

type ResetCounts = Readonly<Record<(typeof COUNTED)[keyof typeof COUNTED], number>>;

export type Reset = {
  readonly counts: ResetCounts;
  readonly shards: readonly (ShardOutcome & ResetCounts)[];
  readonly position: Position | null;
};

const NOTHING: ResetCounts = { publications: 0, works: 0, ingestionJobs: 0 };

/** Idempotent; resumes after a failure. */
export const resetData = async (
  deps: Deps & RightsDeps & { readonly log: Log; readonly state: StateStore },
  { targets, shards, dryRun }: ResetRequest,
  caller: Caller,
): Promise<Reset> => {
  // First, so that the next harvest also restores what an interrupted reset has removed.
  if (!dryRun) await forgetWorkedThrough(deps.state, caller.workspace);
  const send = sender(deps, caller, 'superadmin', dryRun);
  const counted = new Map<number, ResetCounts>();
  const reset = ({ kind, id }: ResetTarget): Promise<boolean> => {
    if (kind === 'jobs') return send(ingestionAggregate, id, { type: 'ResetIngestion' });
    return send(publicationAggregate, id, { type: 'ResetPublication' });
  };
  const outcomes = await sweep(
    targets,
    shards,
    async (target) => {
      if (!(await reset(target))) return false;
      const known = counted.get(target.shard) ?? NOTHING;
      const field = COUNTED[target.kind];
      counted.set(target.shard, { ...known, [field]: known[field] + 1 });
      return true;
    },
    (shard, err) => deps.log.error({ err, shard, correlationId: caller.correlationId }, 'a shard was not reset'),
  );
  const sum = (field: keyof ResetCounts): number => [...counted.values()].reduce((all, each) => all + each[field], 0);
  const counts = { publications: sum('publications'), works: sum('works'), ingestionJobs: sum('ingestionJobs') };
  const position = dryRun
    ? null
    : await recordSiteEvent(deps, { type: 'DataReset', data: { ...counts, shards: outcomes } }, caller);
  return {
    counts,
    shards: outcomes.map((outcome) => ({ ...outcome, ...(counted.get(outcome.shard) ?? NOTHING) })),
    position,
  };
};
