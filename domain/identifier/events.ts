/** What an identifier other than a DOI names in a workspace: `identifier-{workspace}~{identifier}`, so that it names only one item. */
import type { DomainEvent } from '../event.ts';

/** A publication, or a work without a DOI. */
export type Item = { readonly doi: string } | { readonly work: string };

export type Assignment = {
  readonly identifier: string;
  readonly to: Item;
  /** The list that names it by this identifier, and when it was read (epoch ms). */
  readonly list: string;
  readonly at: number;
  /** For an ISBN, which several works may share: the type and title of the work whose key it is. */
  readonly of?: string;
};

export type IdentifierEvent =
  | DomainEvent<'IdentifierAssigned', Assignment>
  /** It does not name `from`, and now names nothing; machines do not assign it to that item again. */
  | DomainEvent<'IdentifierWithdrawn', { readonly identifier: string; readonly from: Item }>;
