/**
 * What can happen to a publication, one stream per workspace and DOI: `publication-{workspace}~{doi}`; for a work without a DOI
 * `work-{workspace}~{key}`, the key being its strongest identifier. Where events say `doi`, it is the key of such a work.
 */
import type { CslItem } from '../csl.ts';
import type { Change } from '../changes/change.ts';
import type { DomainEvent } from '../event.ts';
import type { JsonObject } from '../json.ts';
import type { Edited } from '../record/overlay.ts';

/** The source of a work's identifier: a list, by its URL, or another work, by its key. */
export type NamedBy = { readonly list: string; readonly at: number } | { readonly work: string };

export const PROVIDERS = ['crossref', 'datacite', 'openalex', 'orcid'] as const;
export type Provider = (typeof PROVIDERS)[number];

/** The source of the metadata: one for the whole record, since one provider describes a record at a time. */
export type Source = {
  readonly provider: Provider;
  /** The requested URL. */
  readonly url: string;
  /** HTTP validators of that answer, for the next conditional request. */
  readonly etag?: string;
  readonly lastModified?: string;
};

/** OpenAlex's facts about a work; `null` if it knows none. The citation count is not included: it has its own event. */
export type Enrichment = JsonObject & {
  readonly openalex_id?: string;
  readonly open_access_status?: string | null;
  readonly is_retracted?: boolean;
  /** Facts of the record, which it has where its provider is silent. */
  readonly record?: JsonObject;
};

/** Why an author is linked: the metadata name the iD, its ORCID list has the work, OpenAlex's list has it and the name fits, or staff did it. */
export const LINK_BASES = ['metadata', 'orcid_list', 'openalex_list', 'staff'] as const;
export type LinkBasis = (typeof LINK_BASES)[number];

/** Links made or undone in one decision, by their evidence; each iD once. */
export type Links = readonly { readonly basis: LinkBasis; readonly orcids: readonly string[] }[];

/**
 * A notice that another work, `by` its DOI, retracts (or withdraws, or removes) this one; or OpenAlex's mark, `by` OpenAlex's address of
 * this work.
 */
export type RetractionNotice = { readonly by: string; readonly kind: string; readonly provider: Provider };

/**
 * A person with the name of a contributor: the iD, and which entry (zero-based) of which list; default: of the authors. Null: OpenAlex
 * lists the work for the iD, but cut its names off.
 */
export type Suggestion = { readonly orcid: string; readonly author: number | null; readonly role?: string };

/**
 * Why a link needs attention: no entry of the record names the person, an entry with their iD has a name that is none of theirs, or
 * several entries of one list have the iD.
 */
export type Doubt = {
  readonly orcid: string;
  readonly reason: 'not_named' | 'other_name' | 'named_twice';
  /** Of the entries with the iD, the first ones. */
  readonly names?: readonly string[];
};

export type Match = {
  readonly suggested: readonly Suggestion[];
  /** Linked without being among the contributors: the doubts for the reason `not_named`. */
  readonly strays: readonly string[];
  /** The others. */
  readonly doubts?: readonly Doubt[];
  /** The lists that name those who are linked, by iD; default: the authors. */
  readonly roles?: Readonly<Record<string, readonly string[]>>;
};

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
        /** Notices known before the work itself. */
        readonly notices: readonly RetractionNotice[];
      }
    >
  /** By staff: no provider describes it. */
  | DomainEvent<'PublicationCreated', { readonly doi: string; readonly original: CslItem }>
  | DomainEvent<
      'PublicationRefreshed',
      {
        /** Of the provider's record. */
        readonly changes: readonly Change[];
        readonly source: Source;
        readonly fetchedAt: number;
      }
    >
  /** A provider reported the record unchanged when staff or a key asked for exactly this one. */
  | DomainEvent<'PublicationConfirmed', { readonly fetchedAt: number }>
  | DomainEvent<
      'PublicationEnriched',
      { readonly before: Enrichment | null; readonly after: Enrichment | null; readonly fetchedAt: number }
    >
  | DomainEvent<
      'CitationCountChanged',
      { readonly before: number | null; readonly after: number | null; readonly fetchedAt: number }
    >
  /** May precede `PublicationAdded`: a notice is often harvested before the work it concerns. `isEdit`: as below. */
  | DomainEvent<
      'RetractionNoticed',
      { readonly doi: string; readonly notice: RetractionNotice; readonly isEdit?: true }
    >
  /** Staff say that the notice is mistaken. */
  | DomainEvent<
      'RetractionDismissed',
      { readonly doi: string; readonly notice: RetractionNotice; readonly isEdit?: true }
    >
  /** `wereLinked`: for another reason, which this one replaces. `isFurther`: of a work, recorded before 1.1: stronger evidence stays. */
  | DomainEvent<'AuthorLinked', { readonly links: Links; readonly wereLinked?: true; readonly isFurther?: true }>
  /**
   * `basis` is the lost evidence, or `staff`. `wereOpen`: they were not linked; staff rejected them, or are undecided again.
   * `isFurther`: of a work, recorded before 1.1: those with other evidence stay linked.
   */
  | DomainEvent<'AuthorUnlinked', { readonly links: Links; readonly wereOpen?: true; readonly isFurther?: true }>
  /** OpenAlex's list has the work for these iDs, but it cut the names off, and no entry of the record has their name. */
  | DomainEvent<'AuthorListed', { readonly orcids: readonly string[] }>
  /** The new match of the authors' names, replacing the previous one. It does not contain the names. */
  | DomainEvent<'AuthorsMatched', Match>
  /** Staff say that these links are right. */
  | DomainEvent<'AttentionSettled', { readonly doubts: readonly Doubt[] }>
  /** They take that back. */
  | DomainEvent<'AttentionReopened', { readonly doubts: readonly Doubt[] }>
  /** Staff keep the publication visible although these notices retract it. */
  | DomainEvent<'RetractionKept', { readonly notices: readonly RetractionNotice[] }>
  /** They take that back. */
  | DomainEvent<'RetractionReopened', { readonly notices: readonly RetractionNotice[] }>
  /** Its changes may also name the dashboard-only fields, which no provider has. */
  | DomainEvent<'PublicationEdited', Edited>
  /** `isEdit`: by an edit that changes nothing else, and counts as one. */
  | DomainEvent<'PublicationHidden', { readonly isEdit?: true }>
  | DomainEvent<'PublicationShown', { readonly isEdit?: true }>
  | DomainEvent<'PublicationDeleted', Record<string, never>>
  /** `isHidden`: whether it was shown or not before. */
  | DomainEvent<'PublicationRestored', { readonly isHidden?: true }>
  /** Further identifiers of a work: from the list that was read at `at` (epoch ms), or from the work that it supersedes. */
  | DomainEvent<'PublicationIdentified', { readonly identifiers: readonly string[] } & NamedBy>
  /**
   * It is the same as `by`, a DOI or key, which is shown in its place: a registry answers its DOI with that one, or a list names both.
   * May precede `PublicationAdded`.
   */
  | DomainEvent<'PublicationSuperseded', { readonly by: string }>
  /** A list says that a work is the same as another item, and nothing else does: staff decide. */
  | DomainEvent<'PublicationJoinSuggested', { readonly by: string }>
  /** Staff have decided that it is not that item; machines neither join nor suggest the two again. */
  | DomainEvent<'PublicationJoinDeclined', { readonly from: string }>
  /** Staff say that it is not `from`; machines do not join the two again. */
  | DomainEvent<'PublicationSeparated', { readonly from: string }>
  /** Staff have withdrawn one of its identifiers from `from`, so machines do not join the two. */
  | DomainEvent<'PublicationKeptApart', { readonly from: string }>
  /** Site reset: absent, overlay empty, links gone; adding it again continues the stream. */
  | DomainEvent<'PublicationReset', Record<string, never>>;

export type DashboardFields = {
  readonly q: number | null;
  readonly q_percentage: number | null;
  readonly if_value: number | null;
  readonly if5a_value: number | null;
  readonly funding: boolean | null;
};
