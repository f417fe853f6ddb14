/** A workspace: `workspace-{id}`. */
import type { DomainEvent } from '../event.ts';

export type WorkspaceEvent =
  | DomainEvent<'WorkspaceCreated', { readonly id: string; readonly name: string }>
  | DomainEvent<'WorkspaceRenamed', { readonly name: string; readonly before: string }>;
