/** What the command line can do, as it sees it; composed elsewhere. */
import type { Role } from '../../domain/member/events.ts';
import type { Job } from '../../domain/ingestion/state.ts';
import type { ProjectionOperations } from './projections/operations.ts';
import type { ProjectionLag } from '../projector/index.ts';
import type { UndoOperations } from './undoing.ts';
import type { UpkeepOperations } from './upkeep.ts';

export type RoleName = 'api' | 'projector' | 'worker' | 'all';

export type JobReport = Pick<Job, 'orcid' | 'status' | 'counts' | 'error'>;

export type IngestReport = {
  readonly jobs: readonly JobReport[];
  readonly skipped: readonly { readonly orcid: string; readonly reason: string }[];
};

export type StatusReport = {
  readonly stores: { readonly events: string; readonly readModels: string };
  readonly projections: readonly Pick<ProjectionLag, 'name' | 'version' | 'phase' | 'position' | 'head' | 'lagMs'>[];
  /** By state; null until their rows have caught up. */
  readonly jobs: Readonly<Record<string, number>> | null;
};

export type KnownWorkspace = { readonly id: string; readonly name: string };

/** What is printed once and never again. */
export type SessionReport = {
  readonly email: string;
  readonly user_id: string;
  readonly role: Role;
  readonly workspace: string;
  readonly token: string;
  readonly link: string;
};

/** Called with each job whenever it has made progress. */
export type Watch = (job: JobReport) => void;

export interface Operations extends UpkeepOperations, UndoOperations {
  /** Runs until the process is told to stop. */
  start(role: RoleName): Promise<void>;
  demo(): Promise<void>;
  /** Queues the iDs and waits until their jobs have ended; does the work itself where no server is at it. */
  ingest(
    orcids: readonly string[],
    options: {
      readonly workspace: string;
      readonly skipExisting: boolean;
      /** What their lists have lost is unlinked, however much it is. */
      readonly acceptsLosses: boolean;
    },
    watch: Watch,
  ): Promise<IngestReport>;
  importDoi(
    doi: string,
    options: { readonly workspace: string; readonly orcids: readonly string[] },
  ): Promise<{ readonly doi: string; readonly outcome: string }>;
  /** Makes somebody a member with this role, and signs them in. Works beside a running server. */
  createSession(options: {
    readonly email: string;
    readonly role: Role;
    readonly workspace: string;
  }): Promise<SessionReport>;
  createWorkspace(id: string, name: string | undefined): Promise<{ readonly id: string; readonly created: boolean }>;
  /** The oldest, as far as listings show them, of stores that are there. Makes nothing; rejects in any other case. */
  workspaces(): Promise<readonly KnownWorkspace[]>;
  status(): Promise<StatusReport>;
  readonly projections: ProjectionOperations;
}
