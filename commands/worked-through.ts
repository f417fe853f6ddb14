/** Records, in the state store, which lists of a person a workspace has processed. */
import { everyRecord } from './every-record.ts';
import type { StateStore } from './ports.ts';

const ofWorkspace = (workspace: string): string => `asked/worked/${workspace}~`;

export const workedThroughKey = (workspace: string, orcid: string): string => `${ofWorkspace(workspace)}${orcid}`;

/** After this, the next harvest processes the lists of everyone in the workspace. Throws `Unavailable`. */
export const forgetWorkedThrough = async (
  state: Pick<StateStore, 'list' | 'remove'>,
  workspace: string,
): Promise<void> => {
  for await (const { key } of everyRecord(state, ofWorkspace(workspace))) await state.remove(key);
};
