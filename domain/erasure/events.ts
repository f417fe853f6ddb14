/**
 * What remains of a person whose personal data were erased: `erasure-{workspace}~{orcid}`. It contains only the iD and the
 * non-personal part of each erased event, so that a rebuild gives the same rows.
 */
import type { DomainEvent, Metadata, Recorded } from '../event.ts';

/** An event that is no longer in the log. */
export type PastEvent = Pick<Recorded, 'id' | 'type' | 'position' | 'revision'> & Omit<Metadata, 'workspace'>;

export type ErasureEvent = DomainEvent<'PersonErased', { readonly orcid: string; readonly past: readonly PastEvent[] }>;
