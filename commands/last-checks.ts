/**
 * When providers were last asked about a DOI or an iD, in the state store: that nothing had changed is no event. Ingestion writes these
 * records (`workers/ingestion/provider-checks.ts`).
 */
import type { Position } from '../domain/event.ts';
import { everyRecord } from './every-record.ts';
import type { StateStore } from './ports.ts';

/** The lists of a person that a workspace's last job for the iD has processed. */
export type WorkedThrough = {
  readonly digest: string;
  /** The end of the log when the job began; a later reset may have removed what it recorded. */
  readonly position: Position;
  /** When a harvest last found the lists unchanged since, epoch ms. */
  readonly unchangedAt?: number;
};

const ofWorkspace = (workspace: string): string => `asked/worked/${workspace}~`;

export const workedThroughKey = (workspace: string, orcid: string): string => `${ofWorkspace(workspace)}${orcid}`;

export const listsKey = (orcid: string): string => `asked/orcid/${orcid}`;

export const doiCheckKey = (doi: string): string => `asked/doi/${doi}`;

/** Epoch ms; null if it is not known. Throws `Unavailable`. */
export const doiLastChecked = async (state: Pick<StateStore, 'get'>, doi: string): Promise<number | null> =>
  ((await state.get(doiCheckKey(doi)))?.value as { readonly askedAt: number } | undefined)?.askedAt ?? null;

/** When a harvest last found the iD unchanged since its last job, epoch ms; null if it has not looked. Throws `Unavailable`. */
export const orcidUnchangedAt = async (
  state: Pick<StateStore, 'get'>,
  workspace: string,
  orcid: string,
): Promise<number | null> =>
  ((await state.get(workedThroughKey(workspace, orcid)))?.value as WorkedThrough | undefined)?.unchangedAt ?? null;

/** After this, the next harvest processes the lists of everyone in the workspace. Throws `Unavailable`. */
export const forgetWorkedThrough = async (
  state: Pick<StateStore, 'list' | 'remove'>,
  workspace: string,
): Promise<void> => {
  for await (const { key } of everyRecord(state, ofWorkspace(workspace))) await state.remove(key);
};
