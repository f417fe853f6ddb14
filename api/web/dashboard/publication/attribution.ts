/** Finds in a history who edited a field or linked a person. */
import type { Change } from '../../client/generated/operations.ts';
import { fieldsTouched } from '../../../../domain/changes/change.ts';

/** The last edit of each field. `history`: newest first. */
export const editsByField = (history: readonly Change[]): ReadonlyMap<string, Change> => {
  const found = new Map<string, Change>();
  for (const event of history) {
    if (event.event_type !== 'PublicationEdited') continue;
    for (const field of fieldsTouched(event.changes)) if (!found.has(field)) found.set(field, event);
  }
  return found;
};

export const linksByOrcid = (history: readonly Change[]): ReadonlyMap<string, Change> => {
  const found = new Map<string, Change>();
  for (const event of history)
    for (const { path, after } of event.changes)
      if (path === '/person_orcids' && typeof after === 'string' && !found.has(after)) found.set(after, event);
  return found;
};
