/** What became of ingestion jobs and imports, in words. */
import type { HarvestEvent } from '../../../domain/harvest/events.ts';
import type { Counts, IngestionEvent } from '../../../domain/ingestion/events.ts';
import { about, difference, ofWorkspace, plural, type Descriptions } from './description.ts';

const ingestion = about('ingestion');
const publication = about('publication');

const tally = ({ found, created, refreshed, unchanged, failed }: Counts): string =>
  `${found} found, ${created} new, ${refreshed} refreshed, ${unchanged} unchanged, ${failed} failed`;

const moved = (before: string, after: string) => [difference('status', before, after)];

/** Nothing is unlinked before staff have confirmed it. */
const lostIn = ({ lostWorks = 0 }: { readonly lostWorks?: number }): string =>
  lostWorks === 0 ? '' : `; ${plural(lostWorks, 'work')} of the ORCID list lost, and linked still`;

export const ingestionEvents: Descriptions<(IngestionEvent | HarvestEvent)['type'] | 'DoiImported'> = {
  IngestionQueued: (event) =>
    ingestion(event, `Queued an ingestion (${event.data.triggerSource.replaceAll('_', ' ')})`, {
      status: 'pending',
      changes: moved('none', 'queued'),
    }),
  IngestionStarted: (event) =>
    ingestion(event, `Started the ingestion, attempt ${event.data.attempt}`, {
      status: 'pending',
      changes: moved('queued', 'processing'),
    }),
  IngestionTakenOver: (event) =>
    ingestion(event, 'Another worker took the ingestion over', {
      severity: 'warning',
      status: 'pending',
      changes: [difference('worker', event.data.from, event.data.worker)],
    }),
  IngestionProgressed: (event) =>
    ingestion(event, `Ingesting: ${tally(event.data.counts)}`, {
      status: 'pending',
      changes: [difference('counts', null, event.data.counts)],
    }),
  IngestionRetried: (event) =>
    ingestion(event, `Ingestion will be tried again after attempt ${event.data.attempt}: ${event.data.error.message}`, {
      severity: 'warning',
      status: 'pending',
      changes: moved('processing', 'queued'),
    }),
  IngestionSucceeded: (event) =>
    ingestion(event, `Ingested: ${tally(event.data.counts)}${lostIn(event.data)}`, {
      severity: event.data.failedWorks.length + (event.data.lostWorks ?? 0) > 0 ? 'warning' : 'info',
      changes: moved('processing', 'succeeded'),
    }),
  IngestionFailed: (event) =>
    ingestion(event, `Ingestion failed: ${event.data.error.message}`, {
      severity: 'error',
      status: 'failed',
      changes: moved('processing', 'failed'),
    }),
  IngestionForceFailed: (event) =>
    ingestion(event, `Ingestion was ended: ${event.data.error.message}`, {
      severity: 'warning',
      status: 'failed',
      changes: moved('active', 'failed'),
    }),
  IngestionReset: (event) =>
    ingestion(event, 'Forgot the ingestion jobs', { severity: 'warning', changes: moved('ended', 'none') }),
  // How many, not who: what names people can be erased, and this cannot.
  FoundUnchanged: (event) => {
    const { people, publications } = event.data;
    const [persons, records] = [Object.keys(people).length, Object.keys(publications).length];
    const found = [plural(persons, 'person', 'people'), plural(records, 'publication')];
    return ofWorkspace(event, `Harvested, and found unchanged: ${found.join(' and ')}`, {
      changes: [difference('unchanged', null, { people: persons, publications: records })],
    });
  },
  DoiImported: (event) => {
    const { doi, outcome } = event.data;
    const how = { created: 'added', refreshed: 'refreshed', unchanged: 'was there, unchanged' }[outcome];
    return publication(event, `Imported the DOI ${doi} (${how})`, { changes: [difference('outcome', null, outcome)] });
  },
};
