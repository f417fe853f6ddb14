/** Retries what another release could not fold or has skipped: the rows are rebuilt alongside those that serve. */
import { isOfLaterRelease } from '../../domain/upcast.ts';
import { projectionKey, type Projection } from '../../projections/define.ts';
import { generationOf, switchReaders, servingGeneration } from '../../projections/generations.ts';
import { isPassedOver, poisonRowsOf, type PoisonRow } from '../projector/index.ts';
import { controlKeys, readControls, type ProjectionControls } from './controls.ts';
import type { RebuildDeps } from './deps.ts';
import { nextGeneration } from './registry.ts';

type RetryDeps = Pick<RebuildDeps, 'events' | 'readModels' | 'state' | 'projections' | 'log' | 'release'>;

/** The error recorded for events skipped because they are of a later release. */
const LATER_RELEASE = 'LaterRelease';

const canBeReadNow = async ({ events }: RetryDeps, { position, eventId }: PoisonRow): Promise<boolean> => {
  for await (const event of events.readAll({ from: position - 1, limit: 1 }))
    return event.id === eventId && !isOfLaterRelease(event);
  return false;
};

/** What this release has itself recorded is left to operators, since it would break again. */
const mayNowSucceed = async (deps: RetryDeps, row: PoisonRow): Promise<boolean> => {
  if (row.error === LATER_RELEASE && (await canBeReadNow(deps, row))) return true;
  return deps.release !== undefined && !isPassedOver(row) && row.release !== deps.release;
};

const retry = async (deps: RetryDeps, controls: ProjectionControls, projection: Projection): Promise<void> => {
  const { readModels, state, log } = deps;
  const key = projectionKey(projection);
  const requested = controls.rebuilds.get(key);
  const wanted = Math.max(await servingGeneration(readModels, projection), requested?.generation ?? 0);
  const own = projectionKey(generationOf(projection, wanted));
  for await (const row of poisonRowsOf(readModels, own)) {
    if (!(await mayNowSucceed(deps, row))) continue;
    const generation = await nextGeneration(readModels, projection);
    log.info({ projection: key, generation }, 'retrying what another release could not fold');
    // It has stopped before anybody could read it, so nothing has to be kept.
    if (requested === undefined && controls.failures.has(own)) return switchReaders(readModels, projection, generation);
    // Another process may have just requested one.
    await state.put(controlKeys.rebuild(key), { generation }, { ifVersion: requested?.record.version ?? 'absent' });
    return;
  }
};

/** Must be called when a leader starts, before any of its projections runs. Paused projections are left alone. Throws `Unavailable`. */
export const retryPoison = async (deps: RetryDeps): Promise<void> => {
  const controls = await readControls(deps.state);
  for (const projection of deps.projections)
    if (!controls.paused.has(projection.name)) await retry(deps, controls, projection);
};
