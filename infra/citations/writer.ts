/** The client of the citation process; starts it on first use and restarts it after a crash. */
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Log } from '../../commands/ports.ts';
import type { CslItem } from '../../domain/csl.ts';
import { entryBeside } from '../system.ts';
import type { Question, Reply } from './formatter.ts';

type Citations = readonly (string | null)[];
type Waiting = { readonly settle: (citations: Citations) => void; readonly none: Citations };

/** A citation takes milliseconds, and the first one half a second: a process that takes this long is stuck. */
const TIMEOUT_MS = 15_000;

const ENTRY = fileURLToPath(entryBeside(import.meta.url, 'formatter'));

export const startWriter = (log: Log) => {
  const waiting = new Map<number, Waiting>();
  let child: ChildProcess | null = null;
  let last = 0;
  let isClosed = false;

  const failAll = (): void => {
    for (const { settle, none } of waiting.values()) settle(none);
    waiting.clear();
  };

  /** Null if no process can be started now: Node then throws or emits `error`, never `exit`. */
  const start = (): ChildProcess | null => {
    const failed = (err: unknown): void => log.warn({ err }, 'citations cannot be written');
    try {
      const started = fork(ENTRY, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], serialization: 'advanced' });
      started.on('message', ({ id, citations }: Reply) => {
        waiting.get(id)?.settle(citations);
        waiting.delete(id);
        if (waiting.size === 0) unref(started);
      });
      started.on('error', failed);
      started.once('exit', () => {
        if (child !== started) return;
        child = null;
        failAll();
      });
      return started.pid === undefined ? null : started;
    } catch (err) {
      failed(err);
      return null;
    }
  };

  /** An idle process does not keep its parent alive. */
  const unref = (idle: ChildProcess): void => {
    idle.unref();
    idle.channel?.unref();
  };

  return {
    /** Null for each citation that failed or timed out. */
    write: async (items: readonly CslItem[], locale: string): Promise<Citations> => {
      const none: Citations = items.map(() => null);
      if (isClosed || items.length === 0) return none;
      child ??= start();
      const target = child;
      if (target === null) return none;
      target.ref();
      target.channel?.ref();
      last += 1;
      const request: Question = { id: last, items, locale };
      const { id } = request;
      return new Promise<Citations>((resolve) => {
        const timer = setTimeout(() => {
          log.warn({ items: items.length }, 'citations took too long');
          target.kill('SIGKILL');
        }, TIMEOUT_MS);
        const settle = (citations: Citations): void => {
          clearTimeout(timer);
          resolve(citations);
        };
        waiting.set(id, { settle, none });
        target.send(request, (error) => {
          if (error === null) return;
          waiting.delete(id);
          settle(none);
        });
      });
    },
    close: async (): Promise<void> => {
      isClosed = true;
      const running = child;
      if (running === null) return;
      await new Promise<void>((resolve) => {
        running.ref();
        running.once('exit', () => resolve());
        running.kill('SIGKILL');
      });
    },
  };
};
