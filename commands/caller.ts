/** On whose behalf a command is sent, and what it belongs to. */
import type { Actor, Metadata } from '../domain/event.ts';
import type { Ids } from './ports.ts';

export type Caller = Omit<Metadata, 'at'> & {
  /** The same command with the same id is executed once. Use a fresh id unless it repeats an earlier command. */
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
