/** Reports whom matching passed over, by workspace: in the log, to those who measure, and in the state store. */
import { addPassedOver, type PassedOver } from '../../commands/passed-over.ts';
import type { Clock, Log, StateStore } from '../../commands/ports.ts';

type TellDeps = { readonly state: StateStore; readonly log: Log; readonly clock: Clock };

/** `measure` is called for each match; the log and the state store of a workspace once between two flushes. */
export const openPassedOver = (
  { state, log, clock }: TellDeps,
  measure: (people: number) => void = () => undefined,
) => {
  let noted = new Map<string, PassedOver>();
  return {
    note: (workspace: string, doi: string, people: number): void => {
      measure(people);
      const publications = (noted.get(workspace)?.publications ?? 0) + 1;
      noted.set(workspace, { publications, people, doi, at: clock.now() });
    },
    flush: async (): Promise<void> => {
      const told = noted;
      noted = new Map();
      for (const [workspace, note] of told) {
        log.warn({ workspace, ...note }, 'matching passed over people whose names too many share');
        await addPassedOver(state, workspace, note);
      }
    },
  };
};
export type Tell = ReturnType<typeof openPassedOver>;
