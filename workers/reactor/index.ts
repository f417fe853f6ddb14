/**
 * Reactors: at-least-once subscribers that act on events. One process leads each. Every workspace has its own position in the log and
 * is handled in order, so one with much to do, or whose handling fails, does not delay the others.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import PQueue from 'p-queue';
import type { Clock, EventStore, Log, StateStore } from '../../commands/ports.ts';
import { pauseWhileAway, type Waits } from '../../commands/waits.ts';
import { Unavailable } from '../../domain/errors.ts';
import { BEGINNING, type Position, type Recorded } from '../../domain/event.ts';
import type { RecordedEvent } from '../../domain/events.ts';
import { mustBeReadable, upcast } from '../../domain/upcast.ts';
import { whileLeading, type WorkerOptions } from '../leading.ts';
import { lagAfter } from '../projector/lag.ts';

const LEASE_MS = 15_000;
/** Between checkpoints: a process that is killed repeats at most what it has handled in this time. */
const SAVE_MS = 100;
/** Items of a workspace kept in memory until they are handled; if there are more, it reads them from the log. */
const KEPT = 1_000;
/** Workspaces handled at once; one that waits for a store or a later release leaves its place to others. */
const LANES = 16;

export type Reactor<Item> = {
  /** Names the lease, the checkpoint (`{name}/checkpoint`), and the reactor in `Waits`. */
  readonly name: string;
  /** The kinds of streams that it follows, as `publication-`. */
  readonly prefixes: readonly string[];
  /** What it keeps of an event until it is handled; null if the event does not matter. */
  readonly select: (event: RecordedEvent) => Item | null;
  /** The most items handled at once. Default: 1. */
  readonly atOnce?: number;
  /** Called whenever this process starts to lead. `reached`: how far earlier leaders have read the log. */
  readonly begin?: (reached: Position, signal: AbortSignal) => Promise<void>;
  /**
   * Handles the next items of a workspace, some perhaps again. After `Unavailable` it is called again; an item that it throws another
   * error for is logged and skipped. It must throw if it stops early because the signal is aborted.
   */
  readonly on: (workspace: string, items: readonly Item[], signal: AbortSignal) => Promise<void>;
};

export type ReactorDeps = {
  readonly events: Pick<EventStore, 'subscribe' | 'end'>;
  readonly state: StateStore;
  readonly log: Log;
};

type Kept = {
  /** Everything up to here is handled. */
  readonly position: Position;
  /** Everything up to here is handled, except in the workspaces that are behind. */
  readonly reached?: Position;
  /** By workspace with unhandled events: its position. */
  readonly behind?: Readonly<Record<string, Position>>;
};

const NOTHING: Kept = { position: BEGINNING };

const keyOf = (name: string): string => `${name}/checkpoint`;
const laneOf = (workspace: string): string => `workspace ${workspace}`;

/** The position up to which everything is handled, in all workspaces. */
export const reactedUpTo = async (state: Pick<StateStore, 'get'>, name: string): Promise<Position> =>
  (((await state.get(keyOf(name)))?.value as Kept | undefined) ?? NOTHING).position;

/** Measured from the oldest unhandled event; later ones may already be handled. Throws `Unavailable`. */
export const reactorLag = async (
  deps: {
    readonly events: Pick<EventStore, 'head' | 'readAll'>;
    readonly state: Pick<StateStore, 'get'>;
    readonly clock: Clock;
  },
  name: string,
) => {
  const [position, head] = await Promise.all([reactedUpTo(deps.state, name), deps.events.head()]);
  return { position, head, ...(await lagAfter(deps, position, head)) };
};

/** Resolves when the signal is aborted, or another process has written the checkpoint. */
const react = async <Item>(
  { events, state, log }: ReactorDeps,
  { name, prefixes, select, atOnce = 1, begin, on }: Reactor<Item>,
  waits: Waits,
  outer: AbortSignal,
): Promise<void> => {
  const ended = new AbortController();
  const signal = AbortSignal.any([outer, ended.signal]);
  const failures: unknown[] = [];

  /** The parts of its work that wait. */
  const waiting = new Set<string>();
  const waitsNot = (who: string): void => {
    if (waiting.delete(who) && waiting.size === 0) waits(name, null);
  };
  /** Does the work, again while a store is unavailable or an event is of a later release. Other errors end the reactor. */
  const persistently = async (who: string, work: () => Promise<void>): Promise<void> => {
    while (!signal.aborted)
      try {
        await work();
        return waitsNot(who);
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof Unavailable)) {
          failures.push(error);
          return ended.abort();
        }
        waiting.add(who);
        waits(name, error);
        await pause(pauseWhileAway(), undefined, { signal }).catch(() => undefined);
      }
  };

  let version: number | 'absent' = 'absent';
  let reached = BEGINNING;
  const behind = new Map<string, Position>();
  /** By workspace that is behind: all of its items since its position, unless it has to read the log for them. */
  const fresh = new Map<string, Item[]>();
  const resume = async (): Promise<void> => {
    const record = await state.get(keyOf(name));
    const kept = (record?.value as Kept | undefined) ?? NOTHING;
    version = record?.version ?? 'absent';
    reached = kept.reached ?? kept.position;
    for (const [workspace, position] of Object.entries(kept.behind ?? {})) behind.set(workspace, position);
    const end = await events.end();
    if (reached > end) {
      // The log was restored from a backup.
      log.error(
        { checkpoint: reached, end },
        `the checkpoint of ${name} is beyond the end of the log; ${name} starts from the beginning`,
      );
      reached = BEGINNING;
      behind.clear();
    }
    await begin?.(reached, signal);
  };

  let saved: Kept | null = null;
  const save = async (): Promise<void> => {
    const kept = { position: Math.min(reached, ...behind.values()), reached, behind: Object.fromEntries(behind) };
    if (isDeepStrictEqual(kept, saved)) return;
    const written = await state.put(keyOf(name), kept, { ifVersion: version });
    if (written === null) return ended.abort();
    ({ version } = written);
    saved = kept;
  };
  const saving = async (): Promise<void> => {
    while (!signal.aborted) {
      await save();
      waitsNot('saving');
      await pause(SAVE_MS, undefined, { signal }).catch(() => undefined);
    }
  };

  const skipped = (workspace: string, err: unknown): void =>
    log.error({ workspace, err }, `${name} skips an event that it cannot handle`);
  const selected = (event: Recorded): Item | null => {
    mustBeReadable(event);
    try {
      return select(upcast(event));
    } catch (err) {
      skipped(event.metadata.workspace, err);
      return null;
    }
  };
  const handle = async (workspace: string, items: readonly Item[]): Promise<void> => {
    if (items.length === 0) return;
    try {
      await on(workspace, items, signal);
    } catch (error) {
      if (error instanceof Unavailable || signal.aborted) throw error;
      if (items.length === 1) return skipped(workspace, error);
      // One of them is bad.
      const half = items.length >> 1;
      await handle(workspace, items.slice(0, half));
      await handle(workspace, items.slice(half));
    }
  };
  const handleKept = async (workspace: string, kept: readonly Item[]): Promise<void> => {
    try {
      for (let from = 0; from < kept.length; from += atOnce) await handle(workspace, kept.slice(from, from + atOnce));
    } catch (error) {
      // They are read again.
      fresh.delete(workspace);
      throw error;
    }
  };
  /** Handles the events of a workspace up to how far the log has been read. */
  const catchUp = async (workspace: string): Promise<void> => {
    const own = prefixes.map((prefix) => prefix + workspace);
    const isAt = (position: Position): void => {
      behind.set(workspace, position);
      waitsNot(laneOf(workspace));
    };
    for (let after = behind.get(workspace); after !== undefined && after < reached; after = behind.get(workspace)) {
      const upTo = reached;
      const kept = fresh.get(workspace);
      if (kept !== undefined) {
        fresh.set(workspace, []);
        await handleKept(workspace, kept);
        isAt(upTo);
        continue;
      }
      let items: Item[] = [];
      for await (const delivery of events.subscribe({ after, prefixes: own, signal })) {
        if (delivery.kind === 'caughtUp') {
          if (delivery.position >= upTo) break;
          // The node that it reads from is behind the one that `reading` has read from.
          continue;
        }
        const { event } = delivery;
        if (event.position > upTo) break;
        const item = event.metadata.workspace === workspace ? selected(event) : null;
        if (item !== null) items.push(item);
        if (items.length < atOnce) continue;
        await handle(workspace, items);
        items = [];
        isAt(event.position);
      }
      signal.throwIfAborted();
      await handle(workspace, items);
      isAt(upTo);
    }
    behind.delete(workspace);
    fresh.delete(workspace);
  };

  const running = new Set<Promise<void>>();
  const start = (who: string, work: () => Promise<void>): void => {
    const ending = persistently(who, work).finally(() => running.delete(ending));
    running.add(ending);
  };
  const lanes = new PQueue({ concurrency: LANES });
  const startCatchUp = (workspace: string): void => start(laneOf(workspace), () => lanes.add(() => catchUp(workspace)));
  const reading = async (): Promise<void> => {
    for await (const delivery of events.subscribe({ after: reached, prefixes, signal })) {
      const item = delivery.kind === 'event' ? selected(delivery.event) : null;
      const before = reached;
      reached = delivery.kind === 'event' ? delivery.event.position : delivery.position;
      waitsNot('reading');
      if (delivery.kind !== 'event' || item === null) continue;
      const { workspace } = delivery.event.metadata;
      if (behind.has(workspace)) {
        const kept = fresh.get(workspace);
        if (kept !== undefined && kept.push(item) > KEPT) fresh.delete(workspace);
        continue;
      }
      behind.set(workspace, before);
      fresh.set(workspace, [item]);
      startCatchUp(workspace);
    }
  };

  await persistently('starting', resume);
  if (!signal.aborted) {
    for (const workspace of behind.keys()) startCatchUp(workspace);
    start('reading', reading);
    start('saving', saving);
    while (running.size > 0) await Promise.all(running);
    await save().catch((error: unknown) => {
      if (!(error instanceof Unavailable)) throw error;
    });
  }
  waits(name, null);
  if (failures.length > 0) throw failures[0];
};

/** Runs the reactor while this process leads it; resolves when the signal is aborted. */
export const runReactor = <Item>(
  deps: ReactorDeps,
  reactor: Reactor<Item>,
  { name: holder, signal, leaseMs: ttlMs = LEASE_MS, waits }: WorkerOptions,
): Promise<void> => {
  const { state, log } = deps;
  return whileLeading(state, reactor.name, holder, { ttlMs, log, waits, signal }, (leading) =>
    react(deps, reactor, waits, leading),
  );
};
