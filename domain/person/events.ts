/**
 * What can happen to a person of a workspace: `person-{workspace}~{orcid}`. Names, biographies and photos live in this
 * stream alone, so that erasing it erases them.
 */
import type { DomainEvent } from '../event.ts';
import type { LocalizedText } from '../localized-text.ts';

/** Who said it: staff values are never overwritten by a provider's. */
export type SaidBy = 'provider' | 'staff';

export type AffiliationStatus = 'org' | 'external';
export type Affiliation = { readonly entityId: string; readonly status: AffiliationStatus; readonly startsAt: number };

export type PersonEvent =
  | DomainEvent<'PersonRegistered', { readonly orcid: string }>
  | DomainEvent<'PersonNamed', { readonly name: LocalizedText; readonly slug: string | null; readonly saidBy: SaidBy }>
  | DomainEvent<'PersonDescribed', { readonly biography: LocalizedText | null; readonly saidBy: SaidBy }>
  | DomainEvent<'PersonPhotographed', { readonly photoUrl: string | null }>
  | DomainEvent<'PersonClassified', { readonly peopleType: string | null; readonly categoryIds: readonly string[] }>
  | DomainEvent<'AffiliationEnded', Affiliation & { readonly endsAt: number }>
  | DomainEvent<'AffiliationStarted', Affiliation>
  | DomainEvent<'PersonArchived', Record<string, never>>
  | DomainEvent<'PersonUnarchived', Record<string, never>>;
