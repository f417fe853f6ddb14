/** What the command line can do with projections, as it sees it; composed elsewhere. */
import type { Part } from '../../projector/index.ts';
import type { Listed } from '../../rebuild/list.ts';
import type { Verified } from '../../rebuild/verify.ts';
import type { RebuildProgress } from '../../rebuild/watch.ts';

/** Called now and then with the progress of everything that is being built. */
export type WatchCourses = (courses: readonly RebuildProgress[]) => void;

export type Preparing = { readonly processes: number } | { readonly part: Part };

export type Made = { readonly name: string; readonly version: number; readonly generation: number };

export type OldRows = {
  /** The generation, as its checkpoint is kept. */
  readonly key: string;
  /** Since when nobody is to read it, epoch milliseconds; null = it is not known. */
  readonly retiredAt: number | null;
  readonly outcome: 'dropped' | 'kept';
};

/** Each throws `Refused` for a name that there is not. What is interrupted stays on record, and the same call goes on with it. */
export interface ProjectionOperations {
  list(): Promise<readonly Listed[]>;
  rebuild(names: readonly string[] | 'all', watch: WatchCourses): Promise<readonly Made[]>;
  verify(name: string, watch: WatchCourses): Promise<Verified>;
  /** In one process, or by so many; or only one part of what so many processes do. */
  prepare(how: Preparing, watch: WatchCourses): Promise<readonly Made[]>;
  /** `now`: also those whose grace period has not ended. */
  dropOld(now: boolean): Promise<readonly OldRows[]>;
  /** Throws `Refused` for an event that is not in the log too. */
  skipPoison(name: string, eventId: string): Promise<void>;
  /** Empties the rows, to be made from the present log, where they are of another. */
  adoptLog(): Promise<void>;
  /** False if it was so already. */
  pause(name: string): Promise<boolean>;
  resume(name: string): Promise<boolean>;
}
