/** A work without a DOI: `work-{workspace}~{key}`, the key being its strongest identifier. */
import type { CslItem } from '../csl.ts';
import type { DomainEvent } from '../event.ts';
import type { Item } from '../identifier/events.ts';
import type { Change } from '../changes/change.ts';
import type { Edited, Links, Source } from '../publication/events.ts';

/** The source of a work's identifier: a list, by its URL, or another work, by its key. */
export type NamedBy = { readonly list: string; readonly at: number } | { readonly work: string };

/** What a list says of a work, and when (epoch ms). */
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
  /** As `PublicationEdited`: `changes` are against the merged record, and the overlay follows. No refresh touches it. */
  | DomainEvent<
      'WorkEdited',
      Edited & {
        /** The new address, if it was changed, and the one that it had. */
        readonly href?: string;
        readonly hrefBefore?: string;
      }
    >
  | DomainEvent<'WorkAuthorLinked', { readonly links: Links }>
  /** This evidence is gone; who has other evidence is linked still. */
  | DomainEvent<'WorkAuthorUnlinked', { readonly links: Links }>
  /** Other identifiers of it: of the list that was read at `at` (epoch ms), or of the work that it supersedes. */
  | DomainEvent<'WorkIdentified', { readonly identifiers: readonly string[] } & NamedBy>
  /** It is what another item is, which is shown in its place. Of a key that no work has yet: nothing is recorded under it. */
  | DomainEvent<'WorkSuperseded', { readonly key: string; readonly by: Item }>
  /** It is not what `from` is, and is itself again; machines do not join the two once more. */
  | DomainEvent<'WorkSeparated', { readonly from: Item }>
  /** An identifier of it was taken back from `from`, so that machines do not join the two. */
  | DomainEvent<'WorkKeptApart', { readonly from: Item }>
  | DomainEvent<'WorkPublished', Record<string, never>>
  | DomainEvent<'WorkUnpublished', Record<string, never>>
  | DomainEvent<'WorkArchived', Record<string, never>>
  | DomainEvent<'WorkUnarchived', Record<string, never>>
  | DomainEvent<'WorkReset', Record<string, never>>;
