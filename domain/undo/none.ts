/** Events that are never undone, each with its reason. */
import type { ErasureEvent } from '../erasure/events.ts';
import type { DoiImported } from '../events.ts';
import type { IngestionEvent } from '../ingestion/events.ts';
import type { SiteEvent } from '../site/events.ts';
import type { TimelineEvent } from '../timeline/events.ts';
import { cannot, step, type NoInverse } from './inverse.ts';

const JOB = step('A job itself cannot be undone; undo what it changed, by its cause.');
const SUMMARY = step('It sums up what was done; undo that by its cause.');

type Unmade = ErasureEvent | IngestionEvent | SiteEvent | TimelineEvent | DoiImported;

export const noInverses: { readonly [Type in Unmade['type']]: NoInverse } = {
  PersonErased: cannot('Erased personal data is gone for good.'),
  IngestionQueued: JOB,
  IngestionStarted: JOB,
  IngestionTakenOver: JOB,
  IngestionProgressed: JOB,
  IngestionRetried: JOB,
  IngestionSucceeded: JOB,
  IngestionFailed: JOB,
  IngestionForceFailed: cannot('The job has ended; queue the iD again.'),
  IngestionReset: cannot('Jobs that were reset stay reset; queue the iD again.'),
  AuthorLinksRepaired: SUMMARY,
  DataReset: SUMMARY,
  StuckJobsCleared: SUMMARY,
  DoiImported: SUMMARY,
  TimelineCleaned: cannot(
    'What was hidden from the timeline stays in the log, and in the histories of publications and people.',
  ),
};
