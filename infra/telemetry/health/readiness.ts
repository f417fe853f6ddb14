/** Whether a process can do its work now, role by role, and if not, why. */
import type { Probed } from './probe.ts';

/** What a role says of itself while it runs. */
export type RoleStatus = {
  /** What it waits for, such as a store that is away, as a clause; null while it waits for nothing. */
  waitingFor: string | null;
  /** Of a projector: whether it leads or stands by. */
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
};

/** How often a role has died in this process, and of what the last time. Each time it is started again. */
export type Deaths = { readonly count: number; readonly lastReason: string | null };

export const NEVER_DIED: Deaths = { count: 0, lastReason: null };

export type Observed = {
  /** Null of a role whose thread does not answer. */
  readonly roles: readonly { readonly role: string; readonly status: RoleStatus | null; readonly deaths: Deaths }[];
  readonly stores: readonly Probed[];
  /** Null when they cannot be asked for. */
  readonly projections: readonly Lag[] | null;
  /** The same of the matching of authors. */
  readonly matching?: Behind | null;
};

const problemsOf = (
  { role, status, deaths }: Observed['roles'][number],
  { stores, projections }: Observed,
): readonly string[] => {
  if (status === null)
    return [deaths.lastReason === null ? 'does not answer' : `has died and is started again: ${deaths.lastReason}`];
  if (status.waitingFor !== null) return [`waits for ${status.waitingFor}`];
  const away = stores.flatMap(({ name, problem }) => (problem === null ? [] : [`${name}: ${problem}`]));
  // What is half made must not be shown; who makes it need not be done.
  const halfMade = role === 'api' ? (projections ?? []).filter(({ phase }) => phase !== 'live') : [];
  const unknown = role === 'api' && projections === null && away.length === 0 ? ['no projection can be asked for'] : [];
  return [
    ...away,
    ...unknown,
    ...halfMade.map(({ name, version, phase }) => `projection ${name} v${version} is ${phase}`),
  ];
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
      projections: (observed.projections ?? []).map(({ name, version, phase, ...lag }) => ({
        ...{ name, version, phase },
        ...lagOf(lag),
      })),
    },
  };
};
