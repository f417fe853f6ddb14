/** Queues ingestion jobs for up to 100 iDs at once. */
import { mustBeAtMost } from '../domain/bounded.ts';
import { REQUEST } from '../domain/limits.ts';
import { Refused } from '../domain/errors.ts';
import type { Position } from '../domain/event.ts';
import type { TriggerSource } from '../domain/ingestion/events.ts';
import { isActive, type Ingestion, type Job } from '../domain/ingestion/state.ts';
import { parseOrcid } from '../domain/orcid.ts';
import { defined } from '../domain/own.ts';
import { shortened } from '../domain/shortened.ts';
import { causedBy, type Caller } from './caller.ts';
import { handleFrom, type Deps } from './handle.ts';
import { ingestionAggregate } from './ingestion.ts';
import { shardOf } from './shard.ts';

type SkipReason = 'repeated' | 'active' | 'already_ingested' | 'forgotten' | 'superseded';

export type Queued = {
  /** iDs asked for, repeated ones counted each time. */
  readonly requested: number;
  readonly jobs: readonly { readonly id: string; readonly orcid: string; readonly shard: number }[];
  /** `jobId`: of the job that is there instead. */
  readonly skipped: readonly { readonly orcid: string; readonly reason: SkipReason; readonly jobId?: string }[];
  /** What listings must have reached to show all of these jobs, active ones included; null if there are none. */
  readonly position: Position | null;
};

export type QueueRequest = {
  readonly orcids: readonly string[];
  readonly triggerSource: TriggerSource;
  readonly shards: number;
  /** Passes over iDs that have been ingested before. */
  readonly skipExisting?: boolean;
  /** What their lists have lost is unlinked, however much it is. */
  readonly acceptsLosses?: boolean;
  /** Passes over iDs of which this is not the latest job: it was forgotten, or has been superseded. */
  readonly after?: string;
};

/** All or none: one malformed iD refuses the request. Throws `Refused('invalid')`, which names it. */
const parseAll = (texts: readonly string[]): readonly string[] => {
  mustBeAtMost(texts, 'orcid_ids', REQUEST.listItems);
  return texts.map((text, index) => {
    try {
      return parseOrcid(text);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      throw new Refused('invalid', error.code, error.message, {
        field: `orcid_ids/${index}`,
        value: shortened(text),
        ...error.details,
      });
    }
  });
};

const insteadOf = (job: Job | null, after?: string): Omit<Queued['skipped'][number], 'orcid'> =>
  job === null
    ? { reason: 'forgotten' }
    : { reason: after === undefined || job.id === after ? 'active' : 'superseded', jobId: job.id };

export const queueIngestions = async (deps: Deps, request: QueueRequest, caller: Caller): Promise<Queued> => {
  const { triggerSource, shards, skipExisting = false, acceptsLosses = false, after } = request;
  const asked = { triggerSource, acceptsLosses, ...defined({ after }) };
  const isPassedOver = ({ hasSucceeded, job }: Ingestion): boolean => skipExisting && hasSucceeded && !isActive(job);
  const jobs: Queued['jobs'][number][] = [];
  const skipped: Queued['skipped'][number][] = [];
  const seen = new Set<string>();
  let position: Position | null = null;

  for (const orcid of parseAll(request.orcids)) {
    if (seen.has(orcid)) {
      skipped.push({ orcid, reason: 'repeated' });
      continue;
    }
    seen.add(orcid);
    const shard = shardOf(orcid, shards);
    const id = deps.ids.next();
    const command = { type: 'QueueIngestion', jobId: id, orcid, shard, ...asked } as const;
    const from = (state: Ingestion): typeof command | null => (isPassedOver(state) ? null : command);
    const queue = { type: command.type, asked: command, from };
    const queued = await handleFrom(deps, ingestionAggregate, orcid, queue, causedBy(deps.ids, caller));
    if (queued.events.length === 0 && isPassedOver(queued.state)) {
      skipped.push({ orcid, reason: 'already_ingested' });
      continue;
    }
    position = Math.max(position ?? 0, queued.position ?? 0);
    if (queued.events.length > 0) jobs.push({ id, orcid, shard });
    else skipped.push({ orcid, ...insteadOf(queued.state.job, after) });
  }
  return { requested: request.orcids.length, jobs, skipped, position };
};
