/** The port for undo: its request and report. */
import type { Counts } from '../../commands/undo/outcome.ts';
import type { Steps } from './ports.ts';

export type UndoAsked = {
  readonly workspace: string;
  readonly what: { readonly event: string } | { readonly cause: string };
  readonly fields: readonly string[] | undefined;
  readonly dryRun: boolean;
};

export type EventReport = {
  readonly id: string;
  readonly event_type: string;
  readonly subject: string;
  readonly outcome: 'undone' | 'unchanged' | 'refused';
  readonly changes: readonly { readonly path: string; readonly before: unknown; readonly after: unknown }[];
  readonly conflicts: readonly { readonly path: string; readonly restores: unknown; readonly stands: unknown }[];
  readonly reason: string | null;
  readonly code: string | null;
};

export type UndoReport = Counts & {
  readonly dry_run: boolean;
  readonly events: number;
  /** At most a hundred: all results of a dry run or of a single event, otherwise only the refused ones. */
  readonly results: readonly EventReport[];
  /** The cause with which the undo can be undone; null for a dry run. */
  readonly correlation_id: string | null;
};

export interface UndoOperations {
  /** Throws `Refused('not_found')` for an event or cause not in the workspace. After a crash, the same command resumes. */
  undo(asked: UndoAsked, steps: Steps): Promise<UndoReport>;
}
