/** Whom matching passed over in a workspace, kept in the state store: the matcher writes it, the dashboard shows it. */
import type { StateStore } from './ports.ts';

export type PassedOver = {
  /** Matches in which people were passed over, since the first of the workspace. */
  readonly publications: number;
  /** People who were not compared, or not with every author, in the latest of them. */
  readonly people: number;
  readonly doi: string;
  /** Epoch ms. */
  readonly at: number;
};

const keyOf = (workspace: string): string => `matching/passed-over/${workspace}`;

export const passedOverIn = async (state: Pick<StateStore, 'get'>, workspace: string): Promise<PassedOver | null> =>
  ((await state.get(keyOf(workspace)))?.value as PassedOver | undefined) ?? null;

export const addPassedOver = async (
  state: Pick<StateStore, 'get' | 'put'>,
  workspace: string,
  note: PassedOver,
): Promise<void> => {
  const before = (await passedOverIn(state, workspace))?.publications ?? 0;
  await state.put(keyOf(workspace), { ...note, publications: before + note.publications });
};
