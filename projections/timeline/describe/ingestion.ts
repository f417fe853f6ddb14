/** Describes events of ingestion jobs and imports. */
import type { Counts, IngestionEvent, JobError } from '../../../domain/ingestion/events.ts';
import { begun, difference, plural, said, warned, type Descriptions } from './description.ts';

const tally = ({ found, created, refreshed, unchanged, failed }: Counts): string =>
  `${found} found, ${created} new, ${refreshed} refreshed, ${unchanged} unchanged, ${failed} failed`;

const moved = (before: string, after: string) => difference('status', before, after);
const failedBy = (error: JobError) => difference('error', null, error);

/** Lost works stay linked until staff confirm that they are to be unlinked. */
const lostIn = ({ lostWorks = 0 }: { readonly lostWorks?: number }): string =>
  lostWorks === 0 ? '' : `; ${plural(lostWorks, 'work')} missing from the lists; still linked`;

export const ingestionEvents: Descriptions<IngestionEvent['type'] | 'DoiImported'> = {
  IngestionQueued: ({ data }) =>
    begun(`Queued an ingestion (${data.triggerSource.replaceAll('_', ' ')})`, moved('none', 'queued')),
  IngestionStarted: ({ data }) =>
    begun(`Started the ingestion, attempt ${data.attempt}`, moved('queued', 'processing')),
  IngestionTakenOver: ({ data }) => ({
    ...begun('Another worker took over the ingestion', difference('worker', data.from, data.worker)),
    severity: 'warning',
  }),
  IngestionProgressed: ({ data: { counts } }) =>
    begun(`Ingesting: ${tally(counts)}`, difference('counts', null, counts)),
  IngestionRetried: ({ data: { attempt, error } }) => ({
    ...begun(`Ingestion will be retried after attempt ${attempt}: ${error.message}`, [
      moved('processing', 'queued'),
      failedBy(error),
    ]),
    severity: 'warning',
  }),
  IngestionSucceeded: ({ data }) => {
    const tell = data.failedWorks.length + (data.lostWorks ?? 0) > 0 ? warned : said;
    const { counts, lostWorks = 0 } = data;
    return tell(`Ingested: ${tally(counts)}${lostIn(data)}`, [
      moved('processing', 'succeeded'),
      difference('counts', null, counts),
      ...(lostWorks > 0 ? [difference('lost_works', null, lostWorks)] : []),
    ]);
  },
  IngestionFailed: ({ data: { error } }) => ({
    ...said(`Ingestion failed: ${error.message}`, [moved('processing', 'failed'), failedBy(error)]),
    severity: 'error',
    status: 'failed',
  }),
  IngestionForceFailed: ({ data: { error } }) => ({
    ...warned(`Ingestion was ended: ${error.message}`, [moved('active', 'failed'), failedBy(error)]),
    status: 'failed',
  }),
  IngestionReset: () => warned('Reset the ingestion jobs', moved('ended', 'none')),
  DoiImported: ({ data: { doi, outcome } }) => {
    const how = { created: 'added', refreshed: 'refreshed', unchanged: 'already present, unchanged' }[outcome];
    return said(`Imported the DOI ${doi} (${how})`, difference('outcome', null, outcome));
  },
};
