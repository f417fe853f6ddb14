/** Changes to a whole workspace, made with the site tools: `site-{workspace}~tools`. */
import type { DomainEvent } from '../event.ts';

/** The outcome of one shard; `error` is null if it was completed. */
export type ShardOutcome = { readonly shard: number; readonly done: number; readonly error: string | null };

export type SiteEvent =
  | DomainEvent<
      'AuthorLinksRepaired',
      {
        /** Publications examined, and how many of them changed. */
        readonly processed: number;
        readonly changed: number;
        readonly orgOnly: boolean;
        readonly shards: readonly ShardOutcome[];
      }
    >
  | DomainEvent<
      'DataReset',
      {
        readonly publications: number;
        readonly works: number;
        readonly ingestionJobs: number;
        readonly shards: readonly ShardOutcome[];
      }
    >
  | DomainEvent<
      'StuckJobsCleared',
      {
        readonly thresholdSeconds: number;
        readonly reason: string | null;
        readonly jobs: number;
        readonly shards: readonly ShardOutcome[];
      }
    >;
