/** The rules of an installation's origins: each must be proven to be the institute's before its browsers are trusted. */
import { Refused } from '../errors.ts';
import { ACCESS } from '../limits.ts';
import { mustExist } from '../must-exist.ts';
import type { InstallationEvent } from './events.ts';
import { parseOrigin } from './origin.ts';
import type { Origin, Present } from './state.ts';

export type OriginCommand =
  | { readonly type: 'AddOrigin'; readonly originId: string; readonly origin: string; readonly proof: string }
  /** Has no effect on a verified origin, whose website would lose trust until it is verified again. */
  | { readonly type: 'RequestOriginCheck'; readonly originId: string }
  /** The result of one attempt, counted from 1 by the checker. `error` null = the proof was found; `now` in epoch ms. */
  | {
      readonly type: 'RecordOriginCheck';
      readonly originId: string;
      readonly attempt: number;
      readonly error: string | null;
      readonly now: number;
    }
  | { readonly type: 'RevokeOrigin'; readonly originId: string };

/** Delay after each failed attempt; after the last one the origin has failed. */
const WAITS_MS = [5_000, 30_000, 120_000, 600_000] as const;
export const LONGEST_WAIT_MS = Math.max(...WAITS_MS);

/** Whether its next check is later. A time further ahead came from a wrong clock. */
export const waits = ({ retryAt }: Pick<Origin, 'retryAt'>, now: number): boolean =>
  retryAt !== null && retryAt > now && retryAt <= now + LONGEST_WAIT_MS;

const originIn = ({ origins }: Present, originId: string): Origin =>
  mustExist(
    origins.find(({ id }) => id === originId),
    'origin',
  );

const mustNotBeRevoked = ({ status }: Origin): void => {
  if (status === 'revoked')
    throw new Refused('conflict', 'origin_revoked', 'the origin was revoked', { accepted: 'add it again' });
};

const added = (
  { originId, origin: text, proof }: Extract<OriginCommand, { type: 'AddOrigin' }>,
  { origins }: Present,
): readonly InstallationEvent[] => {
  const origin = parseOrigin(text);
  const inUse = origins.filter(({ status }) => status !== 'revoked');
  if (inUse.some((each) => each.origin === origin))
    throw new Refused('conflict', 'origin_exists', 'the installation has this origin', { field: 'origin' });
  if (inUse.length >= ACCESS.origins)
    throw new Refused('conflict', 'too_many_origins', `an installation has at most ${ACCESS.origins} origins`, {
      field: 'origin',
    });
  return [{ type: 'OriginAdded', data: { originId, origin, proof } }];
};

/** Nothing for an unexpected attempt: the checker was late, or the origin has been revoked since. */
const checked = (
  { originId, attempt, error, now }: Extract<OriginCommand, { type: 'RecordOriginCheck' }>,
  state: Present,
): readonly InstallationEvent[] => {
  const { status, attempts } = originIn(state, originId);
  if (status !== 'pending' || attempt !== attempts + 1) return [];
  if (error !== null) {
    const wait = WAITS_MS[attempt - 1];
    const retryAt = wait === undefined ? null : now + wait;
    return [{ type: 'OriginCheckFailed', data: { originId, attempt, error, retryAt } }];
  }
  const verified = { type: 'OriginVerified', data: { originId } } as const;
  return state.status === 'pending_verification' ? [verified, { type: 'InstallationActivated', data: {} }] : [verified];
};

export const decideOrigin = (command: OriginCommand, state: Present): readonly InstallationEvent[] => {
  switch (command.type) {
    case 'AddOrigin':
      return added(command, state);
    case 'RequestOriginCheck': {
      const { originId } = command;
      const origin = originIn(state, originId);
      mustNotBeRevoked(origin);
      const isAwaited = origin.status === 'pending' && origin.attempts === 0;
      return isAwaited || origin.status === 'verified' ? [] : [{ type: 'OriginCheckRequested', data: { originId } }];
    }
    case 'RecordOriginCheck':
      return checked(command, state);
    case 'RevokeOrigin': {
      const { originId } = command;
      return originIn(state, originId).status === 'revoked' ? [] : [{ type: 'OriginRevoked', data: { originId } }];
    }
  }
};
