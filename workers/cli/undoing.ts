/** What the command line asks of an undo, and the answer. */
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
};

export type UndoReport = {
  readonly dry_run: boolean;
  readonly events: number;
  readonly undone: number;
  readonly unchanged: number;
  readonly refused: number;
  /** Of those refused: the steps of a job. */
  readonly steps: number;
  /** The first hundred: of a dry run all of them, else those that were refused, and a single event. */
  readonly results: readonly EventReport[];
  /** Undoes the undo; null of a dry run. */
  readonly correlation_id: string | null;
};

export interface UndoOperations {
  /** Throws `Refused('not_found')` for an event or cause that the workspace has not. Killed, the same command goes on. */
  undo(asked: UndoAsked, steps: Steps): Promise<UndoReport>;
}
