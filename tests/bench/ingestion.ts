/** Works ingested a second, from replayed responses without latency or limits. */
import { ingestAll } from '../support/ingesting.ts';
import { openInstallation } from '../support/installation.ts';
import { LISTED, noRecordings, prolific, replay } from '../support/recorded.ts';
import type { Bench } from './report.ts';

export const ingestion: Bench = async (report) => {
  if (noRecordings !== null) {
    report({ bench: 'ingestion', what: 'works', value: 0, unit: 'works/s', note: `not measured: ${noRecordings}` });
    return;
  }
  const server = await replay();
  const installation = await openInstallation({ urls: server.urls });
  try {
    for (const what of ['new works', 'the same again']) {
      const started = performance.now();
      const jobs = await ingestAll(installation, [...LISTED, ...prolific(20)]);
      const works = jobs.reduce((sum, { counts }) => sum + counts.found, 0);
      report({ bench: 'ingestion', what, value: works / ((performance.now() - started) / 1000), unit: 'works/s' });
    }
  } finally {
    await installation.stop();
    await server.stop();
  }
};
