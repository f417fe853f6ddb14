/** Whom matching passed over, by workspace: told in the log and to those who measure, and kept for the dashboard. */
import type { Clock, Log, StateStore } from '../../commands/ports.ts';

export type PassedOver = {
  /** Matches in which people were passed over, since the workspace was first told of. */
  readonly publications: number;
  /** People who were not compared in the latest of them. */
  readonly people: number;
  readonly doi: string;
  /** Epoch ms. */
  readonly at: number;
};

export type Tell = { note(workspace: string, doi: string, people: number): void; flush(): Promise<void> };

const keyOf = (workspace: string): string => `matching/passed-over/${workspace}`;

export const passedOverIn = async (state: Pick<StateStore, 'get'>, workspace: string): Promise<PassedOver | null> =>
  ((await state.get(keyOf(workspace)))?.value as PassedOver | undefined) ?? null;

type TellDeps = { readonly state: StateStore; readonly log: Log; readonly clock: Clock };

/** `measure` is told each time; the log and the state store of a workspace once between two flushes. */
export const openPassedOver = (
  { state, log, clock }: TellDeps,
  measure: (people: number) => void = () => undefined,
): Tell => {
  let noted = new Map<string, PassedOver>();
  return {
    note: (workspace, doi, people) => {
      measure(people);
      const publications = (noted.get(workspace)?.publications ?? 0) + 1;
      noted.set(workspace, { publications, people, doi, at: clock.now() });
    },
    flush: async () => {
      const told = noted;
      noted = new Map();
      for (const [workspace, note] of told) {
        log.warn({ workspace, ...note }, 'matching passed over people whose names too many share');
        const before = (await passedOverIn(state, workspace))?.publications ?? 0;
        const value = { ...note, publications: before + note.publications };
        await state.put(keyOf(workspace), value);
      }
    },
  };
};
