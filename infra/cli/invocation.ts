/** One invocation of the program: the stores that a command opens, the roles beside its work, and what it tells the operator. */
import type { Log } from '../../commands/ports.ts';
import type { Waits } from '../../commands/waits.ts';
import { Unavailable } from '../../domain/errors.ts';
import type { Position } from '../../domain/event.ts';
import { allProjections } from '../../projections/all.ts';
import { waitForPosition } from '../../projections/queries/position.ts';
import { workspacesProjection } from '../../projections/workspaces/index.ts';
import { readControls } from '../../workers/rebuild/controls.ts';
import { isLed } from '../../workers/rebuild/leases.ts';
import type { Config } from '../config.ts';
import { Interrupted, interruptedBy } from '../interrupted.ts';
import { openLog } from '../log.ts';
import { whileOpen } from '../while-open.ts';
import type { RoleContext } from '../wiring/roles/context.ts';
import { runProjectorRole } from '../wiring/roles/projector.ts';
import { openStores, type OpenOptions } from '../wiring/stores.ts';
import { isStop, unlessInterrupted, type Open } from '../wiring/wait-for-stores.ts';

export type CommandContext = RoleContext & Pick<Invocation, 'warn'>;

/** Opens the stores while `work` runs. Embedded files must exist, unless `files` is `create`. */
export type WithStores = <T>(
  work: (context: CommandContext) => Promise<T>,
  options?: Pick<OpenOptions, 'ofLog' | 'files' | 'access'>,
) => Promise<T>;

/** What the work of a command runs with. */
export type Invocation = {
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
  /** Prints a line for the operator, apart from the output. */
  readonly warn: (line: string) => void;
  /** Read only when a command needs it, so `--help` works even if the configuration is invalid. */
  readonly config: () => Config;
  readonly withStores: WithStores;
};

/** Runs the work of a command in this invocation. A test may answer in its place. */
export type Run = <Asked extends readonly unknown[], Report>(
  work: (invocation: Invocation, ...asked: Asked) => Promise<Report>,
  ...asked: Asked
) => Promise<Report>;

export const runIn =
  (invocation: Invocation): Run =>
  async (work, ...asked) =>
    work(invocation, ...asked);

/** By default logs only warnings: users run a command for its output. */
export const logOfCommand = ({ logLevel }: Config): Log =>
  openLog(logLevel === 'info' ? 'warn' : logLevel, { role: 'cli' });

export const invocationOf = (given: Omit<Invocation, 'withStores'>): Invocation => {
  const { signal, warn, config: read } = given;
  return {
    ...given,
    withStores: async (work, options = {}) => {
      const config = read();
      const log = logOfCommand(config);
      const open: Open = (_opening, opening) => unlessInterrupted(signal, opening);
      const opened = await openStores(config, log, { files: 'required', open, ...options });
      const waits = printedWaits(warn);
      return whileOpen(opened, (stores) => work({ config, stores, log, signal, warn, waits })).catch(
        (error: unknown) => {
          throw isStop(error, signal) ? new Interrupted('run it again') : error;
        },
      );
    },
  };
};

const RESUMES = 'run the same command again to continue';

type Work<T> = (signal: AbortSignal) => Promise<T>;

/** Rejects as soon as one of the roles does. Stops the roles when the work ends or `stop` is aborted. */
export const withRoles = async <T>(stop: AbortSignal, roles: readonly Work<void>[], work: Work<T>): Promise<T> => {
  const done = new AbortController();
  const signal = AbortSignal.any([stop, done.signal]);
  const running = roles.map((run) => run(signal));
  const working = work(signal);
  try {
    return await Promise.race([working, Promise.all(running).then(() => working)]);
  } finally {
    done.abort();
    await Promise.allSettled([...running, working]);
  }
};

/** Adds what an interruption or a lost store leaves, and how the operator continues. */
const leaving = (signal: AbortSignal, remains: string) => {
  const interrupted = interruptedBy(signal, remains);
  return (error: unknown): never => {
    if (signal.aborted || !(error instanceof Unavailable)) return interrupted(error);
    throw new Unavailable(error.what, `${error.reason}; ${remains}`, { cause: error });
  };
};

/** Beside a standby projector, which leads if no other does. An interruption lets the work clean up, then throws; `remains` is what that, or a lost store, leaves. */
export const withProjector = <T>(context: RoleContext, work: Work<T>, remains = RESUMES): Promise<T> => {
  const whole: Work<T> = async (signal) => {
    const result = await work(signal);
    if (context.signal.aborted) throw new Interrupted(remains);
    return result;
  };
  return withRoles(context.signal, [(signal) => runProjectorRole({ ...context, signal })], whole).catch(
    leaving(context.signal, remains),
  );
};

/** Longer than another projector takes to replace one that died. */
const SHOWN_WITHIN_MS = 15_000;

/**
 * Waits until the rows show a new workspace or member, so that a script can use it at once. Without a projector, the rows follow at
 * the next start. On a timeout it warns rather than fails, because the change is recorded.
 */
export const waitUntilShown = async (
  { stores, signal, warn }: CommandContext,
  position: Position | null,
): Promise<void> => {
  const isShown = async (): Promise<boolean> =>
    position === null ||
    !(await isLed(stores.state, workspacesProjection)) ||
    waitForPosition(stores.readModels, [workspacesProjection], position, { timeoutMs: SHOWN_WITHIN_MS, signal });
  const within = await isShown().catch((error: unknown) => {
    if (!(error instanceof Unavailable)) throw error;
    return false;
  });
  if (!within)
    warn('colophon: this is recorded, but the projector has not shown it yet: see colophon projections list');
};

/** Prints one line for what the command waits for, and another only when that changes, however many pieces of work wait. */
export const printedWaits = (warn: Invocation['warn']): Waits => {
  const waiting = new Map<string, string>();
  const told = new Set<string>();
  return (work, error) => {
    if (error === null) waiting.delete(work);
    else waiting.set(work, error.message);
    if (waiting.size === 0) told.clear();
    if (error === null || told.has(error.message)) return;
    told.add(error.message);
    warn(`colophon: ${error.message}; waiting for it`);
  };
};

/** For commands that wait for rows: those of a paused projection do not follow. */
export const warnOfPaused = async ({ stores, warn }: CommandContext): Promise<void> => {
  const { paused } = await readControls(stores.state);
  for (const { name } of allProjections)
    if (paused.has(name))
      warn(`colophon: ${name} is paused, so its rows do not follow; resume it: colophon projections resume ${name}`);
};
