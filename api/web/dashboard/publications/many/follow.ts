/** Batches of publications that take a while. */
import type { PublicationBatch } from '../../../client/generated/operations.ts';
import { followedJobs } from '../../../parts/followed-jobs.ts';

type Followed = Pick<PublicationBatch, 'id' | 'action' | 'publications'>;

export const batchJobs = followedJobs<Followed>('publication batches');

export const follow = ({ id, action, publications }: PublicationBatch): void =>
  batchJobs.follow({ id, action, publications });
