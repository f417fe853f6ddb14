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
  /** The number of iDs requested, counting repeated ones each time. */
  readonly requested: number;
  readonly jobs: readonly { readonly id: string; readonly orcid: string; readonly shard: number }[];
  /** `jobId`: of the existing job. */
  readonly skipped: readonly { readonly orcid: string; readonly reason: SkipReason; readonly jobId?: string }[];
  /** The position that listings must reach to show all of these jobs, including active ones; null if there are none. */
  readonly position: Position | null;
};

export type QueueRequest = {
  readonly orcids: readonly string[];
  readonly triggerSource: TriggerSource;
  readonly shards: number;
  /** Skips iDs that have been ingested before. */
  readonly skipExisting?: boolean;
  /** Works missing from their lists are unlinked, however many. */
  readonly acceptsLosses?: boolean;
  /** Skips iDs whose latest job is not this one: it was reset, or has been superseded. */
  readonly after?: string;
};

/** All or none: one malformed iD refuses the whole request. Throws `Refused('invalid')`, naming it. */
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
