/** The commands of a publication. */
import type { CslItem } from '../csl.ts';
import type { Edit } from './edit.ts';
import type { Matching } from './matching.ts';
import type { DashboardFields, Doubt, Enrichment, LinkBasis, NamedBy, RetractionNotice, Source } from './events.ts';
import type { Evidence } from './state.ts';
import type { ToTakeOver } from '../record/take-over.ts';

/** A provider's answer about a DOI, with the facts that came with it; or what a list says of a work without one. */
export type ProviderRecord = {
  /** Or the key of a work without one. */
  readonly doi: string;
  readonly original: CslItem;
  readonly source: Source;
  /** Time of the answer, epoch ms. */
  readonly fetchedAt: number;
  /** Undefined = OpenAlex could not be asked, so known facts stay. Null = OpenAlex does not know the work. */
  readonly enrichment?: Enrichment | null;
  readonly citedByCount?: number | null;
  readonly links: readonly { readonly orcid: string; readonly basis: Exclude<LinkBasis, 'staff'> }[];
  /** Those whom OpenAlex's list has, but whose name it cut off, and no entry of the record has. */
  readonly unnamed?: readonly string[];
  /** Notices that this answer carries about the work itself. */
  readonly notices?: readonly RetractionNotice[];
  /** The record is that of a person's list, which may describe only some items: see `one-list.ts`. */
  readonly isOfList?: boolean;
  /** Identifiers by which the list names it, besides its key. */
  readonly identifiers?: readonly string[];
  /** Staff or a key asked for exactly this record: that it is unchanged is recorded too. */
  readonly isAsked?: boolean;
  /** Staff have hidden the work that turns out to be this publication: if it is new, it starts hidden. */
  readonly isHiddenIfNew?: boolean;
};

/** Whether one person is an author. */
export type AuthorDecision = {
  readonly orcid: string;
  readonly basis: LinkBasis;
  /** The people whose names are compared with the authors in the same step. */
  readonly matching?: Matching;
  /** It accepts or rejects a suggestion, which must exist unless the outcome already holds. */
  readonly ofSuggestion?: boolean;
  /** Default: true. No one else is linked, nor unlinked unless the publication knows the iD. */
  readonly isRegistered?: boolean;
};

export type PublicationCommand =
  | ({ readonly type: 'RecordFromProvider' } & ProviderRecord)
  /** By staff. */
  | { readonly type: 'CreatePublication'; readonly doi: string; readonly original: CslItem }
  /** The provider reports its record unchanged: only facts and links may be new. */
  | ({ readonly type: 'ConfirmFromProvider' } & Omit<ProviderRecord, 'original' | 'source'>)
  /** `byStaff`: also one that they have dismissed. */
  | {
      readonly type: 'NoteRetraction';
      readonly doi: string;
      readonly notice: RetractionNotice;
      readonly byStaff?: true;
    }
  | { readonly type: 'DismissRetraction'; readonly doi: string; readonly notice: RetractionNotice }
  | ({ readonly type: 'LinkAuthor' } & AuthorDecision)
  | ({ readonly type: 'UnlinkAuthor' } & AuthorDecision)
  /** A list no longer names the iD as an author: it is unlinked, or stays linked by the metadata if they name it. */
  | {
      readonly type: 'WithdrawEvidence';
      readonly orcid: string;
      readonly basis: Exclude<LinkBasis, 'staff' | 'metadata'>;
    }
  /** By staff, many at once: `linked` are among the authors, `rejected` are not, and the `open` ones are undecided again. */
  | {
      readonly type: 'SettleAuthors';
      readonly linked: readonly string[];
      readonly rejected: readonly string[];
      readonly open: readonly string[];
    }
  /** What is decided about `from` is decided about `to`: staff say that they are one person. */
  | { readonly type: 'MoveAuthor'; readonly from: string; readonly to: string }
  /** By staff: links that are right, and links that need attention again. */
  | { readonly type: 'SettleAttention'; readonly settled: readonly Doubt[]; readonly open: readonly string[] }
  /**
   * By staff: which entry of a list of the record is the linked person; `entry` is its place, null for a new one with their name. It
   * gets their iD, and no other entry in question keeps it.
   */
  | {
      readonly type: 'IdentifyContributor';
      readonly orcid: string;
      readonly role: string;
      readonly entry: number | null;
      readonly matching: Matching;
    }
  /** By staff: it stays visible in spite of these notices; default: all that it has, if it is visible. */
  | { readonly type: 'KeepRetracted'; readonly notices?: readonly RetractionNotice[] }
  | { readonly type: 'ReopenRetraction'; readonly notices: readonly RetractionNotice[] }
  /** Matches the names; the caller knows the people. */
  | ({ readonly type: 'MatchAuthors' } & Matching)
  | ({ readonly type: 'RepairAuthorLinks' } & Matching)
  | ({ readonly type: 'EditPublication' } & Edit)
  /** What staff and machines say of another item that turns out to be this one. What staff decided here stays. */
  | ({
      readonly type: 'TakeOverPublication';
      readonly custom: DashboardFields;
      readonly links: Evidence;
      readonly unlinked: Evidence;
      /** Links that staff have said are right. */
      readonly settled: readonly Doubt[];
      /** Notices in spite of which they keep it visible. */
      readonly kept: readonly RetractionNotice[];
      readonly notices: readonly RetractionNotice[];
      /** Notices that staff have dismissed there. */
      readonly dismissed: readonly RetractionNotice[];
      /** What staff have described: the fields that this record lacks are edits of it. */
      readonly described?: CslItem;
      /** Identifiers of a work, which are those of this one from then on. */
      readonly identified?: { readonly identifiers: readonly string[] } & NamedBy;
    } & ToTakeOver)
  /**
   * Staff may join what they once separated. `ofSuggestion`: the item as it was suggested, which the work must be suggested to be.
   */
  | {
      readonly type: 'SupersedePublication';
      readonly by: string;
      readonly byStaff?: true;
      readonly ofSuggestion?: string;
    }
  | { readonly type: 'SeparatePublication' }
  /** Staff may return to a suggestion that they declined. */
  | { readonly type: 'SuggestJoin'; readonly by: string; readonly byStaff?: true }
  | { readonly type: 'DeclineJoin'; readonly from: string }
  /** Takes effect only while nothing is shown in its place; otherwise the caller looks again. */
  | { readonly type: 'KeepApart'; readonly from: string }
  | { readonly type: 'HidePublication' }
  | { readonly type: 'ShowPublication' }
  | { readonly type: 'DeletePublication' }
  | { readonly type: 'RestorePublication'; readonly isHidden?: true }
  | { readonly type: 'ResetPublication' };
