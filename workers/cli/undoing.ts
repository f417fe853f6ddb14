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
  /** A value that is too large for a list is null, with its size. */
  readonly changes: readonly Readonly<
    { path: string; before: unknown; after: unknown } & Partial<Record<'before_bytes' | 'after_bytes', number>>
  >[];
  readonly conflicts: readonly Readonly<
    { path: string; restores: unknown; stands: unknown } & Partial<Record<'restores_bytes' | 'stands_bytes', number>>
  >[];
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
