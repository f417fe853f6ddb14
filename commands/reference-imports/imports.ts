/** Imports of references: a list as it was read and compared, what is to be done with each entry, and how far that is. */
import { Refused } from '../../domain/errors.ts';
import { REFERENCES } from '../../domain/limits.ts';
import type { ReferenceFormat } from '../../domain/reference-import/entry.ts';
import {
  statusOf,
  type PreviewedReference,
  type ReferenceAction,
  type ReferenceStatus,
} from '../../domain/reference-import/plan.ts';
import type { Caller } from '../caller.ts';
import { hashOf } from '../identity/secret.ts';
import { KEPT_MS, longJobs, type LongJob } from '../long-jobs.ts';
import type { Clock, StateStore } from '../ports.ts';

export const REFERENCE_OUTCOMES = ['created', 'changed', 'unchanged', 'skipped', 'refused'] as const;

/** What became of an entry. */
export type ReferenceResult = {
  readonly outcome: (typeof REFERENCE_OUTCOMES)[number];
  /** The DOI or key of the item; null if there is none. */
  readonly id: string | null;
  /** Why it was refused, or what else is to be known; null if nothing is. */
  readonly reason: string | null;
  /** Of the reason. */
  readonly code: string | null;
};

export type ReferenceCounts = Readonly<Record<ReferenceResult['outcome'], number>>;

/** `total`: its entries, also those that are skipped. */
export type ReferenceImport = LongJob & {
  /** SHA-256 of what is to be done. */
  readonly contents: string;
  /** People who are linked to each item, by iD. */
  readonly orcids: readonly string[];
  readonly counts: ReferenceCounts;
};

const NO_COUNTS: ReferenceCounts = { created: 0, changed: 0, unchanged: 0, skipped: 0, refused: 0 };

export const doneIn = ({ counts }: Pick<ReferenceImport, 'counts'>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

export const countedWith = (counts: ReferenceCounts, { outcome }: ReferenceResult): ReferenceCounts => ({
  ...counts,
  [outcome]: counts[outcome] + 1,
});

/** Entries per record of the state store. */
const AT_ONCE = 50;

const chunkOf = (index: number): number => Math.floor(index / AT_ONCE);

type Kept = Pick<StateStore, 'get' | 'put'>;
type Place = Pick<LongJob, 'workspace' | 'id'>;

const kept = <T>(prefix: string) => {
  const keyOf = ({ workspace, id }: Place, chunk: number): string => `${prefix}/${workspace}/${id}/${chunk}`;
  const chunk = async (state: Pick<Kept, 'get'>, place: Place, n: number): Promise<readonly T[]> =>
    ((await state.get(keyOf(place, n)))?.value ?? []) as readonly T[];
  const putChunk = (state: Pick<Kept, 'put'>, place: Place, n: number, of: readonly T[], ttlMs: number) =>
    state.put(keyOf(place, n), of as never, { ttlMs });
  return {
    chunk,
    putChunk,
    /** Those at these indexes; undefined for one that is not there. */
    at: async (
      state: Pick<Kept, 'get'>,
      place: Place,
      indexes: readonly number[],
    ): Promise<readonly (T | undefined)[]> => {
      const needed = [...new Set(indexes.map(chunkOf))];
      const chunks = new Map(await Promise.all(needed.map(async (n) => [n, await chunk(state, place, n)] as const)));
      return indexes.map((index) => chunks.get(chunkOf(index))?.[index % AT_ONCE]);
    },
    put: async (state: Pick<Kept, 'put'>, place: Place, all: readonly T[], ttlMs: number): Promise<void> => {
      for (let from = 0; from < all.length; from += AT_ONCE)
        await putChunk(state, place, from / AT_ONCE, all.slice(from, from + AT_ONCE), ttlMs);
    },
  };
};

const entries = kept<PreviewedReference>('reference-import-entries');
const actions = kept<ReferenceAction>('reference-import-actions');
const results = kept<ReferenceResult>('reference-import-results');

export const referenceImports = longJobs<ReferenceImport>('reference-import');

/** Restarts unfinished imports; what has been imported is not imported twice. */
export const startReferenceImportsOver = async (
  state: Pick<StateStore, 'get' | 'list' | 'put' | 'remove'>,
): Promise<void> => {
  for await (const job of referenceImports.waiting(state))
    await referenceImports.save(state, { ...job, counts: NO_COUNTS });
};

/** A list that was read: its user may import it. */
export type ReferencePreview = Place &
  Pick<LongJob, 'actor' | 'total'> & {
    readonly format: ReferenceFormat;
    /** Of each entry, in their order. */
    readonly statuses: readonly ReferenceStatus[];
    /** Epoch ms. */
    readonly expiresAt: number;
  };

const previewKey = ({ workspace, id }: Place): string => `reference-import-preview/${workspace}/${id}`;

export const keepPreview = async (
  state: Pick<Kept, 'put'>,
  read: Omit<ReferencePreview, 'statuses' | 'total'>,
  all: readonly PreviewedReference[],
): Promise<void> => {
  const preview: ReferencePreview = { ...read, total: all.length, statuses: all.map(statusOf) };
  await entries.put(state, preview, all, REFERENCES.keptMs);
  await state.put(previewKey(preview), preview, { ttlMs: REFERENCES.keptMs });
};

/** Null if the workspace has none: it expired, or never was. */
export const previewOf = async (state: Pick<Kept, 'get'>, place: Place): Promise<ReferencePreview | null> =>
  ((await state.get(previewKey(place)))?.value ?? null) as unknown as ReferencePreview | null;

/** The entries at these indexes; null if they have expired meanwhile. */
export const entriesAt = async (
  state: Pick<Kept, 'get'>,
  preview: ReferencePreview,
  indexes: readonly number[],
): Promise<readonly PreviewedReference[] | null> => {
  const found = (await entries.at(state, preview, indexes)).filter((entry) => entry !== undefined);
  return found.length === indexes.length ? found : null;
};

/** What became of the entries at these indexes; null for one that the job has not come to. */
export const resultsAt = async (
  state: Pick<Kept, 'get'>,
  job: ReferenceImport,
  indexes: readonly number[],
): Promise<readonly (ReferenceResult | null)[]> => {
  const found = await results.at(state, job, indexes);
  return found.map((result, n) => ((indexes[n] ?? 0) < doneIn(job) ? (result ?? null) : null));
};

/** What remains of the part of the list that is being worked on. */
export const nextReferences = async (state: Pick<Kept, 'get'>, job: ReferenceImport) => {
  const done = doneIn(job);
  const n = chunkOf(done);
  const [of, plan, before] = [
    await entries.chunk(state, job, n),
    await actions.chunk(state, job, n),
    await results.chunk(state, job, n),
  ];
  const from = done - n * AT_ONCE;
  return { before: before.slice(0, from), entries: of.slice(from), actions: plan.slice(from) };
};

/** Saves the results of that part, and then the job. */
export const saveResults = async (
  state: Pick<StateStore, 'get' | 'put' | 'remove'>,
  job: ReferenceImport,
  n: number,
  ofPart: readonly ReferenceResult[],
): Promise<void> => {
  await results.putChunk(state, job, chunkOf(n), ofPart, KEPT_MS);
  await referenceImports.save(state, job);
};

/**
 * The job of a list, or the one that was queued before. Throws `Refused('conflict')` if the same list was started with other decisions:
 * what is to be done is fixed then.
 */
export const queueReferenceImport = async (
  { state, clock }: { readonly state: StateStore; readonly clock: Clock },
  { actor }: Pick<Caller, 'actor'>,
  preview: ReferencePreview,
  all: readonly PreviewedReference[],
  plan: readonly ReferenceAction[],
  orcids: readonly string[],
): Promise<ReferenceImport> => {
  const { id, workspace, total } = preview;
  const contents = hashOf(JSON.stringify([plan, orcids]));
  const known = await referenceImports.get(state, workspace, id);
  if (known !== null && known.contents === contents) return known;
  if (known !== null)
    throw new Refused('conflict', 'import_started', 'this list is already being imported, with other decisions', {
      accepted: 'the same decisions, or the list sent again',
    });
  await entries.put(state, preview, all, KEPT_MS);
  await actions.put(state, preview, plan, KEPT_MS);
  await state.put(previewKey(preview), preview, { ttlMs: KEPT_MS });
  const job: ReferenceImport = {
    ...{ id, workspace, actor, total, contents, orcids, counts: NO_COUNTS },
    ...{ requestedAt: clock.now(), finishedAt: null, status: 'queued', error: null, role: 'member' },
  };
  await referenceImports.queue(state, job);
  return job;
};
