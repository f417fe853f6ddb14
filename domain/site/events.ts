/** What was done to a whole workspace at once, with the site tools: `site-{workspace}~tools`. */
import type { DomainEvent } from '../event.ts';

/** What became of one shard; `error` is null if all of it was done. */
export type ShardOutcome = { readonly shard: number; readonly done: number; readonly error: string | null };

export type SiteEvent =
  | DomainEvent<
      'AuthorLinksRepaired',
      {
        /** Publications that were looked at, and of those the changed ones. */
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
