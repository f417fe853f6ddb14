/** The end of a soak: without load, what was acknowledged is compared with responses, log, rows and processes. */
import type { Stores } from '../../infra/wiring/stores.ts';
import { checkAnswers } from './checks/answers.ts';
import { checkLog } from './checks/log.ts';
import { untilAtRest } from './checks/rest.ts';
import { checkRows } from './checks/rows.ts';
import { cooled, onceStarted, vitalsOf, type Vitals } from './checks/vitals.ts';
import type { Fleet } from './fleet.ts';
import { listsAll } from './load/listings.ts';
import type { Scene } from './load/scene.ts';
import type { Summary } from './summary.ts';

export type Concluded = Pick<Summary, 'events' | 'works' | 'rowsCompared' | 'vitals'>;

/** `warm`: the processes after warming up; none if they never had the time. The turnstile must let everything through. */
export const conclude = async (
  stores: Stores,
  fleet: Fleet,
  scene: Scene,
  warm: readonly Vitals[],
): Promise<Concluded> => {
  const { client, stage, findings } = scene;
  await untilAtRest(stores, findings);
  await client.release();
  const before = warm.length === 0 ? onceStarted(await vitalsOf(fleet)) : warm;
  await checkAnswers(scene);
  await listsAll(scene);
  const { events, works } = await checkLog(stores.events, stage.ledger, findings);
  const rowsCompared = await checkRows(stores, findings);
  await client.release();
  // Those that never had the time to warm up must at least hold no more than before the checks.
  const after = await cooled(fleet, before, findings);
  await fleet.stop();
  return { events, works, rowsCompared, vitals: { before, after } };
};
