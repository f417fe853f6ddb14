/** Patches a publication: the operations become one edit of the record as it is at that moment. */
import type { Operation } from '../domain/changes/json-patch.ts';
import type { Revision } from '../domain/event.ts';
import { known } from '../domain/must-exist.ts';
import { defined } from '../domain/own.ts';
import type { PublicationEvent } from '../domain/publication/events.ts';
import { patched } from '../domain/publication/patch.ts';
import type { Publication } from '../domain/publication/state.ts';
import type { Caller } from './caller.ts';
import { parseCslItem } from './csl-item.ts';
import { handleFrom, type Deps, type Handled } from './handle.ts';
import { publicationAggregate } from './publication.ts';

/**
 * All operations or none. Throws `Refused('not_found')`; `Refused('invalid')`, naming the operation; `Refused('stale')` if
 * `ifRevision` is not the current revision; `Refused('conflict')` if others were faster every time; `Unavailable`.
 */
export const patchPublication = (
  deps: Deps,
  doi: string,
  operations: readonly Operation[],
  caller: Caller,
  ifRevision?: Revision,
): Promise<Handled<Publication, PublicationEvent>> => {
  const type = 'EditPublication';
  const from = (state: Publication) =>
    ({ type, ...patched(known(state, 'publication'), operations, parseCslItem) }) as const;
  return handleFrom(
    deps,
    publicationAggregate,
    doi,
    { type, asked: operations, from },
    caller,
    defined({ ifRevision }),
  );
};
