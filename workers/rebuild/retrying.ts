/** What another release could not fold is tried again by this one: its rows are rebuilt beside those that serve. */
import { projectionKey, type Projection } from '../../projections/define.ts';
import { generationOf, servingGeneration } from '../../projections/generations.ts';
import { poisonOf } from '../projector/index.ts';
import type { AgingDeps } from './aging.ts';
import { orderKeys, readOrders, type Orders } from './orders.ts';
import { registered, type Registered } from './registry.ts';

type RetryDeps = Pick<AgingDeps, 'readModels' | 'state' | 'log'> & {
  readonly projections: readonly Projection[];
  /** Of this program; without one nothing is tried again. */
  readonly release?: string | undefined;
};

const latest = (there: readonly Registered[], { name, version }: Projection): number =>
  Math.max(0, ...there.filter((e) => e.projection === name && e.version === version).map((e) => e.generation));

const retry = async (
  { readModels, state, log, release }: RetryDeps,
  orders: Orders,
  there: readonly Registered[],
  projection: Projection,
): Promise<void> => {
  const key = projectionKey(projection);
  const ordered = orders.rebuilds.get(key);
  const wanted = Math.max(await servingGeneration(readModels, projection), ordered?.generation ?? 0);
  const poison = await poisonOf(readModels, projectionKey(generationOf(projection, wanted)));
  if (poison.every((each) => each.release === release)) return;
  const generation = Math.max(wanted, latest(there, projection)) + 1;
  log.info({ projection: key, generation, rows: poison.length }, 'what another release could not fold is tried again');
  // Somebody else may have just ordered one.
  await state.put(orderKeys.rebuild(key), { generation }, { ifVersion: ordered?.record.version ?? 'absent' });
};

/**
 * To be called when a leader starts. What this release has recorded itself is left to operators, since it would break again, and
 * so is what is paused. Throws `Unavailable`.
 */
export const retryPoison = async (deps: RetryDeps): Promise<void> => {
  if (deps.release === undefined) return;
  const [orders, there] = [await readOrders(deps.state), await registered(deps.readModels)];
  for (const projection of deps.projections)
    if (!orders.paused.has(projection.name)) await retry(deps, orders, there, projection);
};
