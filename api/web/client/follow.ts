/** Follows what changes in a workspace: by a stream of events as long as there is one, else by asking every few seconds. */
import type { AnswerTo } from './api.ts';

export type Changes = Pick<AnswerTo<'GET /api/changes'>, 'position' | 'changed' | 'has_more'>;

export type Heard = {
  readonly told: (changes: Changes) => void;
  /** `isOver`: it does not connect again by itself. */
  readonly failed: (isOver: boolean) => void;
};

export type FollowOptions = {
  /** Where the page left off; null = from now on. */
  readonly after: number | null;
  /** Rejects if there is no answer. */
  readonly ask: (after: number | null) => Promise<Changes>;
  /** Opens a stream. */
  readonly open: (after: number, heard: Heard) => { readonly close: () => void };
  /** Something has changed. Never called more often than every two seconds. */
  readonly changed: () => void;
  /** Runs it later, unless the returned function is called before. */
  readonly later: (run: () => void, ms: number) => () => void;
};

export const POLL_MS = 8_000;
/** While a stream tells of changes, in case it has missed one. */
export const SELDOM_MS = 60_000;
/** A stream sends a heartbeat every 10 seconds: one that is silent for longer is held back on its way, or dead. */
export const SILENCE_MS = 25_000;
/** Before a stream is tried again that was refused or silent. */
export const AGAIN_MS = 30_000;
/** A harvest changes something every moment: pages need not load as often. */
export const CALM_MS = 2_000;

const NEVER = (): void => undefined;

export const follow = ({ after, ask, open, changed, later }: FollowOptions) => {
  let at = after;
  let isStopped = false;
  let stream: { readonly close: () => void } | null = null;
  let isAlive = false;
  let cancelCheck = NEVER;
  let cancelSilence = NEVER;
  let cancelAgain: (() => void) | null = null;
  let cancelCalm: (() => void) | null = null;
  let isOwed = false;

  const tell = (): void => {
    isOwed = cancelCalm !== null;
    if (isOwed) return;
    cancelCalm = later(() => {
      cancelCalm = null;
      if (isOwed) tell();
    }, CALM_MS);
    changed();
  };

  const take = ({ position, changed: records, has_more }: Changes): void => {
    // An answer that was overtaken says nothing new; one of another log says that anything may have changed.
    if (at !== null && position <= at && !has_more) return;
    const isFirst = at === null;
    at = position;
    if (!isFirst && (records.length > 0 || has_more)) tell();
  };

  const schedule = (): void => {
    cancelCheck();
    cancelCheck = isStopped ? NEVER : later(() => void check(), isAlive ? SELDOM_MS : POLL_MS);
  };

  const end = (): void => {
    cancelSilence();
    isAlive = false;
    stream?.close();
    stream = null;
  };

  const endFor = (ms: number): void => {
    end();
    cancelAgain ??= later(() => {
      cancelAgain = null;
      connect();
    }, ms);
  };

  const connect = (): void => {
    if (isStopped || stream !== null || cancelAgain !== null || at === null) return;
    stream = open(at, {
      told: (changes) => {
        if (isStopped) return;
        cancelSilence();
        cancelSilence = later(giveUp, SILENCE_MS);
        take(changes);
        if (isAlive) return;
        isAlive = true;
        schedule();
      },
      failed: (isOver) => {
        if (isStopped) return;
        isAlive = false;
        if (isOver) endFor(AGAIN_MS);
        void check();
      },
    });
    cancelSilence = later(giveUp, SILENCE_MS);
  };

  const giveUp = (): void => {
    endFor(AGAIN_MS);
    void check();
  };

  /** Asks now. */
  const check = async (): Promise<void> => {
    cancelCheck();
    try {
      const changes = await ask(at);
      if (!isStopped) take(changes);
    } catch {
      // The next one will tell.
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
