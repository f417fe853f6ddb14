/** Roles started as the program starts them, over a temporary folder, with access to their watches. */
import { start } from '../../infra/wiring/start.ts';
import type { Role } from '../../infra/wiring/roles/context.ts';
import type { Addresses } from '../../infra/wiring/serve.ts';
import type { Stores } from '../../infra/wiring/stores.ts';
import { readConfig } from '../../infra/config.ts';

export type Ready = {
  readonly status: string;
  readonly roles: Readonly<
    Record<string, { readonly ready: boolean; readonly leading?: boolean; readonly problems: readonly string[] }>
  >;
  readonly stores: Readonly<Record<string, string>>;
  readonly projections: readonly {
    readonly name: string;
    readonly phase: string;
    readonly position: number;
    readonly head: number;
    readonly lag_events: number;
  }[];
};

export type Running = {
  readonly watchUrl: string;
  /** Of the api role, once it listens. */
  readonly listening: Promise<{ readonly addresses: Addresses; readonly stores: Stores }>;
  readonly readiness: () => Promise<{ readonly code: number; readonly body: Ready }>;
  readonly metrics: () => Promise<string>;
  /** Resolves when everything has stopped; rejects with the error of a role. */
  readonly stop: () => Promise<void>;
};

const FREE_PORTS = { PUBLIC_PORT: '0', DASHBOARD_PORT: '0', METRICS_PORT: '0' };
const QUIET = { LOG_LEVEL: 'silent', HARVEST_INTERVAL_HOURS: '0' };

export const startRole = async (role: Role, env: Readonly<Record<string, string>>): Promise<Running> => {
  const stopping = new AbortController();
  let heard: (both: Awaited<Running['listening']>) => void = () => undefined;
  const listening = new Promise<Awaited<Running['listening']>>((resolve) => {
    heard = resolve;
  });
  let ended: Promise<void> = Promise.resolve();
  const port = await new Promise<number>((resolve, reject) => {
    ended = start(readConfig({ ...FREE_PORTS, ...QUIET, ...env }), {
      roles: [role],
      signal: stopping.signal,
      listening: (addresses, stores) => heard({ addresses, stores }),
      watched: resolve,
    });
    ended.catch(reject);
  });
  const watchUrl = `http://127.0.0.1:${port}`;
  return {
    watchUrl,
    listening,
    readiness: async () => {
      const response = await fetch(`${watchUrl}/health/ready`);
      return { code: response.status, body: (await response.json()) as Ready };
    },
    metrics: async () => (await fetch(`${watchUrl}/metrics`)).text(),
    stop: () => {
      stopping.abort();
      return ended;
    },
  };
};
