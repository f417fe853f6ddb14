/** On whose behalf a command is sent, and what it belongs to. */
import type { Actor } from '../domain/event.ts';
import type { Ids } from './ports.ts';

export type Caller = {
  readonly workspace: string;
  readonly actor: Actor;
  /** Shared by everything that one request, job or command line causes. */
  readonly correlationId: string;
  /** The id of the event or command that led to this command; null for the first of its correlation. */
  readonly causationId: string | null;
  /** The same command with the same id is carried out once. A fresh id is right for any that does not repeat an earlier one. */
  readonly commandId: string;
};

/** The caller at the beginning of a chain of cause and effect. */
export const newCaller = (ids: Ids, workspace: string, actor: Actor): Caller => ({
  workspace,
  actor,
  correlationId: ids.next(),
  causationId: null,
  commandId: ids.next(),
});

/** The same caller, sending one more command because of `causationId`; default: because of the caller's own command. */
export const causedBy = (ids: Ids, caller: Caller, causationId: string = caller.commandId): Caller => ({
  ...caller,
  causationId,
  commandId: ids.next(),
});
