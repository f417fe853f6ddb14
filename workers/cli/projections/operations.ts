/** The projection operations behind the command line, as a port. */
import type { Part } from '../../projector/part.ts';
import type { Listed, RebuildProgress } from '../../rebuild/list.ts';
import type { Verified } from '../../rebuild/verify.ts';

/** Called periodically with the progress of all running builds. */
export type WatchProgress = (rebuilds: readonly RebuildProgress[]) => void;

export type Preparing = { readonly processes: number } | { readonly part: Part };

export type Made = { readonly name: string; readonly version: number; readonly generation: number };

export type OldRows = {
  /** Checkpoint key of the generation. */
  readonly key: string;
  /** When readers should have stopped using it, epoch milliseconds; null = unknown. */
  readonly retiredAt: number | null;
  readonly outcome: 'dropped' | 'kept';
};

/** Each throws `Refused` for an unknown name. Interrupted work stays recorded, and the same call resumes it. */
export interface ProjectionOperations {
  list(): Promise<readonly Listed[]>;
  rebuild(names: readonly string[] | 'all', watch: WatchProgress): Promise<readonly Made[]>;
  verify(name: string, watch: WatchProgress): Promise<Verified>;
  /** Builds in the given number of processes, or only one part of the work. */
  prepare(how: Preparing, watch: WatchProgress): Promise<readonly Made[]>;
  /** `now`: includes rows whose grace period has not ended. */
  dropOld(now: boolean): Promise<readonly OldRows[]>;
  /** Also throws `Refused` for an event that is not in the log. */
  skipPoison(name: string, eventId: string): Promise<void>;
  /** Empties rows that come from another log, to be rebuilt from the current one. */
  adoptLog(): Promise<void>;
  /** False if it was already paused; `resume`: if it was not paused. */
  pause(name: string): Promise<boolean>;
  resume(name: string): Promise<boolean>;
}
