/** Whether each role of a process is ready, and if not, why. */
import type { Probed } from './probe.ts';

export type RoleStatus = {
  /** A noun phrase for what the role waits for, such as an unavailable store; null if it is not waiting. */
  waitingFor: string | null;
  /** Whether a projector leads or is on standby; null for other roles. */
  leading: boolean | null;
};

export const newStatus = (): RoleStatus => ({ waitingFor: 'its start', leading: null });

export type Behind = {
  readonly position: number;
  readonly head: number;
  readonly lagEvents: number;
  readonly lagMs: number;
};

export type Lag = Behind & {
  readonly name: string;
  readonly version: number;
  readonly phase: 'absent' | 'filling' | 'live';
  /** Present if an operator has paused it. */
  readonly paused?: true;
};

/** How often a role has died and been restarted in this process, and the reason for the last death. */
export type Deaths = { readonly count: number; readonly lastReason: string | null };

export const NEVER_DIED: Deaths = { count: 0, lastReason: null };

export type Observed = {
  /** `status` is null if the role's thread does not answer. */
  readonly roles: readonly { readonly role: string; readonly status: RoleStatus | null; readonly deaths: Deaths }[];
  readonly stores: readonly Probed[];
  /** Null if the query failed. */
  readonly projections: readonly Lag[] | null;
  /** Lag of author matching; null if the query failed. */
  readonly matching?: Behind | null;
};

const problemsOf = (
  { role, status, deaths }: Observed['roles'][number],
  { stores, projections }: Observed,
): readonly string[] => {
  if (status === null)
    return [deaths.lastReason === null ? 'does not answer' : `has died and is started again: ${deaths.lastReason}`];
  if (status.waitingFor !== null) return [`waits for ${status.waitingFor}`];
  const unavailable = stores.flatMap(({ name, problem }) => (problem === null ? [] : [`${name}: ${problem}`]));
  if (role !== 'api') return unavailable;
  if (projections === null) return unavailable.length > 0 ? unavailable : ['the state of the projections is unknown'];
  // Incomplete rows must not be served, but a projector that fills them is ready.
  const incomplete = projections.flatMap(({ name, version, phase }) =>
    phase === 'live' ? [] : [`projection ${name} v${version} is ${phase}`],
  );
  return [...unavailable, ...incomplete];
};

const lagOf = ({ position, head, lagEvents, lagMs }: Behind) => ({
  position,
  head,
  lag_events: lagEvents,
  lag_seconds: lagMs / 1000,
});

export type Readiness = { readonly isReady: boolean; readonly body: Readonly<Record<string, unknown>> };

export const readinessOf = (observed: Observed): Readiness => {
  const roles = observed.roles.map((each) => ({ ...each, problems: problemsOf(each, observed) }));
  const isReady = roles.every(({ problems }) => problems.length === 0);
  return {
    isReady,
    body: {
      status: isReady ? 'ready' : 'not_ready',
      roles: Object.fromEntries(
        roles.map(({ role, status, deaths, problems }) => [
          role,
          {
            ready: problems.length === 0,
            ...(status === null || status.leading === null ? {} : { leading: status.leading }),
            ...(deaths.count === 0 ? {} : { restarts: deaths.count, last_death: deaths.lastReason }),
            problems,
          },
        ]),
      ),
      stores: Object.fromEntries(observed.stores.map(({ name, problem }) => [name, problem ?? 'ok'])),
      ...(observed.matching == null ? {} : { matching: lagOf(observed.matching) }),
      projections: (observed.projections ?? []).map(({ name, version, phase, paused, ...lag }) => ({
        ...{ name, version, phase },
        ...(paused && { paused }),
        ...lagOf(lag),
      })),
    },
  };
};
