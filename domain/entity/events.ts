/** An organisational unit of a workspace: `entity-{workspace}~{id}`. */
import type { DomainEvent } from '../event.ts';
import type { LocalizedText } from '../localized-text.ts';

export type EntityEvent =
  | DomainEvent<'EntityCreated', { readonly id: string; readonly name: LocalizedText }>
  | DomainEvent<'EntityRenamed', { readonly name: LocalizedText; readonly before?: LocalizedText }>
  | DomainEvent<'EntityArchived', Record<string, never>>
  | DomainEvent<'EntityUnarchived', Record<string, never>>;
