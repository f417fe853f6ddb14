/** Commands to one ingestion of a workspace. */
import { ingestion } from '../domain/ingestion/ingestion.ts';
import { streamsOf } from './aggregate.ts';

export const ingestionAggregate = {
  stream: streamsOf('ingestion'),
  decider: ingestion,
  // Years of nightly jobs need not be read to know the present one.
  startsAfresh: (type: string): boolean => type === 'IngestionQueued' || type === 'IngestionReset',
};
