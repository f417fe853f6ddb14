/** A work without a DOI: `work-{workspace}~{key}`, the key being its strongest identifier. */
import type { CslItem } from '../csl.ts';
import type { DomainEvent } from '../event.ts';
import type { Item } from '../identifier/events.ts';
import type { Change } from '../changes/change.ts';
import type { Links, Source } from '../publication/events.ts';
import type { Edited } from '../record/overlay.ts';

/** The source of a work's identifier: a list, by its URL, or another work, by its key. */
export type NamedBy = { readonly list: string; readonly at: number } | { readonly work: string };

/** What a list says about a work, and when (epoch ms). */
export type WorkRecord = {
  readonly key: string;
  readonly original: CslItem;
  readonly href: string;
  readonly source: Source;
  readonly fetchedAt: number;
};

export type WorkEvent =
  | DomainEvent<'WorkAdded', WorkRecord>
  | DomainEvent<
      'WorkRefreshed',
      Pick<WorkRecord, 'href' | 'source' | 'fetchedAt'> & { readonly changes: readonly Change[] }
    >
  /** Created by staff: no list describes it. */
  | DomainEvent<'WorkCreated', Pick<WorkRecord, 'key' | 'original' | 'href'>>
  | DomainEvent<
      'WorkEdited',
      Edited & {
        /** The new address, if it was changed, and the previous one. */
        readonly href?: string;
        readonly hrefBefore?: string;
      }
    >
  | DomainEvent<'WorkAuthorLinked', { readonly links: Links }>
  /** This evidence is gone; people with other evidence stay linked. */
  | DomainEvent<'WorkAuthorUnlinked', { readonly links: Links }>
  /** Further identifiers: from the list that was read at `at` (epoch ms), or from the work that it supersedes. */
  | DomainEvent<'WorkIdentified', { readonly identifiers: readonly string[] } & NamedBy>
  /** It is the same as another item, which is shown in its place. If no work has the key yet, none is recorded under it. */
  | DomainEvent<'WorkSuperseded', { readonly key: string; readonly by: Item }>
  /** A list says that it is the same as another item, and nothing else does: staff decide. */
  | DomainEvent<'WorkJoinSuggested', { readonly key: string; readonly by: Item }>
  /** Staff have decided that it is not that item; machines neither join nor suggest the two again. */
  | DomainEvent<'WorkJoinDeclined', { readonly from: Item }>
  /** It is not the same as `from`, and separate again; machines do not join the two again. */
  | DomainEvent<'WorkSeparated', { readonly from: Item }>
  /** Staff have withdrawn one of its identifiers from `from`, so machines do not join the two. */
  | DomainEvent<'WorkKeptApart', { readonly from: Item }>
  | DomainEvent<'WorkPublished', Record<string, never>>
  | DomainEvent<'WorkUnpublished', Record<string, never>>
  | DomainEvent<'WorkArchived', Record<string, never>>
  | DomainEvent<'WorkUnarchived', Record<string, never>>
  | DomainEvent<'WorkReset', Record<string, never>>;
