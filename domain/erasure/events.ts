/**
 * What remains of a person whose personal data were erased: `erasure-{workspace}~{orcid}`. It contains only the iD and the
 * non-personal part of each erased event, so that a rebuild gives the same rows.
 */
import type { Actor, DomainEvent, Position, Revision } from '../event.ts';

/** An event that is no longer in the log. */
export type PastEvent = {
  readonly id: string;
  readonly type: string;
  /** Its position. */
  readonly position: Position;
  readonly revision: Revision;
  /** Epoch ms. */
  readonly at: number;
  readonly actor: Actor;
  readonly correlationId: string;
  readonly causationId: string | null;
};

export type ErasureEvent = DomainEvent<'PersonErased', { readonly orcid: string; readonly past: readonly PastEvent[] }>;
