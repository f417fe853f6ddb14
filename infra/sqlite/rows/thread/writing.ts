/** The entry of a worker thread that writes the file for another thread, over a connection of its own. */
import { parentPort, workerData } from 'node:worker_threads';
import { Unavailable } from '../../../../domain/errors.ts';
import { openFile, WRITTEN_KIB } from '../file.ts';
import { writerHere } from '../writer.ts';
import { OPENED, type Answer, type Ask } from './messages.ts';

const port = parentPort;
if (port === null) throw new Error('this file is the entry of a thread');

const failing = (error: unknown): Omit<Answer, 'n'> =>
  error instanceof Unavailable ? { away: error.reason } : { error };

const open = async (): Promise<void> => {
  const { db, shared } = await openFile((workerData as { readonly file: string }).file, WRITTEN_KIB);
  const writer = writerHere(db, shared);
  const answer = async ({ n, call, given }: Ask): Promise<void> => {
    try {
      await (writer[call] as (...all: typeof given) => Promise<void>)(...given);
      port.postMessage({ n } satisfies Answer);
    } catch (error) {
      port.postMessage({ n, ...failing(error) } satisfies Answer);
    }
    if (call !== 'close') return;
    db.close();
    port.close();
  };
  port.on('message', (ask: Ask) => void answer(ask));
};

await open().then(
  () => port.postMessage({ n: OPENED } satisfies Answer),
  (error: unknown) => port.postMessage({ n: OPENED, ...failing(error) } satisfies Answer),
);
