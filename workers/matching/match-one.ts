/** Matches the authors of one publication with candidate people. */
import { loadState } from '../../commands/aggregate.ts';
import { handle, type Deps } from '../../commands/handle.ts';
import type { Log } from '../../commands/ports.ts';
import { publicationAggregate } from '../../commands/publication.ts';
import { Refused, Unavailable } from '../../domain/errors.ts';
import type { Position } from '../../domain/event.ts';
import { notFullyCompared } from '../../domain/publication/authors.ts';
import { merge } from '../../domain/record/overlay.ts';
import type { Cause } from './backlog.ts';
import type { People } from './people.ts';

export type Matched = {
  /** Position of the recorded match; null if nothing changed. */
  readonly position: Position | null;
  /** People who were not compared, or not with every author. */
  readonly passedOver: number;
};

const NOTHING: Matched = { position: null, passedOver: 0 };

/** Throws `Unavailable`; any other error is logged, since it concerns only this publication. */
export const matchOne = async (
  deps: Deps & { readonly log: Log },
  people: People,
  { workspace, doi, cause }: { readonly workspace: string; readonly doi: string; readonly cause: Cause },
): Promise<Matched> => {
  try {
    const loaded = await loadState(deps.events, publicationAggregate, workspace, doi);
    const { state } = loaded;
    if (state.status === 'absent') return NOTHING;
    const record = merge(state);
    const near = people.near(workspace, record, state);
    const caller = {
      workspace,
      actor: { type: 'system', id: 'matching' } as const,
      correlationId: cause.correlationId ?? deps.ids.next(),
      causationId: cause.id,
      commandId: deps.ids.next(),
    };
    const command = { type: 'MatchAuthors', people: near.people } as const;
    const { events, position } = await handle(deps, publicationAggregate, doi, command, caller, { loaded });
    const passedOver = near.passedOver + notFullyCompared(record, near.people);
    return { position: events.length === 0 ? null : position, passedOver };
  } catch (error) {
    if (error instanceof Unavailable) throw error;
    // A reset, or a conflict with concurrent changes, which queue the publication again.
    if (error instanceof Refused) deps.log.debug({ workspace, err: error }, 'a publication was not matched');
    else deps.log.error({ workspace, doi, err: error }, 'a publication cannot be matched');
    return NOTHING;
  }
};
