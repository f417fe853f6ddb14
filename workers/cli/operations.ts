/** The operations behind the command line, as a port. */
import type { Role } from '../../domain/member/events.ts';
import type { Job } from '../../domain/ingestion/state.ts';
import type { ProjectionOperations } from './projections/operations.ts';
import type { StandingProjection } from '../rebuild/list.ts';
import type { UndoOperations } from './undoing.ts';
import type { UpkeepOperations } from './upkeep.ts';

export type RoleName = 'api' | 'projector' | 'worker' | 'all';

export type JobReport = Pick<Job, 'orcid' | 'status' | 'counts' | 'error'>;

export type IngestReport = {
  readonly jobs: readonly JobReport[];
  readonly skipped: readonly { readonly orcid: string; readonly reason: string }[];
  /** False if the rows did not catch up in time. */
  readonly rowsCurrent: boolean;
};

export type StatusReport = {
  readonly stores: { readonly events: string; readonly readModels: string };
  readonly projections: readonly Pick<
    StandingProjection,
    'name' | 'version' | 'phase' | 'paused' | 'position' | 'head' | 'lagMs'
  >[];
  /** Job counts by state; null until their rows have caught up. */
  readonly jobs: Readonly<Record<string, number>> | null;
};

export type KnownWorkspace = { readonly id: string; readonly name: string };

/** Credentials that are printed only once. */
export type SessionReport = {
  readonly email: string;
  readonly user_id: string;
  readonly role: Role;
  readonly workspace: string;
  /** The role of a member whose role has changed. */
  readonly previous_role?: Role;
  readonly token: string;
  readonly link: string;
};

/** Called with a job whenever it makes progress. */
export type Watch = (job: JobReport) => void;

export interface Operations extends UpkeepOperations, UndoOperations {
  /** Runs until the process receives a stop signal. */
  start(role: RoleName): Promise<void>;
  demo(): Promise<void>;
  /** Queues the iDs and waits for their jobs; runs them itself if no server does. */
  ingest(
    orcids: readonly string[],
    options: {
      readonly workspace: string;
      readonly skipExisting: boolean;
      /** Unlinks all works missing from their ORCID lists, however many. */
      readonly acceptsLosses: boolean;
    },
    watch: Watch,
  ): Promise<IngestReport>;
  importDoi(
    doi: string,
    options: { readonly workspace: string; readonly orcids: readonly string[] },
  ): Promise<{ readonly doi: string; readonly outcome: string }>;
  /** Makes a user a member with this role, also one who has another, and signs them in. Rejects for the last administrator, if lower. Works beside a running server. */
  createSession(options: {
    readonly email: string;
    readonly role: Role;
    readonly workspace: string;
  }): Promise<SessionReport>;
  createWorkspace(id: string, name: string | undefined): Promise<{ readonly id: string; readonly created: boolean }>;
  /** The oldest workspaces, up to the limit of listings. Rejects if the stores do not exist, and never creates them. */
  workspaces(): Promise<readonly KnownWorkspace[]>;
  status(): Promise<StatusReport>;
  readonly projections: ProjectionOperations;
}
