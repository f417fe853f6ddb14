/** Batches: an action and its publications, which are fixed by the dry run and executed on confirmation. */
import type { Caller } from '../caller.ts';
import { hashOf } from '../identity/secret.ts';
import { longJobs, type LongJob } from '../long-jobs.ts';
import type { Clock, StateStore } from '../ports.ts';
import type { Acted, BatchAction, BatchOutcome } from './act.ts';

export type BatchCounts = Readonly<Record<BatchOutcome['outcome'], number>>;

/** `total`: its publications. */
export type Batch = LongJob & {
  readonly action: BatchAction;
  /** SHA-256 of the publications. */
  readonly contents: string;
  /** Of those that have been executed. */
  readonly counts: BatchCounts;
};

const NO_COUNTS: BatchCounts = { changed: 0, unchanged: 0, refused: 0 };

export const countedIn = (outcomes: readonly BatchOutcome[], known: BatchCounts = NO_COUNTS): BatchCounts => {
  const counts = { ...known };
  for (const { outcome } of outcomes) counts[outcome] += 1;
  return counts;
};

export const carriedOut = ({ counts }: Pick<Batch, 'counts'>): number =>
  counts.changed + counts.unchanged + counts.refused;

/** How long a previewed batch can be executed. */
export const SELECTION_TTL_MS = 24 * 60 * 60_000;
/** DOIs per record of the state store, which are also executed together. */
const AT_ONCE = 200;

type Kept = Pick<StateStore, 'get' | 'put' | 'remove'>;

const doisKey = ({ workspace, id }: Pick<Batch, 'workspace' | 'id'>, chunk: number): string =>
  `publication-batch-dois/${workspace}/${id}/${chunk}`;

/** Of a batch that has ended, only its progress is kept. */
export const batches = longJobs<Batch>('publication-batch', async (state, batch) => {
  for (let chunk = 0; chunk * AT_ONCE < batch.total; chunk += 1) await state.remove(doisKey(batch, chunk));
});

/** Restarts unfinished batches; what has been executed is not executed twice. */
export const startBatchesOver = async (state: Pick<StateStore, 'get' | 'list' | 'put' | 'remove'>): Promise<void> => {
  for await (const batch of batches.waiting(state)) await batches.save(state, { ...batch, counts: NO_COUNTS });
};

const putDois = async (
  state: Pick<Kept, 'put'>,
  batch: Pick<Batch, 'workspace' | 'id'>,
  dois: readonly string[],
  options: { readonly ttlMs?: number },
): Promise<void> => {
  for (let from = 0; from < dois.length; from += AT_ONCE)
    await state.put(doisKey(batch, from / AT_ONCE), dois.slice(from, from + AT_ONCE), options);
};

/** The publications of the next step. */
export const nextOf = async (state: Pick<Kept, 'get'>, batch: Batch): Promise<readonly string[]> =>
  ((await state.get(doisKey(batch, Math.floor(carriedOut(batch) / AT_ONCE))))?.value ?? []) as readonly string[];

/** The result of a dry run: its user may execute exactly this. */
export type Selection = Pick<Batch, 'id' | 'workspace' | 'action' | 'actor' | 'total'> & {
  /** Epoch ms. */
  readonly expiresAt: number;
  /** The outcome, once it is executed: others may have changed its publications since. Absent from jobs. */
  readonly acted?: Acted;
};

const selectionKey = (workspace: string, id: string): string => `publication-batch-selection/${workspace}/${id}`;

export const keepSelection = async (
  state: Pick<Kept, 'put'>,
  selection: Selection,
  dois: readonly string[],
): Promise<void> => {
  const { workspace, id } = selection;
  await putDois(state, selection, dois, { ttlMs: SELECTION_TTL_MS });
  await state.put(selectionKey(workspace, id), selection, { ttlMs: SELECTION_TTL_MS });
};

export const keepActed = (state: Pick<Kept, 'put'>, selection: Selection, acted: Acted): Promise<unknown> =>
  state.put(selectionKey(selection.workspace, selection.id), { ...selection, acted }, { ttlMs: SELECTION_TTL_MS });

/** The selection and its publications. Null if this user has none: it expired after a day, or belongs to another user. */
export const selectionOf = async (
  state: Pick<Kept, 'get'>,
  { workspace, actor }: Pick<Caller, 'workspace' | 'actor'>,
  id: string,
): Promise<{ readonly selection: Selection; readonly dois: readonly string[] } | null> => {
  const record = await state.get(selectionKey(workspace, id));
  if (record === null) return null;
  const selection = record.value as unknown as Selection;
  const dois: string[] = [];
  for (let chunk = 0; chunk * AT_ONCE < selection.total; chunk += 1)
    dois.push(...(((await state.get(doisKey(selection, chunk)))?.value ?? []) as readonly string[]));
  const isWhole = dois.length === selection.total && selection.actor.id === actor.id;
  return isWhole ? { selection, dois } : null;
};

/** The job, or the one that was queued before. Throws `Refused('conflict')` if another batch was queued under the same correlation. */
export const queueBatch = async (
  { state, clock }: { readonly state: StateStore; readonly clock: Clock },
  { workspace, actor, correlationId: id }: Pick<Caller, 'workspace' | 'actor' | 'correlationId'>,
  action: BatchAction,
  dois: readonly string[],
): Promise<Batch> => {
  const contents = hashOf(dois.join('\n'));
  const isSame = (known: Batch): boolean => known.action === action && known.contents === contents;
  const known = await batches.queuedBefore(state, { workspace, id, actor }, isSame);
  if (known !== null) return known;
  const batch: Batch = {
    id,
    workspace,
    action,
    actor,
    requestedAt: clock.now(),
    finishedAt: null,
    status: 'queued',
    error: null,
    role: 'member',
    total: dois.length,
    contents,
    counts: NO_COUNTS,
  };
  await putDois(state, batch, dois, {});
  await batches.queue(state, batch);
  return batch;
};
