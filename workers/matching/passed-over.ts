/** Reports the people that matching skipped, by workspace: in the log, as a metric, and in the state store. */
import { addPassedOver, type PassedOver } from '../../commands/passed-over.ts';
import type { Clock, Log, StateStore } from '../../commands/ports.ts';

type ReportDeps = { readonly state: StateStore; readonly log: Log; readonly clock: Clock };

/** Calls `measure` for each match; each flush writes one log entry and one record per workspace. */
export const openPassedOver = (
  { state, log, clock }: ReportDeps,
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
      const pending = noted;
      noted = new Map();
      for (const [workspace, note] of pending) {
        log.warn({ workspace, ...note }, 'matching passed over people whose names too many share');
        await addPassedOver(state, workspace, note);
      }
    },
  };
};
export type PassedOverReport = ReturnType<typeof openPassedOver>;
