/** Reading the log: the half of the event store that queries may use too. */
import type { Position, Recorded, Revision } from './event.ts';

export type ReadStreamOptions = {
  /** First revision read, inclusive. Default: the first one forwards, the last one backwards. */
  readonly from?: Revision;
  readonly direction?: 'forwards' | 'backwards';
  /** At least 1. */
  readonly limit?: number;
};

export type ReadAllOptions = {
  /** Exclusive. Forwards: only events after it; backwards: only events before it. Default: all. */
  readonly from?: Position;
  readonly direction?: 'forwards' | 'backwards';
  readonly limit?: number;
  /** False if only stream, type and metadata are needed: a store may then omit the data, as null. Default: true. */
  readonly withData?: boolean;
};

/** All calls throw `Unavailable` when the store cannot be reached within the adapter's own time-out. */
export interface EventLog {
  /** The events of a stream; none if it does not exist. */
  readStream(stream: string, options?: ReadStreamOptions): AsyncIterable<Recorded>;
  /** All events in order of position, up to the end of the log at the time of reading. */
  readAll(options?: ReadAllOptions): AsyncIterable<Recorded>;
  /** Position of the last event in the log, or a later one that subscriptions also reach; `BEGINNING` if there is none. */
  head(): Promise<Position>;
  /** How far the log has ever come, including deleted events: no reader of this log can be past it. Never before `head`. */
  end(): Promise<Position>;
}
