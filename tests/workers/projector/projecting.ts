/** Runs a projector until a condition holds, and stops it. */
import type { EventStore, Log } from '../../../commands/ports.ts';
import type { Position } from '../../../domain/event.ts';
import { allProjections } from '../../../projections/all.ts';
import { collectionsOf, projectionKey, type Projection } from '../../../projections/define.ts';
import type { ReadModels } from '../../../projections/ports.ts';
import type { RowStorage } from '../../support/memory-read-models.ts';
import {
  type Progress,
  type ProjectorDeps,
  type ProjectorOptions,
  runProjector,
} from '../../../workers/projector/index.ts';
import type { Rows } from './plain-fold.ts';

export type Line = {
  readonly level: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly message: string;
};

export const recordedLog = (): Log & { readonly lines: readonly Line[] } => {
  const lines: Line[] = [];
  const at = (level: string) => (fields: Readonly<Record<string, unknown>>, message: string) =>
    void lines.push({ level, fields, message });
  return { lines, debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
};

export type Projecting = {
  readonly events: EventStore;
  readonly readModels: ReadModels;
  readonly projections: readonly Projection[];
  readonly log?: Log;
  readonly allowed?: NonNullable<ProjectorDeps['allowed']>;
};

export type Running = {
  /** Resolves when every projection is live and has reached the position; rejects when the run does. */
  reached(position: Position): Promise<void>;
  /** Ends the run; resolves when it has ended, rejects if it failed. */
  stop(): Promise<void>;
  readonly progress: readonly Progress[];
};

export const project = (deps: Projecting, options: Omit<ProjectorOptions, 'signal' | 'onProgress'> = {}): Running => {
  const stopping = new AbortController();
  const progress: Progress[] = [];
  const waiting = new Set<() => void>();
  const run = runProjector(
    { clock: { now: () => 1_000_000 }, log: recordedLog(), ...deps },
    {
      ...options,
      signal: stopping.signal,
      onProgress: (each) => {
        progress.push(each);
        for (const check of waiting) check();
      },
    },
  );
  run.catch(() => undefined);
  const isThere = (position: Position): boolean =>
    deps.projections.every((projection) =>
      progress.some(
        (each) => each.projection === projectionKey(projection) && each.phase === 'live' && each.position >= position,
      ),
    );
  return {
    progress,
    reached: (position) =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          if (!isThere(position)) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
        run.catch(reject);
      }),
    stop: async () => {
      stopping.abort();
      await run;
    },
  };
};

/** Projects the log, and stops. */
export const catchUp = async (
  deps: Projecting,
  options: Omit<ProjectorOptions, 'signal' | 'onProgress'> = {},
): Promise<Running> => {
  const running = project(deps, options);
  await running.reached(await deps.events.head());
  await running.stop();
  return running;
};

/** The stored rows of the projections' collections. */
export const kept = (storage: RowStorage, projections: readonly Projection[]): Rows =>
  new Map(projections.flatMap(collectionsOf).map(({ name }) => [name, storage.rows.get(name) ?? new Map()] as const));

/** Their positions are those of the batches that changed them. */
const CHOSEN = new Set(allProjections.flatMap(({ chosen = [] }) => chosen).map(({ collection }) => collection.name));

/** Rows by id, so that a difference is readable and order does not matter. */
export const byId = (rows: Rows): unknown =>
  Object.fromEntries(
    [...rows].map(([name, each]) => {
      const sorted = [...each].sort(([a], [b]) => (a < b ? -1 : 1));
      const compared = sorted.map(([id, row]) => [id, CHOSEN.has(name) ? { ...row, position: 0 } : row] as const);
      return [name, Object.fromEntries(compared)];
    }),
  );
