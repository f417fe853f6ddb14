/** The process that writes citations, one at a time: started with the first one, and again after it was stuck or has ended. */
import { fork, type ChildProcess } from 'node:child_process';
import { on } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Log } from '../../commands/ports.ts';
import { CITATION } from '../../domain/limits.ts';
import { entryBeside } from '../system.ts';
import type { Answer, Question } from './formatter.ts';

type Running = { readonly child: ChildProcess; readonly answers: AsyncIterator<readonly [Answer]> };

const ENTRY = fileURLToPath(entryBeside(import.meta.url, 'formatter'));

const start = (signal: AbortSignal): Running => {
  const child = fork(ENTRY, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], signal, killSignal: 'SIGKILL' });
  // It does not keep its parent alive.
  child.unref();
  child.channel?.unref();
  // Once its first error has ended the answers, nothing else listens to the others.
  child.on('error', () => undefined);
  return { child, answers: on(child, 'message', { close: ['exit'] }) as AsyncIterator<readonly [Answer]> };
};

export const openWriter = (log: Log) => {
  const closing = new AbortController();
  let running: Running | null = null;
  return {
    /**
     * Null if the style cannot format the record, or not in time. Rejects if no process can be started: this says nothing about the
     * record. The next call must wait for the answer.
     */
    write: async (question: Question): Promise<string | null> => {
      const { child, answers } = (running ??= start(closing.signal));
      const next = async (): Promise<Answer | undefined> => {
        const answer = await answers.next();
        if (answer.done === true) running = null;
        return answer.done === true ? undefined : answer.value[0];
      };
      let timer: NodeJS.Timeout | undefined;
      let isAnswered = false;
      // After a pause of this thread, an answer that is there already comes first.
      const within = (ms: number, what: string): void => {
        const giveUp = (): void => {
          if (isAnswered) return;
          log.warn({}, `${what} took too long`);
          child.kill('SIGKILL');
        };
        clearTimeout(timer);
        timer = setTimeout(() => setImmediate(giveUp), ms);
      };
      try {
        child.send(question);
        within(CITATION.prepareMs, 'loading the styles of citations');
        if ((await next()) === undefined) throw new Error('the process that writes citations has ended');
        within(CITATION.itemMs, 'a citation');
        return (await next())?.citation ?? null;
      } catch (error) {
        running = null;
        child.kill('SIGKILL');
        throw error;
      } finally {
        isAnswered = true;
        clearTimeout(timer);
      }
    },
    close: (): void => closing.abort(),
  };
};
