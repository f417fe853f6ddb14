/** Undoes events of one record, as far as its current history allows. */
import { Refused } from '../../domain/errors.ts';
import type { DomainEvent, Position, Recorded } from '../../domain/event.ts';
import { kindOf, nameIn } from '../../domain/stream-kinds.ts';
import type { PublicationEvent } from '../../domain/publication/events.ts';
import type { Undoable, Undoer } from '../../domain/undo/inverse.ts';
import { openUndo, type OpenUndo, type Plan, type Undone } from '../../domain/undo/plan.ts';
import type { FieldsAsked } from '../../domain/undo/selected.ts';
import { UNDOABLES } from '../../domain/undoables.ts';
import { type AdministratorsDeps, whileOthersStay } from '../administrators.ts';
import { type Aggregate, withoutTexts } from '../aggregate.ts';
import {
  apiKeyAggregate,
  categoryAggregate,
  entityAggregate,
  identifierAggregate,
  memberAggregate,
  viewAggregate,
  workspaceAggregate,
} from '../aggregates.ts';
import type { Caller } from '../caller.ts';
import { type Deps, type FromState, handleFrom } from '../handle.ts';
import { userOf } from '../identity/users.ts';
import { installationAggregate } from '../installation.ts';
import { personAggregate } from '../person.ts';
import { projectAggregate } from '../project.ts';
import { publicationAggregate } from '../publication.ts';
import { rejoining } from './rejoin.ts';

export type UndoCommand = {
  readonly type: 'Undo';
  readonly what: { readonly event: string } | { readonly cause: string; readonly upTo: Position };
  readonly by: Undoer;
  readonly fields?: FieldsAsked | undefined;
};

type Planned = Plan & { readonly type: 'Undo' };

/** What has been read of the history; null before the first event. Belongs to one reading, which adds to it. */
type Reading = OpenUndo | null;

/** An event that was just decided is not yet recorded. */
const isRecorded = (event: DomainEvent): event is Recorded => 'position' in event;

/** For one undo: only what it needs of the history is kept. Its commands are cleaned and decided when it is planned. */
const undoAggregate =
  <State, Command extends { readonly type: string }, E extends DomainEvent>(
    { stream, cleaned }: Aggregate<State, Command, E>,
    undoable: Undoable<State, Command, E>,
  ) =>
  ({ what, by, fields }: UndoCommand): Aggregate<Reading, Planned, DomainEvent> => {
    const isChosen = ({ id, metadata, position }: Recorded): boolean =>
      'event' in what ? id === what.event : metadata.correlationId === what.cause && position <= what.upTo;
    const asked = { isChosen, by, fields, isOfCause: 'cause' in what };
    return {
      stream,
      cleaned: withoutTexts,
      decider: {
        initial: null,
        evolve: (reading, event) => {
          const next = reading ?? openUndo(undoable, cleaned, asked);
          if (isRecorded(event)) next.add(event);
          return next;
        },
        decide: ({ decided }) => decided,
      },
    };
  };

/** Each kind that the domain can undo, with its streams: one that is missing does not compile. */
const UNDOABLE: { readonly [Kind in keyof typeof UNDOABLES]: ReturnType<typeof undoAggregate> } = {
  publication: undoAggregate(publicationAggregate, UNDOABLES.publication),
  work: undoAggregate(publicationAggregate, UNDOABLES.work),
  identifier: undoAggregate(identifierAggregate, UNDOABLES.identifier),
  person: undoAggregate(personAggregate, UNDOABLES.person),
  project: undoAggregate(projectAggregate, UNDOABLES.project),
  entity: undoAggregate(entityAggregate, UNDOABLES.entity),
  category: undoAggregate(categoryAggregate, UNDOABLES.category),
  member: undoAggregate(memberAggregate, UNDOABLES.member),
  'api-key': undoAggregate(apiKeyAggregate, UNDOABLES['api-key']),
  installation: undoAggregate(installationAggregate, UNDOABLES.installation),
  workspace: undoAggregate(workspaceAggregate, UNDOABLES.workspace),
  view: undoAggregate(viewAggregate, UNDOABLES.view),
};

export type UndoDeps = Deps & AdministratorsDeps;

type StreamUndone = {
  readonly undone: readonly Undone[];
  readonly isRepeated: boolean;
  /** Null if nothing was appended. */
  readonly position: Position | null;
};

/** An erased user has no address to be invited by. */
const mustBeKnown = async ({ state }: UndoDeps, id: string, decided: readonly DomainEvent[]): Promise<void> => {
  if (decided.some(({ type }) => type === 'MemberInvited') && (await userOf({ state }, id)) === null)
    throw new Refused('conflict', 'user_erased', 'the user was erased; invite them again');
};

/** A record whose events can be undone. */
export type UndoableRecord = { readonly kind: keyof typeof UNDOABLE; readonly id: string };

/** Null for kinds of streams in which nothing can be undone. */
export const undoableOf = (stream: string, workspace: string): UndoableRecord | null => {
  const kind = kindOf(stream, workspace);
  if (!Object.hasOwn(UNDOABLE, kind)) return null;
  return { kind: kind as UndoableRecord['kind'], id: kind === 'workspace' ? workspace : nameIn(stream) };
};

type UndoOptions = {
  readonly dryRun: boolean;
  readonly check?: (undone: readonly Undone[]) => void;
};

const undoBy = async (
  deps: UndoDeps,
  { kind, id }: UndoableRecord,
  command: UndoCommand,
  caller: Caller,
  { dryRun, check = () => undefined }: UndoOptions,
): Promise<StreamUndone> => {
  const planOn = (reading: Reading): Plan => {
    const plan = reading?.plan() ?? { undone: [], decided: [], undoes: new Map() };
    check(plan.undone);
    return plan;
  };
  const rejoin = rejoining(deps, caller, id);
  let planned = null as Plan | null;
  const undo: FromState<Reading, Planned> = {
    type: 'Undo',
    asked: command,
    from: async (reading) => {
      planned = planOn(reading);
      if (!dryRun && kind === 'member') await mustBeKnown(deps, id, planned.decided);
      if (!dryRun && (kind === 'publication' || kind === 'work'))
        await rejoin(planned.decided as readonly PublicationEvent[]);
      return { type: 'Undo', ...planned };
    },
    causedBy: ({ undone }) => undone.find(({ changes }) => changes.length > 0)?.event.id ?? caller.causationId,
    undoes: ({ undoes }) => undoes,
  };
  const { state, isRepeated, position } = await handleFrom(deps, UNDOABLE[kind](command), id, undo, caller, { dryRun });
  const { undone } = planned ?? planOn(state);
  return { undone, isRepeated, position };
};

/**
 * The outcomes of the events, or with `dryRun` what they would be. Everything undone is one append, caused by the newest event.
 * If `check` throws, nothing is appended. Executed once for one `caller.commandId`, however often it is sent.
 */
export const undoInStream = async (
  deps: UndoDeps,
  record: UndoableRecord,
  command: UndoCommand,
  caller: Caller,
  options: UndoOptions,
): Promise<StreamUndone> => {
  const undo = (isLastAdmin: boolean): Promise<StreamUndone> =>
    undoBy(deps, record, { ...command, by: { ...command.by, isLastAdmin } }, caller, options);
  if (record.kind !== 'member') return undo(false);
  if (options.dryRun) return undo(!(await deps.hasOtherAdmin(caller.workspace, record.id)));
  return whileOthersStay(deps, caller.workspace, record.id, undo);
};
