/** The saved views of a list that a workspace shares, by name: `view-{workspace}~publications`. */
import type { DomainEvent } from '../event.ts';

export type ViewEvent =
  | DomainEvent<'ViewSaved', { readonly name: string; readonly query: string; readonly before: string | null }>
  | DomainEvent<'ViewRemoved', { readonly name: string; readonly before: string }>;
