/** A category of people: `category-{workspace}~{id}`. */
import type { DomainEvent } from '../event.ts';
import type { LocalizedText } from '../localized-text.ts';

export type CategoryEvent =
  | DomainEvent<'CategoryCreated', { readonly id: string; readonly name: LocalizedText }>
  | DomainEvent<'CategoryRenamed', { readonly name: LocalizedText; readonly before: LocalizedText }>
  | DomainEvent<'CategoryArchived', Record<string, never>>
  | DomainEvent<'CategoryUnarchived', Record<string, never>>;
