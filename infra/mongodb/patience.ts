/** How long a call waits for a server that is away, and when it is made again. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../../commands/ports.ts';
import { Unavailable } from '../../domain/errors.ts';
import type { Admit } from './client.ts';
import { isAway, isNotSent, isServers, NoAnswer, reasonOf } from './failures.ts';

const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 1_000;

/** A call must not be sent when nobody waits for it any more: the last third of the time is for what is under way. */
const LAST_START = 2 / 3;

type Work<T> = () => Promise<T>;
/** Calls `mayBegin` before each step; it throws when the step would come too late. */
type Steps<T> = (mayBegin: () => void) => Promise<T>;

export type Patience = {
  /** For what may be done twice: tried again, with growing pauses, until the time-out. */
  readonly repeatedly: <T>(work: Work<T>) => Promise<T>;
  /**
   * For what must not be done twice: tried again only when it was surely not carried out; else its outcome is unknown. Once
   * this has thrown, nothing more of it is sent.
   */
  readonly once: <T>(work: Steps<T>) => Promise<T>;
  /** For what may be done twice and takes the server as long as it takes: only a server that is away ends it. */
  readonly atLength: <T>(work: Work<T>) => Promise<T>;
};

/** An answer that comes after `ms` is for nobody, and what `begin` admits only then is not begun. */
const within = async <T>(ms: number, begin: Admit, work: Work<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      isOver = true;
      reject(new NoAnswer('no answer in time'));
    }, ms);
  });
  const working = begin(() => (isOver ? late : work()));
  working.catch(() => undefined);
  try {
    return await Promise.race([working, late]);
  } finally {
    clearTimeout(timer);
  }
};

const atOnce: Admit = (work) => work();

export type PatienceOptions = { readonly log?: Log | undefined; readonly admit?: Admit };

/**
 * All throw `Unavailable` for `what` within about `timeoutMs` of a server's going away, and at once, with the code that it
 * gave, when it answers with an error that is not known here.
 */
export const patience = (what: string, timeoutMs: number, { log, admit = atOnce }: PatienceOptions = {}): Patience => {
  const tried = async <T>(
    attempt: (remainingMs: number) => Promise<T>,
    mayRepeat: (error: unknown) => boolean,
    patienceMs = timeoutMs,
  ): Promise<T> => {
    const began = performance.now();
    const giveUpAt = began + patienceMs;
    for (let ceiling = FIRST_PAUSE_MS; ; ceiling = Math.min(ceiling * 2, LONGEST_PAUSE_MS)) {
      const wait = Math.random() * ceiling;
      try {
        return await attempt(began + timeoutMs - performance.now());
      } catch (error) {
        const reason = reasonOf(error);
        if (!isAway(error)) throw isServers(error) ? new Unavailable(what, reason, { cause: error }) : error;
        if (!mayRepeat(error) || performance.now() + wait >= giveUpAt)
          throw new Unavailable(what, reason, { cause: error });
        if (ceiling === FIRST_PAUSE_MS) log?.warn({ store: what, reason }, 'MongoDB is away; trying again');
      }
      await pause(wait);
    }
  };
  const always = (): boolean => true;
  return {
    repeatedly: (work) => tried((remainingMs) => within(remainingMs, admit, work), always),
    once: (work) => {
      const lastStart = performance.now() + timeoutMs * LAST_START;
      const mayBegin = (): void => {
        if (performance.now() > lastStart) throw new NoAnswer('no time left');
      };
      const attempt = (remainingMs: number) => within(remainingMs, admit, () => work(mayBegin));
      return tried(attempt, isNotSent, timeoutMs * LAST_START);
    },
    atLength: (work) => tried(() => admit(work), always),
  };
};
