/** Waits until everything requested is done: every job ended, every projection at the head of the log. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Stores } from '../../../infra/wiring/stores.ts';
import { systemClock } from '../../../infra/system.ts';
import { allProjections } from '../../../projections/all.ts';
import { jobsByStatus } from '../../../projections/queries/ingestions.ts';
import { matchedUpTo } from '../../../workers/matching/index.ts';
import { projectionLag } from '../../../workers/projector/lag.ts';
import type { Findings } from '../findings.ts';

const POLL_MS = 200;
/** A job whose worker died waits 30 s for its lease to expire, and then for its turn. */
const REST_WITHIN_MS = 120_000;

/** Work in progress; null if there is none. */
const underWay = async (stores: Stores): Promise<string | null> => {
  const { queued = 0, processing = 0 } = (await jobsByStatus(stores.readModels)) ?? {};
  if (queued + processing > 0) return `${queued} jobs queued and ${processing} being worked on`;
  const lag = await projectionLag({ ...stores, projections: allProjections, clock: systemClock });
  const behind = lag.filter(({ phase, position, head }) => phase !== 'live' || position < head);
  if (behind.length > 0)
    return behind.map(({ name, phase, position, head }) => `${name} ${phase} at ${position} of ${head}`).join(', ');
  // Matching appends events, and then rows have to follow again.
  return (await matchedUpTo(stores.state)) < (await stores.events.head()) ? 'authors are being matched' : null;
};

export const untilAtRest = async (stores: Stores, { add }: Findings): Promise<void> => {
  const deadline = performance.now() + REST_WITHIN_MS;
  for (;;) {
    const what = await underWay(stores);
    if (what === null) return;
    if (performance.now() > deadline) return add(`${REST_WITHIN_MS / 1_000} s after the load: ${what}`);
    await pause(POLL_MS);
  }
};
