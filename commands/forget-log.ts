/** State that depends on a log, removed when another log replaces it. */
import { everyRecord } from './every-record.ts';
import type { StateStore } from './ports.ts';
import { startMergesOver } from './merge-people.ts';
import { startBatchesOver } from './publication-batches/batches.ts';
import { startReferenceImportsOver } from './reference-imports/imports.ts';
import { startUndosOver } from './undo/jobs.ts';

/** How far matching and harvesting had got, and which answers of providers are recorded in that log. */
const OF_THE_LOG = ['asked/', 'harvest/', 'matching/'];

/**
 * After this, the next log is matched and harvested from its beginning, and unfinished jobs of staff start again, since the log may
 * lack part of what they did. Throws `Unavailable`.
 */
export const forgetLog = async (state: Pick<StateStore, 'get' | 'list' | 'put' | 'remove'>): Promise<void> => {
  for (const prefix of OF_THE_LOG) for await (const { key } of everyRecord(state, prefix)) await state.remove(key);
  await startBatchesOver(state);
  await startReferenceImportsOver(state);
  await startUndosOver(state);
  await startMergesOver(state);
};
