/** Matches the authors of one publication with candidate people. */
import { loadState } from '../../commands/aggregate.ts';
import { handle, type Deps } from '../../commands/handle.ts';
import type { Log } from '../../commands/ports.ts';
import { publicationAggregate } from '../../commands/publication.ts';
import { Refused, Unavailable } from '../../domain/errors.ts';
import { notFullyCompared } from '../../domain/publication/authors.ts';
import { merge } from '../../domain/record/overlay.ts';
import type { People } from './people.ts';
import type { Touched } from './touched.ts';

type Publication = {
  readonly workspace: string;
  readonly doi: string;
  readonly cause: Pick<Touched, 'causationId' | 'correlationId'> | undefined;
};

/**
 * Returns the number of people who were not compared, or not with every author. Throws `Unavailable`; any other error is logged, since
 * it concerns only this publication.
 */
export const matchOne = async (
  deps: Deps & { readonly log: Log },
  people: People,
  { workspace, doi, cause }: Publication,
): Promise<number> => {
  try {
    const loaded = await loadState(deps.events, publicationAggregate, workspace, doi);
    const { state } = loaded;
    if (state.status === 'absent') return 0;
    const record = merge(state);
    const near = people.near(workspace, record, state);
    const caller = {
      workspace,
      actor: { type: 'system', id: 'matching' } as const,
      correlationId: cause?.correlationId ?? deps.ids.next(),
      causationId: cause?.causationId ?? null,
      commandId: deps.ids.next(),
    };
    const command = { type: 'MatchAuthors', people: near.people } as const;
    await handle(deps, publicationAggregate, doi, command, caller, { loaded });
    return near.passedOver + notFullyCompared(record, near.people);
  } catch (error) {
    if (error instanceof Unavailable) throw error;
    // A reset, or a conflict with concurrent changes, whose events have the publication matched again.
    if (error instanceof Refused) deps.log.debug({ workspace, err: error }, 'a publication was not matched');
    else deps.log.error({ workspace, doi, err: error }, 'a publication cannot be matched');
    return 0;
  }
};
