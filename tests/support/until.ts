/** Waiting for a state. The time limit is that of the test, which then prints what was seen last. */
import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';

const waiting = new Set<{ last: unknown }>();

/** The last answers of what is still waited for. */
export const lastSeen = (): readonly string[] => [...waiting].map(({ last }) => inspect(last, { depth: 6 }));

/** Asks until an answer matches, and returns it. */
export const until = async <T>(ask: () => T | Promise<T>, isSo: (answer: T) => boolean): Promise<T> => {
  const wait: { last: unknown } = { last: 'no answer' };
  waiting.add(wait);
  try {
    for (;;) {
      const answer = await ask();
      if (isSo(answer)) return answer;
      wait.last = answer;
      await pause(20);
    }
  } finally {
    waiting.delete(wait);
  }
};
