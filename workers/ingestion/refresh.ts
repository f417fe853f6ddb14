/**
 * Requests at once what an earlier release read less of, which harvests request when each publication is due. It may be interrupted at
 * any time: what has been requested is not requested again.
 */
import { setMaxListeners } from 'node:events';
import type { Caller } from '../../commands/caller.ts';
import type { Provider } from '../../domain/publication/events.ts';
import type { PublicationRow } from '../../projections/catalogue/publications.ts';
import { countToHarvest, publicationsAfter } from '../../projections/queries/harvest.ts';
import { openFindings } from './harvest/findings.ts';
import { recheckPublications } from './harvest/recheck-publications.ts';
import type { IngestionDeps } from './ports.ts';
import { isReadNow, providerChecksOf } from './provider-checks.ts';

export type Refreshed = {
  readonly changed: number;
  readonly unchanged: number;
  /** Not refreshed; a harvest, or another refresh, tries again. */
  readonly failed: number;
  /** Not reached, because of an interruption or an outage. */
  readonly left: number;
  /** The provider that is down; null if none is. */
  readonly down: Provider | null;
};

/** The size of OpenAlex's batches. */
const AT_ONCE = 50;

/** Those whose record was read by an earlier release, and those that no provider has been asked for. */
const toRead = async (deps: IngestionDeps, rows: readonly PublicationRow[]): Promise<readonly PublicationRow[]> => {
  const stored = providerChecksOf(deps);
  const checks = await Promise.all(rows.map(({ key }) => stored.doi(key)));
  return rows.filter(({ view }, n) => {
    const check = checks[n] ?? null;
    return view !== null && (check === null || (check.by !== null && !isReadNow(check)));
  });
};

/** `watch`: how many publications are done, of how many. Throws `Unavailable`. */
export const refreshAll = async (
  deps: IngestionDeps,
  caller: Caller,
  watch: (done: number, total: number) => void,
  signal: AbortSignal,
): Promise<Refreshed> => {
  const { workspace } = caller;
  const findings = openFindings(deps, workspace, signal);
  const options = { caller, findings, signal, changes: () => Promise.resolve(new Set<string>()) };
  // Every running check adds a listener.
  setMaxListeners(0, signal);
  const total = await countToHarvest(deps.readModels, workspace);
  let [done, after]: [number, string | null] = [0, null];
  watch(done, total);
  while (!findings.isOver()) {
    const rows: readonly PublicationRow[] = await publicationsAfter(deps.readModels, workspace, {
      after,
      limit: AT_ONCE,
    });
    const wanted = await toRead(deps, rows);
    if (wanted.length > 0) await recheckPublications(deps, wanted, options);
    if (findings.isOver()) break;
    done += rows.length;
    watch(done, Math.max(done, total));
    after = rows.at(-1)?.id ?? null;
    if (rows.length < AT_ONCE) break;
  }
  const { changed, unchanged, failed } = findings.sum();
  const left = findings.isOver() ? Math.max(0, total - done) : 0;
  return { changed, unchanged: unchanged.publications, failed, left, down: findings.outage() };
};
