/**
 * What is left of somebody whose personal data were erased: `erasure-{workspace}~{orcid}`. It names them by iD alone, and
 * says of each event that went what is nobody's personal data, so that rows made from the log again are the same rows.
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
