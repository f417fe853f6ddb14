/** Works that OpenAlex has merged into others: the entry of the one that is left names the item of the one that is gone. */
import { PROVIDER } from '../../domain/limits.ts';
import { openalexIdIn } from '../../domain/publication/naming.ts';
import { itemsOfPerson } from '../../projections/queries/items-of-person.ts';
import type { IngestionDeps, ListedWork, RequestSignal } from './ports.ts';

type Whose = { readonly workspace: string; readonly orcid: string };

/** The person's works that are known by OpenAlex's id alone and that the list no longer has. */
const goneFrom = async (
  { readModels }: Pick<IngestionDeps, 'readModels'>,
  { workspace, orcid }: Whose,
  listed: ReadonlyMap<string, ListedWork>,
): Promise<readonly string[]> => {
  const gone: string[] = [];
  for await (const id of itemsOfPerson(readModels, workspace, orcid))
    if (openalexIdIn(id) !== null && !listed.has(id)) gone.push(id);
  return gone.slice(0, PROVIDER.mergedWorks);
};

/** The lists, with the earlier ids of merged works among their identifiers. Throws `ProviderUnavailable`. */
export const withMerged = async (
  deps: Pick<IngestionDeps, 'readModels' | 'providers'>,
  whose: Whose,
  listed: readonly ListedWork[],
  signal: RequestSignal,
): Promise<readonly ListedWork[]> => {
  const byKey = new Map(listed.filter(({ source }) => source === 'openalex').map((work) => [work.fallbackKey, work]));
  const gone = byKey.size === 0 ? [] : await goneFrom(deps, whose, byKey);
  if (gone.length === 0) return listed;
  const merged = new Map<ListedWork, ListedWork>();
  for (const [key, now] of await deps.providers.mergedInto(gone, signal)) {
    const [work, earlier] = [byKey.get(now), openalexIdIn(key)];
    if (work === undefined || earlier === null) continue;
    const { identifiers } = merged.get(work) ?? work;
    merged.set(work, { ...work, identifiers: [...identifiers, earlier] });
  }
  return listed.map((work) => merged.get(work) ?? work);
};
