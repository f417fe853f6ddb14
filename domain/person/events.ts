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

type Classification = { readonly peopleType: string | null; readonly categoryIds: readonly string[] };

export type PersonEvent =
  | DomainEvent<'PersonRegistered', { readonly orcid: string }>
  /** `before`, here and below: what it was, if it was anything. */
  | DomainEvent<
      'PersonNamed',
      {
        readonly name: LocalizedText;
        readonly slug: string | null;
        readonly saidBy: SaidBy;
        readonly before?: LocalizedText;
      }
    >
  | DomainEvent<
      'PersonDescribed',
      { readonly biography: LocalizedText | null; readonly saidBy: SaidBy; readonly before?: LocalizedText }
    >
  | DomainEvent<'PersonPhotographed', { readonly photoUrl: string | null; readonly before?: string }>
  | DomainEvent<'PersonClassified', Classification & { readonly before?: Classification }>
  /** `corrected`: it was not as it had been recorded, and what follows takes its place. */
  | DomainEvent<'AffiliationEnded', Affiliation & { readonly endsAt: number; readonly corrected?: true }>
  | DomainEvent<'AffiliationStarted', Affiliation>
  | DomainEvent<'PersonArchived', Record<string, never>>
  | DomainEvent<'PersonUnarchived', Record<string, never>>;
