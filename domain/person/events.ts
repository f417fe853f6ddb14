/**
 * A person: `person-{workspace}~{id}`. Only this stream has names, biographies and photos, so erasing it erases them. In all events,
 * `orcid` and `orcids` hold the ids of people: their ORCID iDs, or ids of ours for people without one (`id.ts`).
 */
import type { DomainEvent } from '../event.ts';
import type { LocalizedText } from '../localized-text.ts';

/** The source of a value; a provider's never overwrites a staff value. */
export type SaidBy = 'provider' | 'staff';

export type AffiliationStatus = 'org' | 'external';
export type Affiliation = { readonly entityId: string; readonly status: AffiliationStatus; readonly startsAt: number };

export type PastAffiliation = Affiliation & { readonly endsAt: number };

/** What a person has of another one who was merged into them, and whose id is `from`. */
export type Absorbed = {
  readonly from: string;
  /** Names that the person does not have themselves. */
  readonly names: readonly string[];
  readonly past: readonly PastAffiliation[];
};

type Classification = { readonly peopleType: string | null; readonly categoryIds: readonly string[] };

export type PersonEvent =
  | DomainEvent<'PersonRegistered', { readonly orcid: string }>
  /** `before`, here and below: the previous value, if there was one. */
  | DomainEvent<
      'PersonNamed',
      {
        readonly name: LocalizedText;
        readonly slug: string | null;
        readonly saidBy: SaidBy;
        readonly before?: LocalizedText;
        /** The names on ORCID, without `name` if that is from there; absent if unchanged. */
        readonly otherNames?: readonly string[];
      }
    >
  | DomainEvent<
      'PersonDescribed',
      { readonly biography: LocalizedText | null; readonly saidBy: SaidBy; readonly before?: LocalizedText }
    >
  | DomainEvent<'PersonPhotographed', { readonly photoUrl: string | null; readonly before?: string }>
  | DomainEvent<'PersonClassified', Classification & { readonly before?: Classification }>
  /** `corrected`: it was recorded by mistake or undone, so it is not kept as a past one. */
  | DomainEvent<'AffiliationEnded', Affiliation & { readonly endsAt: number; readonly corrected?: true }>
  /** `endedAt`: undoes its end at that time (epoch ms), so it is no longer a past one. */
  | DomainEvent<'AffiliationStarted', Affiliation & { readonly endedAt?: number }>
  /** Staff correct the past. `before` is null for one that was missing, `after` for one that never was. */
  | DomainEvent<
      'PastAffiliationCorrected',
      { readonly before: PastAffiliation | null; readonly after: PastAffiliation | null }
    >
  | DomainEvent<'PersonArchived', Record<string, never>>
  | DomainEvent<'PersonUnarchived', Record<string, never>>
  /** Staff say that it is the person `into`, who is shown in its place. */
  | DomainEvent<'PersonMerged', { readonly into: string }>
  /** They take that back. */
  | DomainEvent<'PersonSeparated', { readonly from: string }>
  /** The other side of a merge; replaces what was absorbed `from` the same one before. */
  | DomainEvent<'PersonAbsorbed', Absorbed>
  | DomainEvent<'PersonReleased', { readonly from: string }>;
