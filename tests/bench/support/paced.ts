/** Requests at a steady pace, as people send them: a late response delays no request, and all of its delay counts. */
import { setTimeout as pause } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { closing } from '../../support/closing.ts';

export const A_SECOND = 50;
const EVERY_MS = 1_000 / A_SECOND;

/** Milliseconds from when each request was due to the end of its response. Throws unless all are 200. */
export const paced = async (
  addresses: readonly string[],
  { seconds, isOver = () => false }: { readonly seconds: number; readonly isOver?: () => boolean },
): Promise<readonly number[]> => {
  await using agent = closing(new Agent());
  const times: number[] = [];
  const answers: Promise<void>[] = [];
  const ask = async (address: string, due: number): Promise<void> => {
    const { statusCode, body } = await request(address, { dispatcher: agent });
    await body.dump();
    if (statusCode !== 200) throw new Error(`${address}: ${statusCode}`);
    times.push(performance.now() - due);
  };
  const began = performance.now();
  for (let n = 0; n * EVERY_MS < seconds * 1_000 && !isOver(); n += 1) {
    const due = began + n * EVERY_MS;
    const early = due - performance.now();
    if (early > 0) await pause(early);
    const answer = ask(addresses[n % addresses.length] ?? '', Math.max(due, began));
    answer.catch(() => undefined);
    answers.push(answer);
  }
  await Promise.all(answers);
  return times;
};
