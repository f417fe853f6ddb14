/**
 * What the providers were asked and what they said, for all workspaces: what has not changed need not be requested again.
 * Nothing depends on it being there. It names people by iD, so it is cleared with an erasure and left out when backups are restored.
 */
import { createHash } from 'node:crypto';
import type { StateStore } from '../../commands/ports.ts';
import { canonicalJson } from '../../domain/canonical-json.ts';
import { longestPause, type Answered } from '../../domain/ingestion/schedule.ts';
import type { Json } from '../../domain/json.ts';
import type { Source } from '../../domain/publication/events.ts';
import type { IngestionDeps } from './deps.ts';

export type Describer = 'crossref' | 'datacite' | 'openalex';

export type AskedDoi = Answered & {
  /** Who described it; null if none did. */
  readonly by: Describer | null;
  /** Of the record as it was kept; null if no provider described it. */
  readonly digest: string | null;
  readonly notThere: Partial<Readonly<Record<Describer, Answered>>>;
};

/** The ORCID record of a person, and the lists of works of two sources. */
export type ListName = 'person' | 'orcid' | 'openalex';

export type AskedList = {
  /** Epoch ms. */
  readonly askedAt: number;
  readonly outcome: 'listed' | 'notThere';
  /** Of what the list says. */
  readonly digest: string;
  /** To ask conditionally with; null where the answer had no validator that holds for the whole list. */
  readonly source: Source | null;
};

export type AskedLists = Partial<Readonly<Record<ListName, AskedList>>>;

/** What a workspace's last job, or look, for an iD went by. */
type WorkedThrough = { readonly digest: string; /** Epoch ms. */ readonly at: number };

/** What every key of it begins with. */
const PREFIX = 'asked/';
/** A record that is not renewed in so many of the longest pauses is of no use any more. */
const KEPT_FOR = 2;
const DIGEST_CHARACTERS = 24;

const doiKey = (doi: string): string => `${PREFIX}doi/${doi}`;
const orcidKey = (orcid: string): string => `${PREFIX}orcid/${orcid}`;
const workedKey = (workspace: string, orcid: string): string => `${PREFIX}worked/${workspace}~${orcid}`;

export const digestOf = (value: unknown): string =>
  createHash('sha256').update(canonicalJson(value)).digest('base64url').slice(0, DIGEST_CHARACTERS);

export const memoryOf = ({ state, harvestIntervalMs }: Pick<IngestionDeps, 'state' | 'harvestIntervalMs'>) => {
  const ttlMs = KEPT_FOR * longestPause(harvestIntervalMs);
  const get = async <T>(key: string): Promise<T | null> => ((await state.get(key))?.value ?? null) as T | null;
  const put = async (key: string, value: object): Promise<void> =>
    void (await state.put(key, value as Json, { ttlMs }));
  return {
    doi: (doi: string) => get<AskedDoi>(doiKey(doi)),
    rememberDoi: (doi: string, asked: AskedDoi) => put(doiKey(doi), asked),
    lists: async (orcid: string) => (await get<AskedLists>(orcidKey(orcid))) ?? {},
    rememberLists: (orcid: string, asked: AskedLists) => put(orcidKey(orcid), asked),
    workedThrough: (workspace: string, orcid: string) => get<WorkedThrough>(workedKey(workspace, orcid)),
    rememberWorkedThrough: (workspace: string, orcid: string, worked: WorkedThrough) =>
      put(workedKey(workspace, orcid), worked),
  };
};

/** Clears what names an erased iD. Another workspace that has the person asks again. */
export const forgetAsked = async (
  state: Pick<StateStore, 'remove'>,
  workspace: string,
  orcid: string,
): Promise<void> => {
  await state.remove(orcidKey(orcid));
  await state.remove(workedKey(workspace, orcid));
};
