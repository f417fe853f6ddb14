/** A publication in one workspace: its domain state, and further facts for readers. */
import { EVENT_TYPES } from '../../domain/event-types.ts';
import { fieldsTouched } from '../../domain/changes/change.ts';
import type { Position, Revision } from '../../domain/event.ts';
import { equal } from '../../domain/equal.ts';
import { evolve } from '../../domain/publication/evolve.ts';
import type { PublicationEvent } from '../../domain/publication/events.ts';
import { eachLink } from '../../domain/publication/links.ts';
import type { Present } from '../../domain/publication/state.ts';
import type { EventOf } from '../define.ts';
import { afterAnswer, NO_SOURCES, type Sources } from './sources.ts';

export type PublicationView = {
  readonly state: Present;
  readonly addedAt: number;
  /** The event since which it has been public without a break; null while it is not. */
  readonly publicSince: { readonly position: Position; readonly at: number } | null;
  /** The positions at which iDs were linked that were not when it became public, by iD. */
  readonly linkedLater: Readonly<Record<string, Position>>;
  readonly lastEditedAt: number | null;
  /** ISO 8601. */
  readonly deletedAt: string | null;
  readonly revision: Revision;
  readonly sources: Sources;
};

export type RecordedPublicationEvent = EventOf<PublicationEvent['type']>;

export const PUBLICATION_EVENTS = EVENT_TYPES.publication;

/** OpenAlex's address of the work stands for its facts, which are requested of many works at once. */
const completedAfter = (known: Sources, view: PublicationView | null, after: Present, at: number): Sources => {
  const before = view?.state;
  const url = after.enrichment?.openalex_id ?? 'https://openalex.org';
  const isNew = (field: string): boolean =>
    before?.completed.includes(field) !== true || !equal(before.original[field], after.original[field]);
  return afterAnswer(
    known,
    { provider: 'openalex', url, at },
    after.completed.filter(isNew),
    (before?.completed ?? []).filter((field) => !Object.hasOwn(after.original, field)),
  );
};

const sourcesAfter = (
  event: RecordedPublicationEvent,
  after: Present,
  view: PublicationView | null,
  known: Sources,
): Sources => {
  if (event.type === 'PublicationEnriched') return completedAfter(known, view, after, event.data.fetchedAt);
  if (event.type !== 'PublicationAdded' && event.type !== 'PublicationRefreshed') return known;
  const { source, fetchedAt } = event.data;
  const answer = { provider: source.provider, url: source.url, at: fetchedAt };
  if (event.type === 'PublicationAdded') {
    const described = afterAnswer(NO_SOURCES, answer, Object.keys(event.data.original), []);
    return completedAfter(described, null, after, fetchedAt);
  }
  const touched = fieldsTouched(event.data.changes);
  const isGiven = (field: string): boolean => Object.hasOwn(after.original, field) && !after.completed.includes(field);
  const described = afterAnswer(
    known,
    answer,
    touched.filter(isGiven),
    touched.filter((field) => !isGiven(field)),
  );
  return completedAfter(described, view, after, fetchedAt);
};

const isEdit = (event: RecordedPublicationEvent): boolean =>
  event.type === 'PublicationEdited' || ('isEdit' in event.data && event.data.isEdit === true);

const isShown = ({ status, visible, supersededBy }: Present): boolean =>
  status === 'active' && visible && supersededBy === undefined;

type Openness = Pick<PublicationView, 'publicSince' | 'linkedLater'>;

const opennessAfter = (event: RecordedPublicationEvent, view: PublicationView | null, state: Present): Openness => {
  const { position } = event;
  const { at } = event.metadata;
  if (!isShown(state)) return { publicSince: null, linkedLater: {} };
  if (view === null || view.publicSince === null) return { publicSince: { position, at }, linkedLater: {} };
  const { publicSince, linkedLater } = view;
  if (event.type !== 'AuthorLinked' && event.type !== 'AuthorUnlinked') return { publicSince, linkedLater };
  const { links } = view.state;
  const before = Object.entries(linkedLater).filter(([orcid]) => Object.hasOwn(state.links, orcid));
  // Whom the decision that made it public has linked has been linked since then.
  const isLater = event.type === 'AuthorLinked' && at !== publicSince.at;
  const fresh = isLater ? eachLink(event.data.links).filter(({ orcid }) => !Object.hasOwn(links, orcid)) : [];
  const later = fresh.map(({ orcid }) => [orcid, position] as const);
  return { publicSince, linkedLater: Object.fromEntries([...before, ...later]) };
};

/** The view after an event of its stream; null if there is no publication. */
export const afterEvent = (view: PublicationView | null, event: RecordedPublicationEvent): PublicationView | null => {
  const state = evolve(view?.state ?? { status: 'absent', notices: [] }, event);
  if (state.status === 'absent') return null;
  const { revision, metadata } = event;
  const before = view ?? {
    addedAt: metadata.at,
    lastEditedAt: null,
    deletedAt: null,
    sources: NO_SOURCES,
  };
  return {
    ...before,
    ...opennessAfter(event, view, state),
    state,
    revision,
    lastEditedAt: isEdit(event) ? metadata.at : before.lastEditedAt,
    deletedAt: state.status === 'active' ? null : (before.deletedAt ?? new Date(metadata.at).toISOString()),
    sources: sourcesAfter(event, state, view, before.sources),
  };
};
