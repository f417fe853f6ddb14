/** A publication in one workspace: its domain state, and further facts for readers. */
import { keysOf } from '../../domain/own.ts';
import { UNDOABLES } from '../../domain/undo/index.ts';
import { fieldsTouched } from '../../domain/changes/change.ts';
import type { Position, Revision } from '../../domain/event.ts';
import { evolve } from '../../domain/publication/evolve.ts';
import type { PublicationEvent } from '../../domain/publication/events.ts';
import type { Present } from '../../domain/publication/state.ts';
import type { EventOf } from '../define.ts';
import { afterAnswer, NO_SOURCES, type Sources } from './sources.ts';

export type PublicationView = {
  readonly state: Present;
  readonly addedAt: number;
  readonly addedPosition: Position;
  readonly lastEditedAt: number | null;
  /** ISO 8601. */
  readonly deletedAt: string | null;
  readonly revision: Revision;
  readonly sources: Sources;
};

export type RecordedPublicationEvent = EventOf<PublicationEvent['type']>;

export const PUBLICATION_EVENTS = keysOf(UNDOABLES.publication.inverses);

const sourcesAfter = (event: RecordedPublicationEvent, { original }: Present, known: Sources): Sources => {
  if (event.type !== 'PublicationAdded' && event.type !== 'PublicationRefreshed') return known;
  const { source, fetchedAt } = event.data;
  const answer = { provider: source.provider, url: source.url, at: fetchedAt };
  if (event.type === 'PublicationAdded') return afterAnswer(NO_SOURCES, answer, Object.keys(event.data.original), []);
  const touched = fieldsTouched(event.data.changes);
  const isGiven = (field: string): boolean => Object.hasOwn(original, field);
  return afterAnswer(
    known,
    answer,
    touched.filter(isGiven),
    touched.filter((field) => !isGiven(field)),
  );
};

const isEdit = (event: RecordedPublicationEvent): boolean =>
  event.type === 'PublicationEdited' ||
  ((event.type === 'PublicationHidden' || event.type === 'PublicationShown') && event.data.isEdit === true);

/** The view after an event of its stream; null if there is no publication. */
export const afterEvent = (view: PublicationView | null, event: RecordedPublicationEvent): PublicationView | null => {
  const state = evolve(view?.state ?? { status: 'absent', notices: [] }, event);
  if (state.status === 'absent') return null;
  const { revision, position, metadata } = event;
  const before = view ?? {
    addedAt: metadata.at,
    addedPosition: position,
    lastEditedAt: null,
    deletedAt: null,
    sources: NO_SOURCES,
  };
  return {
    ...before,
    state,
    revision,
    lastEditedAt: isEdit(event) ? metadata.at : before.lastEditedAt,
    deletedAt: state.status === 'active' ? null : (before.deletedAt ?? new Date(metadata.at).toISOString()),
    sources: sourcesAfter(event, state, before.sources),
  };
};

export const isPublic = (view: PublicationView | null): view is PublicationView =>
  view?.state.status === 'active' && view.state.visible;
