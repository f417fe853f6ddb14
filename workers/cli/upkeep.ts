/** The maintenance operations behind the command line, as a port. */
import type { Steps } from './ports.ts';

export type Erased = {
  /** False if the rows did not catch up in time. */
  readonly rowsGone: boolean;
  /** False if the files of the embedded stores may still contain removed data. */
  readonly filesClean: boolean;
};

export type ErasureReport = Erased & {
  readonly orcid: string;
  readonly workspaces: readonly {
    readonly workspace: string;
    /** Erased events of the person; 0 if nothing was left to erase. */
    readonly events: number;
    readonly jobEnded: boolean;
  }[];
};

export type UserErasureReport = Erased & {
  /** Workspaces in which a membership or an invitation ended. */
  readonly workspaces: readonly string[];
  /** Sessions, sign-in links and identities that were removed. */
  readonly waysIn: number;
};

type LogReport = { readonly events: number; readonly streams: number; readonly head: number };

export type BackupReport = LogReport & { readonly folder: string; readonly bytes: number };

export type RestoreReport = LogReport & {
  readonly folder: string;
  /** Epoch ms. */
  readonly takenAt: number;
  /** Whether rows and state are on a server, which a restore leaves unchanged. */
  readonly onServer: boolean;
  /** What had ended since the backup, and was ended again. */
  readonly endedAgain: readonly { readonly what: string; readonly workspace: string; readonly id: string }[];
  /** What of the replaced log could not be read. */
  readonly unread: readonly string[];
  /** False if there was no log to replace. */
  readonly replacedLog: boolean;
};

export type MigrationReport = Omit<LogReport, 'head'> & {
  /** SHA-256 over the content of both logs. */
  readonly checksum: string;
  /** Events moved by this run. */
  readonly moved: number;
  /** Null if no MongoDB is configured. */
  readonly stateRecords: number | null;
  /** Whether other processes are using the files, so that there may be more to move. */
  readonly inUse: boolean;
};

export interface UpkeepOperations {
  /** Moves the embedded log to EventStoreDB, `to` null: the configured one, and durable state to MongoDB if configured. */
  migrate(to: string | null, steps: Steps): Promise<MigrationReport>;
  /** Copies the embedded stores while in use: the copy includes every write acknowledged before it began. */
  backup(target: string, steps: Steps): Promise<BackupReport>;
  /** Replaces the embedded stores with a backup; overwrites existing data only with `force`. */
  restore(source: string, force: boolean, steps: Steps): Promise<RestoreReport>;
  /** In all workspaces if none is given. Idempotent. Throws `Refused('not_found')` for an iD that was never known. */
  erasePerson(orcid: string, workspace: string | null): Promise<ErasureReport>;
  /** Removes a user of the dashboard from every workspace and from the directory. */
  eraseUser(email: string): Promise<UserErasureReport>;
}
