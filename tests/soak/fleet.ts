/** The processes of all roles, each restarted when it has died, as a supervisor would. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Findings } from './findings.ts';
import type { Program, Running } from './program.ts';

export type Role = 'api' | 'projector' | 'worker';
export type Addresses = { readonly public: string; readonly dashboard: string; readonly process: Running };

export type Member = { readonly name: string; readonly role: Role; readonly running: () => Running | null };

export type Fleet = {
  readonly members: readonly Member[];
  /** Where the api listens, as soon as it does; null once the fleet is stopped. */
  readonly api: () => Promise<Addresses | null>;
  /** Ends them in order. */
  readonly stop: () => Promise<void>;
  /** Stops restarting them; waiting for the api then resolves to null. */
  readonly abandon: () => Promise<void>;
};

const CREW: readonly (readonly [name: string, role: Role])[] = [
  ['api', 'api'],
  ['projector-1', 'projector'],
  ['projector-2', 'projector'],
  ['worker-1', 'worker'],
  ['worker-2', 'worker'],
];

const LISTENS = /listens on (\S+), its dashboard on (\S+)/;
/** Orderly stops let requests end, and release leases. */
const AFTER_A_CRASH_MS = 500;
const STOP_WITHIN_MS = 60_000;

export const startFleet = (program: Program, { add }: Findings): Fleet => {
  let isStopping = false;
  let found: (addresses: Addresses | null) => void = () => undefined;
  let api = new Promise<Addresses | null>((resolve) => (found = resolve));

  const supervised = (name: string, role: Role): { readonly member: Member; readonly done: Promise<void> } => {
    let running: Running | null = null;
    const once = async (): Promise<void> => {
      const own = program.run(name, ['start', '--role', role]);
      running = own;
      if (role === 'api')
        void own.printed(LISTENS).then((match) => {
          if (match !== null) found({ public: match[1] ?? '', dashboard: match[2] ?? '', process: own });
        });
      const { code, signal, err } = await own.ended;
      running = null;
      if (role === 'api') {
        found(null);
        api = isStopping ? Promise.resolve(null) : new Promise((resolve) => (found = resolve));
      }
      const asAsked = own.isKilled() || (isStopping && code === 0);
      if (asAsked) return;
      add(`${name} ended by itself: ${signal ?? `exit code ${code}`}: ${err.slice(-1_000)}`);
      await pause(AFTER_A_CRASH_MS);
    };
    const supervise = async (): Promise<void> => {
      while (!isStopping) await once();
    };
    return { member: { name, role, running: () => running }, done: supervise() };
  };

  const crew = CREW.map(([name, role]) => supervised(name, role));
  const members = crew.map(({ member }) => member);
  return {
    members,
    api: async () => {
      // One that died before it listened is replaced by another.
      for (let listener = api; ; listener = api) {
        const addresses = await listener;
        if (addresses !== null || isStopping) return addresses;
      }
    },
    stop: async () => {
      isStopping = true;
      for (const { running } of members) running()?.stop();
      const late = setTimeout(() => {
        for (const { name, running } of members) {
          if (running() === null) continue;
          add(`${name} did not stop within ${STOP_WITHIN_MS / 1_000} s`);
          running()?.kill();
        }
      }, STOP_WITHIN_MS);
      await Promise.all(crew.map(({ done }) => done));
      clearTimeout(late);
    },
    abandon: async () => {
      isStopping = true;
      for (const { running } of members) running()?.kill();
      await Promise.all(crew.map(({ done }) => done));
    },
  };
};
