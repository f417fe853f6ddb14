/** Runs a command: loads the stream, decides, appends at the loaded revision, and retries if the stream has changed. */
import type { RetryContext } from 'p-retry';
import { fold } from '../domain/decider.ts';
import { Refused } from '../domain/errors.ts';
import type { DomainEvent, Position, Revision } from '../domain/event.ts';
import { defined } from '../domain/own.ts';
import { kindOf } from '../domain/stream-kinds.ts';
import { schemaVersionOf, upcastAs } from '../domain/upcast.ts';
import { loadState, mustBeRead, type Aggregate, type Loaded } from './aggregate.ts';
import { appendDecision } from './append.ts';
import { metadataOf, type Caller } from './caller.ts';
import { eventIdOf } from './event-id.ts';
import { WrongExpectedRevision, type Clock, type EventStore, type Ids, type WatchCommand } from './ports.ts';
import { retried } from './retried.ts';

export type Deps = {
  readonly events: EventStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly watchCommand?: WatchCommand;
};

export type HandleOptions<State> = {
  /** The revision that the caller has seen: decided only at this one, `Refused('stale')` at any other. */
  readonly ifRevision?: Revision;
  /** What was loaded a moment ago (`loadState`), so that the first attempt need not read. If it is stale, that costs one retry. */
  readonly loaded?: Loaded<State>;
  /** Makes the same decision, but appends nothing. */
  readonly dryRun?: boolean;
};

/** A command derived from the state it is decided on. */
export type FromState<State, Command extends { readonly type: string }> = {
  readonly type: Command['type'];
  /** The request as JSON: repeated with the same `caller.commandId`, it is executed only once, whatever the current state. */
  readonly asked: unknown;
  /** Called again if the stream has changed. Null: there is nothing to do. */
  readonly from: (state: State) => Command | null | Promise<Command | null>;
  /** The event that led to it. Default: `caller.causationId`. */
  readonly causedBy?: (command: Command) => string | null;
  /** What the events undo (`Metadata.undoes`), by their index. */
  readonly undoes?: (command: Command) => ReadonlyMap<number, readonly string[]>;
};

export type Handled<State, E> = {
  /** Of the stream's last event, new or old; null for a stream without events. */
  readonly revision: Revision | null;
  /** Of that event: read models that have reached it show the outcome. */
  readonly position: Position | null;
  /** What this command decided; none if its outcome already held. */
  readonly events: readonly E[];
  readonly state: State;
  /** The same command with the same id had already been executed. */
  readonly isRepeated: boolean;
};

/** With jitter, 20 attempts let hundreds of concurrent writers of one stream succeed. */
const ROUNDS = { retries: 19, minTimeout: 4, factor: 1.3, randomize: true };

export const stale = (): Refused => new Refused('stale', 'stale_revision', 'it has changed since you last read it');

const carryOut = async <State, Command extends { readonly type: string }, E extends DomainEvent>(
  { events, clock }: Pick<Deps, 'events' | 'clock'>,
  aggregate: Aggregate<State, Command, E>,
  id: string,
  request: FromState<State, Command>,
  caller: Caller,
  options: HandleOptions<State> = {},
): Promise<Handled<State, E>> => {
  const { decider } = aggregate;
  const { workspace, commandId } = caller;
  const stream = aggregate.stream(workspace, id);
  const eventId = eventIdOf(commandId, stream, request.asked);

  const attempt = async (number: number): Promise<Handled<State, E>> => {
    const before = number === 1 ? options.loaded : undefined;
    const loaded = before ?? (await loadState(events, aggregate, workspace, id));
    const { state, revision, position, eventIds } = loaded;
    if (eventIds.has(eventId(0))) {
      const earlier: E[] = [];
      let recorded = 0;
      for await (const event of events.readStream(stream)) {
        if (event.id !== eventId(recorded)) continue;
        recorded += 1;
        const { type, data } = upcastAs<E>(event);
        earlier.push({ type, data } as DomainEvent as E);
      }
      return { revision, position, events: earlier, state, isRepeated: true };
    }
    const isStale = options.ifRevision !== undefined && options.ifRevision !== revision;
    // If the record does not exist, the decider reports that.
    if (isStale && revision !== null) throw stale();

    mustBeRead(loaded);
    const present = await request.from(state);
    const command = present === null ? null : aggregate.cleaned(present);
    const decided = command === null ? [] : decider.decide(command, state);
    if (isStale) throw stale();
    if (command === null || decided.length === 0 || options.dryRun === true)
      return { revision, position, events: decided, state: fold<State, E>(decider, decided, state), isRepeated: false };

    const causationId = request.causedBy === undefined ? caller.causationId : request.causedBy(command);
    const metadata = metadataOf({ ...caller, causationId }, clock.now());
    const undoes = request.undoes?.(command);
    const batch = decided.map((event, index) => ({
      ...event,
      id: eventId(index),
      schemaVersion: schemaVersionOf(event.type),
      metadata: { ...metadata, ...defined({ undoes: undoes?.get(index) }) },
    }));
    const appended = await appendDecision(events, stream, batch, revision ?? 'none');
    return { ...appended, events: decided, state: fold<State, E>(decider, decided, state), isRepeated: false };
  };
  const shouldRetry = ({ error }: RetryContext): boolean =>
    error instanceof WrongExpectedRevision && options.ifRevision === undefined;
  return retried(attempt, () => ({ ...ROUNDS, shouldRetry })).catch((error: unknown) => {
    if (!(error instanceof WrongExpectedRevision)) throw error;
    if (options.ifRevision !== undefined) throw stale();
    throw new Refused('conflict', 'concurrent_changes', 'others kept changing it; try again');
  });
};

/** `handle` for a command derived from the state. Also throws what `from` throws. */
export const handleFrom = <State, Command extends { readonly type: string }, E extends DomainEvent>(
  deps: Pick<Deps, 'events' | 'clock' | 'watchCommand'>,
  aggregate: Aggregate<State, Command, E>,
  id: string,
  request: FromState<State, Command>,
  caller: Caller,
  options: HandleOptions<State> = {},
): Promise<Handled<State, E>> => {
  const work = (): Promise<Handled<State, E>> => carryOut(deps, aggregate, id, request, caller, options);
  if (deps.watchCommand === undefined || options.dryRun === true) return work();
  const { workspace, correlationId } = caller;
  const kind = kindOf(aggregate.stream(workspace, id), workspace);
  return deps.watchCommand({ kind, type: request.type, correlationId }, work);
};

/**
 * Executes a command: once for one `caller.commandId`, however often it is sent. Throws what the decider throws;
 * `Refused('stale')` if `ifRevision` is not the current revision; `Refused('conflict')` if others were faster in every attempt;
 * `Refused('unavailable')` if the stream has events that only a later release can read; `Refused('invalid', 'too_large')` if the
 * decision exceeds one append; `Unavailable` if the store cannot be reached: the outcome is then unknown.
 */
export const handle = <State, Command extends { readonly type: string }, E extends DomainEvent>(
  deps: Pick<Deps, 'events' | 'clock' | 'watchCommand'>,
  aggregate: Aggregate<State, Command, E>,
  id: string,
  command: Command,
  caller: Caller,
  options: HandleOptions<State> = {},
): Promise<Handled<State, E>> =>
  handleFrom(deps, aggregate, id, { type: command.type, asked: command, from: () => command }, caller, options);
