/** On whose behalf a command is sent, and what it belongs to. */
import type { Actor, Metadata } from '../domain/event.ts';
import { hashedUuid } from './event-id.ts';
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

/** The id of a request, and whether its client chose it. */
export type RequestId = { readonly id: string; readonly isSent: boolean };

export type Cause = Pick<Metadata, 'correlationId' | 'requestId'>;

/** The correlation of all requests that the actor sends under this id. No one else can add to it, whatever id they send. */
export const correlationSentBy = ({ type, id: actor }: Actor, id: string): string => hashedUuid([type, actor, id]);

export const causeOf = (actor: Actor, { id, isSent }: RequestId): Cause =>
  isSent ? { correlationId: correlationSentBy(actor, id), requestId: id } : { correlationId: id };

/** The metadata of the caller's events. */
export const metadataOf = (
  { workspace, actor, correlationId, requestId, causationId }: Omit<Metadata, 'at'>,
  at: number,
): Metadata => ({
  ...{ workspace, actor, correlationId },
  ...(requestId !== undefined && { requestId }),
  ...{ causationId, at },
});

/** The same caller, sending one more command because of `causationId`; default: because of the caller's own command. */
export const causedBy = (ids: Ids, caller: Caller, causationId: string = caller.commandId): Caller => ({
  ...caller,
  causationId,
  commandId: ids.next(),
});
