/** The timeline's row of an event that was erased: that something happened, when, and by whom, and none of its words. */
import { searchTerms } from '../../domain/search-terms.ts';
import type { EventOf } from '../define.ts';
import { subjectOf } from '../ids.ts';
import type { TimelineRow } from './row.ts';
import { actorTerm, subjectTerm } from './terms.ts';

export const ERASED = 'Erased';

/** Null if the id is not that of an event which this erasure took away. */
export const erasedRow = (erasure: EventOf<'PersonErased'>, id: string): TimelineRow | null => {
  const event = erasure.data.past.find((past) => past.id === id);
  if (event === undefined) return null;
  const { type, position, revision, at, actor, correlationId, causationId } = event;
  const { workspace } = erasure.metadata;
  const orcid = subjectOf(erasure);
  return {
    id,
    terms: [
      ...searchTerms([ERASED, orcid, actor.id].join(' ')),
      actorTerm(actor.id),
      subjectTerm({ type: 'person', id: orcid }),
    ],
    workspace,
    place: position,
    stream: `person-${workspace}~${orcid}`,
    revision,
    type,
    severity: 'info',
    status: 'succeeded',
    actorType: actor.type,
    actorId: actor.id,
    at,
    correlationId,
    causationId,
  };
};
