/** Which events of a history are one change together with the event that is undone. */
import type { DomainEvent, Metadata, Recorded } from '../event.ts';
import type { Reach } from './inverse.ts';

/** Indexes in the history; `end` is exclusive. */
export type Span = { readonly first: number; readonly end: number };

const sameAppend = (one: Metadata, other: Metadata): boolean =>
  one.correlationId === other.correlationId && one.causationId === other.causationId && one.at === other.at;

export const spanOf = (
  history: readonly Recorded<DomainEvent>[],
  index: number,
  { makes, previous, next }: Reach,
): Span => {
  const metadata = history[index]?.metadata;
  let end = index + 1;
  if (metadata === undefined) return { first: index, end };
  if (makes !== undefined) {
    while (history[end]?.metadata.correlationId === metadata.correlationId) end += 1;
    return { first: index, end };
  }
  const isPart = (other: Recorded<DomainEvent> | undefined, type: string | undefined): boolean =>
    other !== undefined && other.type === type && sameAppend(other.metadata, metadata);
  return {
    first: isPart(history[index - 1], previous) ? index - 1 : index,
    end: isPart(history[end], next) ? end + 1 : end,
  };
};
