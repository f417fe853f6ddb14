/** Follows changes in a workspace: over an event stream while one is open, otherwise by polling every few seconds. */
import type { AnswerTo } from './api.ts';

export type Changes = Pick<AnswerTo<'GET /api/changes'>, 'position' | 'changed' | 'has_more'>;

export type StreamHandlers = {
  readonly onChanges: (changes: Changes) => void;
  /** `isOver`: the stream does not reconnect by itself. */
  readonly onFailure: (isOver: boolean) => void;
};

export type FollowOptions = {
  /** Where the page left off; null = from now on. */
  readonly after: number | null;
  /** Rejects if there is no response. */
  readonly ask: (after: number | null) => Promise<Changes>;
  readonly open: (after: number, handlers: StreamHandlers) => { readonly close: () => void };
  /** Something has changed. Never called more often than every two seconds. */
  readonly changed: () => void;
  /** Runs `run` after `ms`, unless the returned function is called first. */
  readonly later: (run: () => void, ms: number) => () => void;
};

export const POLL_MS = 8_000;
/** The polling interval while a stream reports changes, in case it missed one. */
export const SLOW_POLL_MS = 60_000;
/** A stream sends a heartbeat every 10 seconds: one that stays silent this long is dead, or buffered on the way. */
export const SILENCE_MS = 25_000;
/** The wait before retrying a stream that was refused or silent. */
export const RECONNECT_MS = 30_000;
/** The shortest time between reloads: a harvest changes something every moment, and pages need not load as often. */
export const MIN_RELOAD_GAP_MS = 2_000;

const NOOP = (): void => undefined;

export const follow = ({ after, ask, open, changed, later }: FollowOptions) => {
  let at = after;
  let isStopped = false;
  let stream: { readonly close: () => void } | null = null;
  let isAlive = false;
  let cancelCheck = NOOP;
  let cancelSilence = NOOP;
  let cancelAgain: (() => void) | null = null;
  let cancelCalm: (() => void) | null = null;
  let isOwed = false;

  const tell = (): void => {
    isOwed = cancelCalm !== null;
    if (isOwed) return;
    cancelCalm = later(() => {
      cancelCalm = null;
      if (isOwed) tell();
    }, MIN_RELOAD_GAP_MS);
    changed();
  };

  const take = ({ position, changed: records, has_more }: Changes): void => {
    // An answer that was overtaken brings nothing new; `has_more` at a lower position means that the log is another one.
    if (at !== null && position <= at && !has_more) return;
    const isFirst = at === null;
    at = position;
    if (!isFirst && (records.length > 0 || has_more)) tell();
  };

  const schedule = (): void => {
    cancelCheck();
    cancelCheck = isStopped ? NOOP : later(() => void check(), isAlive ? SLOW_POLL_MS : POLL_MS);
  };

  const end = (): void => {
    cancelSilence();
    isAlive = false;
    stream?.close();
    stream = null;
  };

  const giveUp = (): void => {
    end();
    cancelAgain ??= later(() => {
      cancelAgain = null;
      connect();
    }, RECONNECT_MS);
    void check();
  };

  const connect = (): void => {
    if (isStopped || stream !== null || cancelAgain !== null || at === null) return;
    stream = open(at, {
      onChanges: (changes) => {
        if (isStopped) return;
        cancelSilence();
        cancelSilence = later(giveUp, SILENCE_MS);
        take(changes);
        if (isAlive) return;
        isAlive = true;
        schedule();
      },
      onFailure: (isOver) => {
        if (isStopped) return;
        isAlive = false;
        if (isOver) giveUp();
        else void check();
      },
    });
    cancelSilence = later(giveUp, SILENCE_MS);
  };

  const check = async (): Promise<void> => {
    cancelCheck();
    try {
      const changes = await ask(at);
      if (!isStopped) take(changes);
    } catch {
      // The next check will catch up.
    }
    schedule();
    connect();
  };

  void check();
  return {
    check,
    position: (): number | null => at,
    stop: (): void => {
      isStopped = true;
      end();
      for (const cancel of [cancelCheck, cancelAgain, cancelCalm]) cancel?.();
    },
  };
};

export type Following = ReturnType<typeof follow>;
