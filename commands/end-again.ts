/** Ends again, in a restored log, what had ended in the log that it replaces. */
import { fold } from '../domain/decider.ts';
import { endedApiKey, endedInstallation, endedMembership } from '../domain/ended.ts';
import { LaterRelease, Refused } from '../domain/errors.ts';
import type { DomainEvent, Recorded } from '../domain/event.ts';
import { isOfLaterRelease, upcastAs } from '../domain/upcast.ts';
import { nameIn } from '../domain/stream-kinds.ts';
import type { Aggregate } from './aggregate.ts';
import { loadState } from './aggregate.ts';
import { apiKeyAggregate, memberAggregate } from './aggregates.ts';
import { causedBy, newCaller } from './caller.ts';
import { handle, type Deps } from './handle.ts';
import { installationAggregate } from './installation.ts';

const ACTOR = { type: 'system', id: 'restore' } as const;

export const restorer = ({ ids }: Deps, workspace: string) => newCaller(ids, workspace, ACTOR);

/** An event that a restore repeated counts as the one that it repeats. */
export const originOf = ({ id, metadata: { actor, causationId } }: Recorded): string =>
  actor.type === ACTOR.type && actor.id === ACTOR.id && causationId !== null ? causationId : id;

/** How a record of access stood at the end of the replaced log. Serializable. */
export type Stood = {
  readonly stream: string;
  readonly workspace: string;
  readonly state: unknown;
  /** Its last event: a restored stream that has it is not older. */
  readonly last: string;
};

/** `id`: of the record, and of its origin or credential if only that ended. */
export type EndedAgain = { readonly what: string; readonly workspace: string; readonly id: string };

const WHAT: Readonly<Record<string, string>> = {
  RemoveMember: 'membership',
  ChangeMemberRole: 'role',
  RevokeApiKey: 'key',
  ChangeApiKey: 'key',
  RevokeCredential: 'credential',
  RevokeOrigin: 'origin',
  MoveInstallation: 'installation',
};

const kind = <State, Command extends { readonly type: string }, E extends DomainEvent>(
  aggregate: Aggregate<State, Command, E>,
  ended: (replaced: State, restored: State, id: string) => readonly Command[],
) => ({
  stateAfter: (events: readonly Recorded[]): unknown =>
    fold<State, E>(
      aggregate.decider,
      events.map((event) => upcastAs<E>(event)),
    ),
  again: async (deps: Deps, { stream, workspace, state, last }: Stood): Promise<readonly EndedAgain[]> => {
    for await (const event of deps.events.readStream(stream)) if (originOf(event) === last) return [];
    const id = nameIn(stream);
    const restored = await loadState(deps.events, aggregate, workspace, id);
    const done: EndedAgain[] = [];
    for (const command of ended(state as State, restored.state, id)) {
      await handle(deps, aggregate, id, command, causedBy(deps.ids, restorer(deps, workspace), last));
      const { credentialId, originId } = command as { readonly credentialId?: string; readonly originId?: string };
      const part = credentialId ?? originId;
      done.push({
        what: WHAT[command.type] ?? command.type,
        workspace,
        id: part === undefined ? id : `${id}/${part}`,
      });
    }
    return done;
  },
});

const KINDS = {
  'member-': kind(memberAggregate, endedMembership),
  'api-key-': kind(apiKeyAggregate, endedApiKey),
  'installation-': kind(installationAggregate, endedInstallation),
} as const;
type Prefix = keyof typeof KINDS;

/** Of the streams that give access. */
export const ACCESS_PREFIXES = Object.keys(KINDS) as readonly Prefix[];

const kindOf = (stream: string) => KINDS[ACCESS_PREFIXES.find((prefix) => stream.startsWith(prefix)) ?? 'member-'];

/** `events`: all of one stream of access, at least one. Throws `LaterRelease`. */
export const stoodAfter = (events: readonly [Recorded, ...Recorded[]]): Stood => {
  const last = events.at(-1) ?? events[0];
  const { stream, metadata } = last;
  const later = events.find(isOfLaterRelease);
  if (later !== undefined) throw new LaterRelease(later);
  return { stream, workspace: metadata.workspace, state: kindOf(stream).stateAfter(events), last: originOf(last) };
};

/** `unread`: streams that this release cannot change. Throws `Unavailable`. */
export const endAgain = async (deps: Deps, stood: readonly Stood[]) => {
  const done: EndedAgain[] = [];
  const unread: string[] = [];
  for (const each of stood)
    try {
      done.push(...(await kindOf(each.stream).again(deps, each)));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      unread.push(each.stream);
    }
  return { done, unread };
};
