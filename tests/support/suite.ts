/** A uvu suite that cannot be forgotten: it runs by itself, every test has a timeout, and a skip has a reason. */
import { suite as uvuSuite } from 'uvu';
import { close, type Closable } from './closing.ts';
import { lastSeen } from './until.ts';
import { onServers } from './servers-under-test.ts';

type Test = (state: Record<string, unknown>) => unknown;
type Hook = (hook: () => unknown) => void;

export type Suite = {
  (title: string, test: Test): void;
  /** Counts as skipped and prints the reason. */
  skip(title: string, reason: string): void;
  only(title: string, test: Test): void;
  before: Hook & { each: Hook };
  after: Hook & { each: Hook };
  /** Keeps it open until the last test has run, and closes in reverse order. */
  holds<T extends Closable>(opening: T | Promise<T>): Promise<T>;
};

export type SuiteOptions = {
  /** The maximum duration of one test, milliseconds. Default: 120,000, of which a quiet machine needs a tenth. */
  readonly timeoutMs?: number;
  /** Why the suite is about embedded files only, and is skipped on servers. */
  readonly onFilesAlone?: string;
};

const registered: (() => void)[] = [];

/** Called by the runner when a file has been imported. */
export const runRegistered = (): void => {
  for (const run of registered.splice(0)) run();
};

const bounded =
  (title: string, test: Test, timeoutMs: number) =>
  async (state: Record<string, unknown>): Promise<void> => {
    let timer: NodeJS.Timeout | undefined;
    const expired = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        const seen = lastSeen().map((answer) => `; last seen: ${answer}`);
        reject(new Error(`"${title}" did not settle within ${timeoutMs} ms${seen.join('')}`));
      }, timeoutMs);
    });
    try {
      await Promise.race([test(state), expired]);
    } finally {
      clearTimeout(timer);
    }
  };

/** The title of each test completes the sentence that the suite's name begins. */
export const suite = (name: string, { timeoutMs = 120_000, onFilesAlone }: SuiteOptions = {}): Suite => {
  const inner = uvuSuite(name);
  const open: Closable[] = [];
  const holds: Suite['holds'] = async (opening) => {
    const opened = await opening;
    open.push(opened);
    return opened;
  };
  registered.push(() => {
    inner.after(async () => {
      for (const each of open.reverse()) await close(each);
    });
    inner.run();
  });
  const skip = (title: string, reason: string): void => {
    process.stdout.write(`  skipped: ${name} ${title} (${reason})\n`);
    inner.skip(title);
  };
  if (onServers && onFilesAlone !== undefined) {
    const skipped = (title: string): void => skip(title, onFilesAlone);
    const never = Object.assign(() => undefined, { each: () => undefined });
    return Object.assign(skipped, { skip, only: skipped, before: never, after: never, holds });
  }
  const add = (title: string, test: Test): void => inner(title, bounded(title, test, timeoutMs));
  return Object.assign(add, {
    skip,
    only: (title: string, test: Test): void => inner.only(title, bounded(title, test, timeoutMs)),
    before: inner.before as Suite['before'],
    after: inner.after as Suite['after'],
    holds,
  });
};
