/** The entry of the api's import thread, which keeps parsing of provider responses from delaying requests. */
import { parentPort, workerData } from 'node:worker_threads';
import { importDoi } from '../../../workers/ingestion/import-doi.ts';
import { previewImport } from '../../../workers/ingestion/preview-import.ts';
import { ingestionDeps, providersFor } from '../roles/ingesting.ts';
import { openStores } from '../stores.ts';
import type { Config } from '../../config.ts';
import { openLog } from '../../log.ts';
import { encodeError, type FromImporter, type Import, type ToImporter } from './import-messages.ts';

const config = workerData as Config;
const log = openLog(config.logLevel, { role: 'import' });
const running = new Map<number, AbortController>();

const say = (message: FromImporter): void => parentPort?.postMessage(message);

const open = async () => {
  const stores = await openStores(config, log);
  const providers = providersFor({ config, stores, log, watch: { providerCall: (call) => say({ call }) } });
  return { stores, providers };
};
let opened: ReturnType<typeof open> | null = null;

const WORK = { doi: importDoi, preview: previewImport };

const run = async ({ id, what, request, caller }: Import & { readonly id: number }): Promise<void> => {
  const cancelled = new AbortController();
  running.set(id, cancelled);
  try {
    opened ??= open();
    const { stores, providers } = await opened.catch((error: unknown) => {
      opened = null;
      throw error;
    });
    const deps = ingestionDeps({ config, stores, log }, providers);
    say({ id, answer: await WORK[what](deps, request, caller, cancelled.signal) });
  } catch (error) {
    say({ id, error: encodeError(error) });
  } finally {
    running.delete(id);
  }
};

const stop = async (): Promise<void> => {
  for (const cancelled of running.values()) cancelled.abort();
  const held = await opened?.catch(() => null);
  await held?.providers.close();
  await held?.stores.close();
  parentPort?.close();
};

parentPort?.on('message', (message: ToImporter) => {
  if (message === 'stop') void stop();
  else if ('cancel' in message) running.get(message.id)?.abort(new Error('the request has ended'));
  else void run(message);
});
