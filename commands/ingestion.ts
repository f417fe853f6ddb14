/** Commands to one ingestion of a workspace. */
import type { JobError } from '../domain/ingestion/events.ts';
import { ingestion, type IngestionCommand } from '../domain/ingestion/ingestion.ts';
import { streamsOf } from './aggregate.ts';
import { plainText } from './text/index.ts';

/** It may quote a provider. */
const cleanError = ({ code, message }: JobError): JobError => ({ code, message: plainText(message) });

const cleaned = (command: IngestionCommand): IngestionCommand => {
  switch (command.type) {
    case 'RetryIngestion':
    case 'FailIngestion':
    case 'ForceFailIngestion':
      return { ...command, error: cleanError(command.error) };
    case 'SucceedIngestion':
      return {
        ...command,
        failedWorks: command.failedWorks.map(({ work, error }) => ({ work, error: cleanError(error) })),
      };
    default:
      return command;
  }
};

export const ingestionAggregate = {
  stream: streamsOf('ingestion'),
  decider: ingestion,
  cleaned,
  // Years of nightly jobs need not be read to know the current one.
  startsAfresh: (type: string): boolean => type === 'IngestionQueued' || type === 'IngestionReset',
};
