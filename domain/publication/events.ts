/** What can happen to a publication, one stream a workspace and DOI: `publication-{workspace}~{doi}`. */
import type { CslItem } from '../csl.ts';
import type { DomainEvent } from '../event.ts';
import type { Json, JsonObject } from '../json.ts';

export type Provider = 'crossref' | 'datacite' | 'openalex' | 'orcid';

/** Where the metadata came from: one for the whole record, since one provider describes a record at a time. */
export type Source = {
  readonly provider: Provider;
  /** The URL asked. */
  readonly url: string;
  /** HTTP validators of that answer, for the next conditional request. */
  readonly etag?: string;
  readonly lastModified?: string;
};

/** OpenAlex's facts about a work; `null` where it knows none. The citation count is not among them: it has its own event. */
export type Enrichment = JsonObject & {
  readonly openalex_id?: string;
  readonly open_access_status?: string | null;
  readonly is_retracted?: boolean;
};

/** A top-level field's change. A side that is absent means that the field is not there on that side. */
export type FieldChange = { readonly field: string; readonly before?: Json; readonly after?: Json };

/** Why an author is linked (decisions §7): the metadata name the iD, its ORCID list has the work, OpenAlex's list has it and the name fits, or staff did it. */
export type LinkBasis = 'metadata' | 'orcid_list' | 'openalex_list' | 'staff';

/** A notice that another work retracts (or withdraws, or removes) this one. */
export type RetractionNotice = { readonly by: string; readonly kind: string; readonly provider: Provider };

/** Somebody whose name is that of an author: the iD, and which author (zero-based). */
export type Suggestion = { readonly orcid: string; readonly author: number };

/** `strays` are linked without being among the authors. */
export type Match = { readonly suggested: readonly Suggestion[]; readonly strays: readonly string[] };

export type PublicationEvent =
  | DomainEvent<
      'PublicationAdded',
      {
        readonly doi: string;
        readonly original: CslItem;
        readonly source: Source;
        readonly fetchedAt: number;
        readonly enrichment: Enrichment | null;
        readonly citedByCount: number | null;
        /** Notices that were known before the work itself was. */
        readonly notices: readonly RetractionNotice[];
      }
    >
  | DomainEvent<
      'PublicationRefreshed',
      { readonly changes: readonly FieldChange[]; readonly source: Source; readonly fetchedAt: number }
    >
  | DomainEvent<
      'PublicationEnriched',
      { readonly before: Enrichment | null; readonly after: Enrichment | null; readonly fetchedAt: number }
    >
  | DomainEvent<
      'CitationCountChanged',
      { readonly before: number | null; readonly after: number | null; readonly fetchedAt: number }
    >
  /** May precede `PublicationAdded`: a notice is often harvested before the work it speaks of. */
  | DomainEvent<'RetractionNoticed', { readonly doi: string; readonly notice: RetractionNotice }>
  | DomainEvent<'AuthorLinked', { readonly orcid: string; readonly basis: LinkBasis }>
  | DomainEvent<'AuthorUnlinked', { readonly orcid: string; readonly basis: LinkBasis }>
  /** What the names of the authors say now, in place of what they said before. Names themselves are in no event of a match. */
  | DomainEvent<'AuthorsMatched', Match>
  /** `changes` are against the merged record; `overlay` is what the overlay holds afterwards for each field touched: a value, a removal, or nothing any more. */
  | DomainEvent<
      'PublicationEdited',
      {
        readonly changes: readonly FieldChange[];
        readonly overlay: Readonly<Record<string, OverlayChange>>;
        /** The dashboard-only fields touched, with their new values. */
        readonly custom: Readonly<Partial<DashboardFields>>;
        /** What those fields were. */
        readonly customBefore?: Readonly<Partial<DashboardFields>>;
      }
    >
  | DomainEvent<'PublicationHidden', Record<string, never>>
  | DomainEvent<'PublicationShown', Record<string, never>>
  | DomainEvent<'PublicationDeleted', Record<string, never>>
  | DomainEvent<'PublicationRestored', Record<string, never>>
  /** Site reset: absent, overlay empty, links gone; adding it again continues the stream. */
  | DomainEvent<'PublicationReset', Record<string, never>>;

/** A field of the overlay: what a person put there, or the tombstone of a field that a person removed. */
export type Overlaid = { readonly value: Json } | { readonly removed: true };
export type OverlayChange = Overlaid | { readonly reverted: true };
export type Overlay = Readonly<Record<string, Overlaid>>;

export type DashboardFields = {
  readonly q: number | null;
  readonly q_percentage: number | null;
  readonly if_value: number | null;
  readonly if5a_value: number | null;
  readonly funding: boolean | null;
};
