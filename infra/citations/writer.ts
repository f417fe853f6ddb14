/** The client of the citation process; starts it on first use and restarts it after a crash. */
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Log } from '../../commands/ports.ts';
import type { CslItem } from '../../domain/csl.ts';
import { entryBeside } from '../system.ts';
import type { Message, Question } from './formatter.ts';

type Citations = readonly (string | null)[];
type Waiting = { readonly request: Question; readonly settle: (citations: Citations) => void };

/** A citation takes milliseconds, and the first one half a second: a loaded process that takes this long for a request is stuck. */
const TIMEOUT_MS = 15_000;

const ENTRY = fileURLToPath(entryBeside(import.meta.url, 'formatter'));

const noneOf = ({ items }: Question): Citations => items.map(() => null);

export const startWriter = (log: Log) => {
  /** By id, oldest first. The process handles requests in this order, so only the oldest can be stuck. */
  const waiting = new Map<number, Waiting>();
  let child: ChildProcess | null = null;
  let isLoaded = false;
  let last = 0;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  /** Gives the oldest request its time. An idle process does not keep its parent alive. */
  const watch = (): void => {
    clearTimeout(timer);
    const [oldest] = waiting.values();
    if (oldest === undefined) {
      child?.unref();
      child?.channel?.unref();
      return;
    }
    timer = setTimeout(() => {
      log.warn({ items: oldest.request.items.length }, 'citations took too long');
      if (isLoaded) child?.kill('SIGKILL');
      // A machine on which loading takes this long is busy, and another start would take as long.
      else for (const { request } of waiting.values()) settle(request.id, noneOf(request));
    }, TIMEOUT_MS);
  };

  const settle = (id: number, citations: Citations): void => {
    waiting.get(id)?.settle(citations);
    waiting.delete(id);
  };

  /** Null if no process can be started now: Node then throws or emits `error`, never `exit`. */
  const start = (): ChildProcess | null => {
    const failed = (err: unknown): void => log.warn({ err }, 'citations cannot be written');
    try {
      const started = fork(ENTRY, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], serialization: 'advanced' });
      isLoaded = false;
      started.on('message', (message: Message) => {
        if (message === 'loaded') isLoaded = true;
        else settle(message.id, message.citations);
        watch();
      });
      started.on('error', failed);
      started.once('exit', () => {
        if (child !== started) return;
        child = null;
        // The others had not begun.
        for (const { request } of [...waiting.values()].slice(0, isClosed ? waiting.size : 1))
          settle(request.id, noneOf(request));
        send([...waiting.values()]);
        watch();
      });
      return started.pid === undefined ? null : started;
    } catch (err) {
      failed(err);
      return null;
    }
  };

  const send = (requests: readonly Waiting[]): void => {
    if (requests.length === 0) return;
    child ??= start();
    const target = child;
    target?.ref();
    target?.channel?.ref();
    for (const { request } of requests)
      if (target === null) settle(request.id, noneOf(request));
      // A process that cannot be sent to has ended, or must: its exit fails the oldest request.
      else target.send(request, (error) => void (error !== null && target.kill('SIGKILL')));
  };

  return {
    /** Null for each citation that failed or timed out. */
    write: async (items: readonly CslItem[], locale: string): Promise<Citations> => {
      last += 1;
      const request: Question = { id: last, items, locale };
      if (isClosed || items.length === 0) return noneOf(request);
      return new Promise<Citations>((resolve) => {
        const each = { request, settle: resolve };
        waiting.set(request.id, each);
        send([each]);
        if (waiting.size === 1) watch();
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
