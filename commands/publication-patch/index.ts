/** Patching a publication: operations become one edit of the record as it is at that moment. */
import type { Revision } from '../../domain/event.ts';
import { known } from '../../domain/must-exist.ts';
import type { PublicationEvent } from '../../domain/publication/events.ts';
import type { Publication } from '../../domain/publication/state.ts';
import type { Caller } from '../caller.ts';
import { handleFrom, type Deps, type Handled } from '../handle.ts';
import { publicationAggregate } from '../publication.ts';
import { editOf } from './edit-of.ts';
import type { Operation } from './operation.ts';

export type { Operation } from './operation.ts';

/**
 * All operations or none. Throws `Refused('not_found')`; `Refused('invalid')`, naming the operation; `Refused('stale')` if
 * `ifRevision` is not the present revision; `Refused('conflict')` if others were faster every time; `Unavailable`.
 */
export const patchPublication = (
  deps: Deps,
  doi: string,
  operations: readonly Operation[],
  caller: Caller,
  ifRevision?: Revision,
): Promise<Handled<Publication, PublicationEvent>> =>
  handleFrom(
    deps,
    publicationAggregate,
    doi,
    {
      type: 'EditPublication',
      asked: operations,
      from: (state) => ({ type: 'EditPublication', ...editOf(known(state, 'publication'), operations) }) as const,
    },
    caller,
    ifRevision === undefined ? {} : { ifRevision },
  );
