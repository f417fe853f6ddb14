/** Records an entry of a list as the item that its identifiers resolve to, and joins works that turn out to be the same. */
import type { Caller } from '../../commands/caller.ts';
import type { Deps } from '../../commands/handle.ts';
import type { WorkRoot } from '../../commands/work-identity/roots.ts';
import { resolveWork } from '../../commands/work-identity/resolve.ts';
import { suggestJoins, supersede } from '../../commands/work-identity/supersede.ts';
import type { Item } from '../../domain/identifier/events.ts';
import { sameItem } from '../../domain/identifier/identifier.ts';
import type { Planned } from './plan.ts';
import type { Recorded } from './record.ts';

export type Recording = {
  /** `isHidden`: staff have hidden a work that is the same item. Null if no provider has the DOI and there is no fallback. */
  readonly publication: (doi: string, isHidden: boolean) => Promise<Recorded | null>;
  /** Null if another item has superseded the work. */
  readonly work: (key: string) => Promise<Recorded | null>;
};

/** Bounds the loop while others also join works; the next ingestion of the list joins the rest. */
const ROUNDS = 10;

const isHidden = ({ loaded: { state } }: WorkRoot): boolean =>
  state.status !== 'absent' && state.status !== 'published';

/** `owner`: of the list. Returns the item and the outcome; null if nothing was recorded. */
export const recordListed = async (
  deps: Deps,
  doi: string | null,
  { listed, aliases }: Pick<Planned, 'listed' | 'aliases'>,
  owner: string,
  recording: Recording,
  caller: Caller,
): Promise<{ readonly item: Item; readonly recorded: Recorded } | null> => {
  const named = {
    doi,
    aliases,
    entry: { summary: listed.summary, owner },
    list: listed.from.url,
    at: deps.clock.now(),
  };
  let done: { readonly item: Item; readonly recorded: Recorded } | null = null;
  for (let round = 0; round < ROUNDS; round += 1) {
    const { item, others, doubtful } = await resolveWork(deps, named, caller);
    if (done === null || !sameItem(done.item, item)) {
      const recorded: Recorded | null =
        'doi' in item ? await recording.publication(item.doi, others.some(isHidden)) : await recording.work(item.work);
      if (recorded === null && 'doi' in item) return null;
      if (recorded === null) continue;
      done = { item, recorded };
    }
    await suggestJoins(deps, item, doubtful, caller);
    if (!(await supersede(deps, others, item, owner, caller))) break;
  }
  return done;
};
