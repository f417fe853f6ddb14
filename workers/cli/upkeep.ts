/** What keeps an installation in order, as the command line sees it. */
import type { Steps } from './ports.ts';

export type ErasureReport = {
  readonly orcid: string;
  readonly workspaces: readonly {
    readonly workspace: string;
    /** Of the person; none where nothing was left to erase. */
    readonly events: number;
    readonly jobEnded: boolean;
  }[];
  /** False if the rows had not followed in time. */
  readonly rowsGone: boolean;
  /** False if the files of the embedded stores may still hold what was removed from them. */
  readonly filesClean: boolean;
};

export type UserErasureReport = {
  /** Where a membership or an invitation ended. */
  readonly workspaces: readonly string[];
  /** Sessions, sign-in links and identities that were removed. */
  readonly waysIn: number;
  readonly rowsGone: boolean;
  readonly filesClean: boolean;
};

type LogReport = { readonly events: number; readonly streams: number; readonly head: number };

export type BackupReport = LogReport & { readonly folder: string; readonly bytes: number };

export type RestoreReport = LogReport & {
  readonly folder: string;
  /** Epoch ms. */
  readonly takenAt: number;
  /** Whether rows and state are on a server, where they stay. */
  readonly onServer: boolean;
  readonly erasedAgain: number;
  readonly erasuresKnown: boolean;
};

export type MigrationReport = {
  readonly events: number;
  readonly streams: number;
  /** SHA-256 over what both logs say. */
  readonly checksum: string;
  /** By this run. */
  readonly moved: number;
  /** Null if there is nowhere to move them to. */
  readonly stateRecords: number | null;
  /** Whether processes are at work on the files, so that there may be more to move. */
  readonly inUse: boolean;
};

export interface UpkeepOperations {
  /** Moves the embedded log to EventStoreDB, and what state must outlive it to MongoDB where one is configured. */
  migrate(to: string, steps: Steps): Promise<MigrationReport>;
  /** Copies the embedded stores while they are in use: all that was acknowledged before it began is in the copy. */
  backup(target: string, steps: Steps): Promise<BackupReport>;
  /** Puts a backup in place of the embedded stores; into a folder that holds something only with `force`. */
  restore(source: string, force: boolean, steps: Steps): Promise<RestoreReport>;
  /**
   * Removes a person's stream, rows and search terms; without a workspace, in all of them. Harmless to repeat. Throws
   * `Refused('not_found')` for an iD that nothing was ever known of.
   */
  erasePerson(orcid: string, workspace: string | null): Promise<ErasureReport>;
  /** Removes a user of the dashboard from every workspace and from the directory. */
  eraseUser(email: string): Promise<UserErasureReport>;
}
