/** Patching a publication: decided on the record as it is at that moment, and again if it has changed meanwhile. */
import { setTimeout as pause } from 'node:timers/promises';
import { Refused } from '../../domain/errors.ts';
import type { Revision } from '../../domain/event.ts';
import type { PublicationEvent } from '../../domain/publication/events.ts';
import type { Publication } from '../../domain/publication/state.ts';
import { loadState } from '../aggregate.ts';
import type { Caller } from '../caller.ts';
import { handle, type Deps, type Handled } from '../handle.ts';
import { publicationAggregate } from '../publication.ts';
import { editOf } from './edit-of.ts';
import type { Operation } from './operation.ts';

export type { Operation } from './operation.ts';

/** As many as let everybody through who edits one record by hand, and scripts besides. */
const ATTEMPTS = 20;
const LONGEST_PAUSE_MS = 250;

/**
 * All operations or none. Throws `Refused('not_found')`; `Refused('invalid')`, naming the operation; `Refused('stale')` if
 * `ifRevision` is not the present revision; `Refused('conflict')` if others were faster every time; `Unavailable`.
 */
export const patchPublication = async (
  deps: Deps,
  doi: string,
  operations: readonly Operation[],
  caller: Caller,
  ifRevision?: Revision,
): Promise<Handled<Publication, PublicationEvent>> => {
  for (let attempt = 1; ; attempt += 1) {
    const loaded = await loadState(deps.events, publicationAggregate, caller.workspace, doi);
    if (loaded.state.status === 'absent' || loaded.revision === null)
      throw new Refused('not_found', 'publication_not_found', 'no such publication');
    if (ifRevision !== undefined && ifRevision !== loaded.revision)
      throw new Refused('stale', 'stale_revision', 'it has changed since you last read it');
    const command = { type: 'EditPublication', ...editOf(loaded.state, operations) } as const;
    try {
      return await handle(deps, publicationAggregate, doi, command, caller, { loaded, ifRevision: loaded.revision });
    } catch (error) {
      if (!(error instanceof Refused) || error.kind !== 'stale' || ifRevision !== undefined) throw error;
      if (attempt === ATTEMPTS)
        throw new Refused('conflict', 'concurrent_changes', 'others kept changing it; try again');
    }
    await pause(Math.random() * Math.min(LONGEST_PAUSE_MS, 2 ** attempt));
  }
};
