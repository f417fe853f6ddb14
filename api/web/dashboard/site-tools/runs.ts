/** Runs of tools that the reader started, which are followed on the timeline by their cause, across reloads. */
import { followedJobs } from '../../parts/followed-jobs.tsx';

/** With the event that ends a run of it. */
export const ENDED_BY = {
  repair: 'AuthorLinksRepaired',
  clear: 'StuckJobsCleared',
  clean: 'TimelineCleaned',
  reset: 'DataReset',
} as const;

export type ToolName = keyof typeof ENDED_BY;

export type Run = {
  /** The cause. */
  readonly id: string;
  readonly tool: ToolName;
  /** What would change, by the preview. */
  readonly size: number;
  /** Epoch ms. */
  readonly startedAt: number;
};

export const runs = followedJobs<Run>('site tools');
