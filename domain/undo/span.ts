/** Which events of a history form one change with the event being undone. */
import type { DomainEvent, Metadata, Recorded } from '../event.ts';
import type { Reach } from './inverse.ts';

/** Indexes in the history; `end` is exclusive. */
export type Span = { readonly first: number; readonly end: number };

const sameAppend = (one: Metadata, other: Metadata): boolean =>
  one.correlationId === other.correlationId && one.causationId === other.causationId && one.at === other.at;

/** For each event of the history, the end of its run of events of the same cause. */
const endsOfRuns = (history: readonly Recorded<DomainEvent>[]): readonly number[] => {
  const causes = history.map(({ metadata }) => metadata.correlationId);
  const ends = new Array<number>(causes.length);
  for (let index = causes.length - 1; index >= 0; index -= 1)
    ends[index] = causes[index + 1] === causes[index] ? (ends[index + 1] ?? index + 1) : index + 1;
  return ends;
};

export const spansOf = (
  history: readonly Recorded<DomainEvent>[],
  indexes: readonly number[],
  reachOf: (index: number) => Reach,
): ReadonlyMap<number, Span> => {
  const ends = endsOfRuns(history);
  const spanOf = (index: number): Span => {
    const { makes, previous, next } = reachOf(index);
    const end = index + 1;
    if (makes !== undefined) return { first: index, end: ends[index] ?? end };
    const isPart = (other: number, type: string | undefined): boolean => {
      const [event, own] = [history[other], history[index]];
      return (
        event !== undefined && own !== undefined && event.type === type && sameAppend(event.metadata, own.metadata)
      );
    };
    return { first: isPart(index - 1, previous) ? index - 1 : index, end: isPart(end, next) ? end + 1 : end };
  };
  return new Map(indexes.map((index) => [index, spanOf(index)]));
};
