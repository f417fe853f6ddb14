/** The projector role: maintains the rows of all projections that no other process leads. */
import type { Log } from '../../../commands/ports.ts';
import { allProjections } from '../../../projections/all.ts';
import { whileLeadingAny } from '../../../workers/leading.ts';
import type { Projected } from '../../../workers/projector/index.ts';
import { leadProjections } from '../../../workers/rebuild/index.ts';
import { leaseOf } from '../../../workers/rebuild/leases.ts';
import { systemClock, uniqueName } from '../../system.ts';
import { waitsOf, type RoleContext } from './context.ts';

/** How the projector is named by `Waits`. */
const PROJECTOR = 'the projector';

/** How long another projector waits at most to take over from one that died. */
const PROJECTOR_LEASE_MS = 6_000;

/** Logs one debug line per batch written to the rows, except while catching up: history is not traced by correlation. */
export const logProjected =
  (log: Log) =>
  ({ projection, phase, events, ms }: Projected): void => {
    if (phase === 'filling') return;
    const correlationIds = [...new Set(events.map(({ metadata }) => metadata.correlationId))];
    log.debug({ projection, events: events.length, ms: Math.round(ms), correlationIds }, 'projected');
  };

/** What maintaining rows needs; `role` names the holder of its leases. */
export const rebuildDepsOf = ({ stores, log }: RoleContext, role: string) => ({
  events: stores.events,
  state: stores.state,
  readModels: stores.rawReadModels,
  projections: allProjections,
  clock: systemClock,
  log,
  holder: uniqueName(role),
});

export const runProjectorRole = async (context: RoleContext): Promise<void> => {
  const { log, signal, watch, running } = context;
  running?.();
  watch?.leads(false);
  const projected = logProjected(log);
  const waits = waitsOf(context);
  const deps = { ...rebuildDepsOf(context, 'projector'), declared: allProjections };
  const leases = { names: allProjections.map(leaseOf), ttlMs: PROJECTOR_LEASE_MS, log, waits, signal };
  await whileLeadingAny(deps.state, deps.holder, leases, async (held, leading) => {
    watch?.leads(true);
    try {
      await leadProjections(
        { ...deps, projections: allProjections.filter((projection) => held.includes(leaseOf(projection))) },
        {
          signal: leading,
          onProgress: () => waits(PROJECTOR, null),
          onWait: (error) => waits(PROJECTOR, error),
          onBatch: (batch) => {
            projected(batch);
            watch?.projector.onBatch(batch);
          },
        },
      );
    } finally {
      // From now on only the lease decides whether it waits.
      waits(PROJECTOR, null);
      watch?.leads(false);
    }
  });
};
