/** Undoing what happened to one record: decided on its present state, and again if that has changed meanwhile. */
import { setTimeout as pause } from 'node:timers/promises';
import { Refused } from '../../domain/errors.ts';
import type { DomainEvent, Position } from '../../domain/event.ts';
import type { Plan, Undone } from '../../domain/undo/plan.ts';
import { loadState, mustBeRead, type Aggregate, type Loaded } from '../aggregate.ts';
import type { Caller } from '../caller.ts';
import { eventIdOf } from '../event-id.ts';
import { handle, type Deps } from '../handle.ts';
import { userOf } from '../identity/users.ts';
import type { StateStore } from '../ports.ts';
import { kindOf } from '../stream-kind.ts';
import type { History, UndoAggregate, UndoCommand } from './history.ts';
import { UNDOABLE } from './kinds.ts';

export type UndoDeps = Deps & { readonly state: StateStore };

export type StreamUndone = {
  readonly undone: readonly Undone[];
  /** The types of the events appended, or that would be. */
  readonly appended: readonly string[];
  /** Whether the same undo had been carried out before: then all that it could do is done. */
  readonly isRepeated: boolean;
  /** Null if nothing was appended. */
  readonly position: Position | null;
};

const ATTEMPTS = 20;
const LONGEST_PAUSE_MS = 250;

const JOINS: ReadonlySet<string> = new Set(['MemberAdded', 'MemberInvited']);

/** Who was erased as a user comes back by an invitation alone. */
const mustBeKnown = async ({ state }: UndoDeps, id: string, decided: readonly DomainEvent[]): Promise<void> => {
  if (decided.some(({ type }) => JOINS.has(type)) && (await userOf({ state }, id)) === null)
    throw new Refused('conflict', 'user_erased', 'the user was erased; invite them again');
};

/** Appends what was decided on the history as it was loaded. Throws `Refused('stale')` if that is no longer the present one. */
const appendPlan = async (
  deps: UndoDeps,
  aggregate: UndoAggregate,
  id: string,
  command: UndoCommand,
  caller: Caller,
  loaded: Loaded<History>,
  { undone, decided }: Plan,
): Promise<Position | null> => {
  const planned: Aggregate<History, UndoCommand, DomainEvent> = {
    ...aggregate,
    // The commands that the undo comes to have been cleaned.
    cleaned: (asked) => asked,
    decider: { ...aggregate.decider, decide: () => decided },
  };
  const because = undone.find(({ changes }) => changes.length > 0)?.event.id ?? caller.causationId;
  const options = { loaded, ...(loaded.revision === null ? {} : { ifRevision: loaded.revision }) };
  const done = await handle(deps, planned, id, command, { ...caller, causationId: because }, options);
  return done.position;
};

/** Null for a kind of stream in which nothing can be undone. */
export const undoableOf = (stream: string, workspace: string): { aggregate: UndoAggregate; id: string } | null => {
  const kind = kindOf(stream, workspace);
  const aggregate = Object.hasOwn(UNDOABLE, kind) ? UNDOABLE[kind as keyof typeof UNDOABLE] : undefined;
  if (aggregate === undefined) return null;
  return { aggregate, id: kind === 'workspace' ? workspace : stream.slice(stream.indexOf('~') + 1) };
};

/**
 * What became, or with `dryRun` would become, of the events. All that is undone is one append, caused by the newest of them.
 * What `check` throws ends it before anything is appended. Carried out once for one `caller.commandId`, however often it is sent.
 */
export const undoInStream = async (
  deps: UndoDeps,
  { aggregate, id }: { readonly aggregate: UndoAggregate; readonly id: string },
  command: UndoCommand,
  caller: Caller,
  {
    dryRun,
    check = () => undefined,
  }: { readonly dryRun: boolean; readonly check?: (undone: readonly Undone[]) => void },
): Promise<StreamUndone> => {
  const { workspace, commandId } = caller;
  const first = eventIdOf(commandId, aggregate.stream(workspace, id), command)(0);
  for (let attempt = 1; ; attempt += 1) {
    const loaded = await loadState(deps.events, aggregate, workspace, id);
    mustBeRead(loaded);
    const plan = aggregate.plan(command, loaded.state);
    check(plan.undone);
    const report = { undone: plan.undone, appended: plan.decided.map(({ type }) => type) };
    const isRepeated = loaded.eventIds.has(first);
    if (dryRun || isRepeated || plan.decided.length === 0) return { ...report, isRepeated, position: loaded.position };
    if (aggregate === UNDOABLE.member) await mustBeKnown(deps, id, plan.decided);
    try {
      const position = await appendPlan(deps, aggregate, id, command, caller, loaded, plan);
      return { ...report, isRepeated, position };
    } catch (error) {
      if (!(error instanceof Refused) || error.kind !== 'stale') throw error;
      if (attempt === ATTEMPTS)
        throw new Refused('conflict', 'concurrent_changes', 'others kept changing it; try again');
    }
    await pause(Math.random() * Math.min(LONGEST_PAUSE_MS, 2 ** attempt));
  }
};
