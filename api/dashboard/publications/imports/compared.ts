/** Compares the entries of a list with the workspace, and with each other. */
import PQueue from 'p-queue';
import { itemsNamed } from '../../../../commands/reference-imports/named.ts';
import { compare, repeatsIn } from '../../../../domain/reference-import/compare.ts';
import { isReadable, type ReadReference, type Reference } from '../../../../domain/reference-import/entry.ts';
import type { PreviewedReference } from '../../../../domain/reference-import/plan.ts';
import { publicationsNamed, publicationsTitled } from '../../../../projections/queries/reference-candidates.ts';
import type { DashboardDeps } from '../../deps.ts';

const AT_ONCE = 8;

export const compared = async (
  { readModels, events }: Pick<DashboardDeps, 'readModels' | 'events'>,
  workspace: string,
  entries: readonly ReadReference[],
  signal: AbortSignal,
): Promise<readonly PreviewedReference[]> => {
  const readable = entries.filter(isReadable);
  const repeats = repeatsIn(readable);
  const byDoi = await publicationsNamed(
    readModels,
    workspace,
    readable.flatMap(({ doi }) => doi ?? []),
  );
  const one = async (entry: Reference): Promise<PreviewedReference> => {
    const repeated = repeats.get(entry.n);
    if (repeated !== undefined) return { ...entry, status: 'same', candidates: [], repeats: repeated };
    const named = entry.doi === null ? undefined : byDoi.get(entry.doi);
    if (named !== undefined) return { ...entry, ...compare(entry, [named]), repeats: null };
    signal.throwIfAborted();
    const known = await itemsNamed(events, workspace, entry);
    const ids = new Set(known.map(({ id }) => id));
    const titled = await publicationsTitled(readModels, workspace, entry.item.title ?? '');
    return { ...entry, ...compare(entry, [...known, ...titled.filter(({ id }) => !ids.has(id))]), repeats: null };
  };
  const queue = new PQueue({ concurrency: AT_ONCE });
  return queue.addAll(entries.map((entry) => () => (isReadable(entry) ? one(entry) : Promise.resolve(entry))));
};
