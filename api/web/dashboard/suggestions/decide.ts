/** Decides suggestions, a few at a time, under one cause, so one undo takes all back. */
import { groupedBy } from '../../../../domain/grouped.ts';
import { failureFrom, type Failure } from '../../client/failure.ts';
import { api } from '../../client/session.ts';
import type { Suggestion } from './read.ts';

export type Decision = 'accept' | 'reject';

const AT_ONCE = 4;

export type Decided = {
  readonly done: readonly Suggestion[];
  readonly failed: readonly Suggestion[];
  /** The first failure. */
  readonly failure: Failure | null;
};

/** `progressed`: called with the number decided so far. Never rejects. */
export const decideAll = async (
  suggestions: readonly Suggestion[],
  decision: Decision,
  { cause, progressed }: { readonly cause: string; readonly progressed: (count: number) => void },
): Promise<Decided> => {
  // Decisions about one record are made one after the other.
  const waiting = [...groupedBy(suggestions, ({ doi }) => doi).values()];
  const [done, failed]: [Suggestion[], Suggestion[]] = [[], []];
  let failure: Failure | null = null;
  const work = async (): Promise<void> => {
    for (let group = waiting.shift(); group !== undefined; group = waiting.shift())
      for (const each of group) {
        try {
          const params = { id: each.doi, orcid: each.person.orcid };
          await api(`POST /api/publications/{id}/suggestions/{orcid}/${decision}`, { params, cause });
          done.push(each);
        } catch (error) {
          const why = failureFrom(error);
          // Somebody else may have been accepted as the same author.
          if (decision === 'reject' && why.code === 'suggestion_not_found') done.push(each);
          else {
            failed.push(each);
            failure ??= why;
          }
        }
        progressed(done.length + failed.length);
      }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { done, failed, failure };
};
