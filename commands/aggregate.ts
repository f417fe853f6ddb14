/** Aggregates: one kind of record, its rules, and the streams that contain its history. */
import type { Decider } from '../domain/decider.ts';
import { LaterRelease, Refused } from '../domain/errors.ts';
import type { DomainEvent, Position, Recorded, Revision } from '../domain/event.ts';
import type { StreamKind } from '../domain/stream-kinds.ts';
import { isOfLaterRelease, upcast, upcastAs } from '../domain/upcast.ts';
import type { EventStore } from './ports.ts';

export type Aggregate<State, Command, E extends DomainEvent> = {
  readonly stream: (workspace: string, id: string) => string;
  readonly decider: Decider<State, Command, E>;
  /**
   * Cleans the texts that people and keys send (`text/`); parsers have cleaned those of providers. Throws `Refused('invalid')` for a
   * blank name.
   */
  readonly cleaned: (command: Command) => Command;
  /** True for an event that makes all earlier ones irrelevant to the state: the stream is read back only that far. */
  readonly startsAfresh?: (type: string) => boolean;
};

export type Loaded<State> = {
  readonly state: State;
  /** Of the last event; null for a stream without events. */
  readonly revision: Revision | null;
  readonly position: Position | null;
  /** The ids of the events that the state was folded from. */
  readonly eventIds: ReadonlySet<string>;
  /** The first event that only a later release can read. The state ends before it, so nothing may be decided from this state. */
  readonly unread: Recorded | null;
};

/** `{kind}-{workspace}~{id}`, the stream name of every record in a workspace. */
export const streamsOf =
  (kind: StreamKind) =>
  (workspace: string, id: string): string =>
    `${kind}-${workspace}~${id}`;

/** For commands whose only texts are identifiers. */
export const withoutTexts = <Command>(command: Command): Command => command;

const backTo = async (
  events: EventStore,
  stream: string,
  startsAfresh: (type: string) => boolean,
): Promise<readonly Recorded[]> => {
  const read: Recorded[] = [];
  for await (const event of events.readStream(stream, { direction: 'backwards' })) {
    read.push(event);
    if (startsAfresh(upcast(event).type)) break;
  }
  return read.reverse();
};

export type Foldable<State, E extends DomainEvent> = Pick<Aggregate<State, never, E>, 'stream' | 'startsAfresh'> & {
  readonly decider: Pick<Decider<State, never, E>, 'initial' | 'evolve'>;
};

/** Loads the current state of one aggregate. Throws `Unavailable`. */
export const loadState = async <State, E extends DomainEvent>(
  events: EventStore,
  aggregate: Foldable<State, E>,
  workspace: string,
  id: string,
): Promise<Loaded<State>> => {
  const { decider, startsAfresh } = aggregate;
  const stream = aggregate.stream(workspace, id);
  const eventIds = new Set<string>();
  let state = decider.initial;
  let last: Recorded | null = null;
  let unread: Recorded | null = null;
  const history = startsAfresh === undefined ? events.readStream(stream) : await backTo(events, stream, startsAfresh);
  for await (const event of history) {
    if (isOfLaterRelease(event)) unread ??= event;
    if (unread === null) state = decider.evolve(state, upcastAs<E>(event));
    eventIds.add(event.id);
    last = event;
  }
  return { state, revision: last?.revision ?? null, position: last?.position ?? null, eventIds, unread };
};

/** Throws `Refused('unavailable')` if a stream was read only in part: deciding from half of it would be guessing. */
export const mustBeRead = ({ unread }: Pick<Loaded<unknown>, 'unread'>): void => {
  if (unread !== null) throw new Refused('unavailable', 'later_release', new LaterRelease(unread).reason);
};
