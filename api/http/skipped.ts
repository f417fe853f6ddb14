/** The iDs of an ingestion request for which no job was queued, and why. */
import type { Queued } from '../../commands/queue-ingestions.ts';
import type { ShownOf } from './schema-types.ts';
import { object, STRING } from './schemas.ts';

export const SKIPPED = {
  type: 'array',
  items: object({ orcid_id: STRING, reason: { type: 'string', enum: ['repeated', 'active', 'already_ingested'] } }),
} as const;

/** Omits the reasons that only workers get, when they queue a job as the successor of another. */
export const skippedIn = ({ skipped }: Queued): ShownOf<typeof SKIPPED> =>
  skipped.flatMap(({ orcid, reason }) =>
    reason === 'forgotten' || reason === 'superseded' ? [] : [{ orcid_id: orcid, reason }],
  );
