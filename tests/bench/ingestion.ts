/** Works ingested a second, from replayed responses without latency or limits. */
import { ingestAll } from '../support/ingesting.ts';
import { openInstallation } from '../support/installation.ts';
import { LISTED, noRecordings, prolific, replay } from '../support/recorded.ts';
import type { Bench } from './report.ts';
import { elapsed } from './support/timing.ts';
import { closing } from '../support/closing.ts';

export const ingestion: Bench = {
  about: `Works ingested a second by one worker with the embedded stores, matching and rows following: providers' recorded responses
are replayed on this machine, without latency or limits. First all of them new, then the same again without changes.`,
  measure: async (report) => {
    if (noRecordings !== null) return report({ what: 'new works', skipped: noRecordings });
    await using server = closing(await replay());
    await using installation = await openInstallation({ urls: server.urls });
    for (const what of ['new works', 'the same again']) {
      let works = 0;
      const ms = await elapsed(async () => {
        const jobs = await ingestAll(installation, [...LISTED, ...prolific(20)]);
        works = jobs.reduce((sum, { counts }) => sum + counts.found, 0);
      });
      report({ what, value: (works / ms) * 1_000, unit: 'works/s', note: `${works} works` });
    }
  },
};
