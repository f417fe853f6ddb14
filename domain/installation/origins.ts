/** The rules of an installation's origins: shown to be the institute's own before a browser there is believed. */
import { Refused } from '../errors.ts';
import { ACCESS } from '../limits.ts';
import { mustExist } from '../must-exist.ts';
import type { InstallationEvent } from './events.ts';
import { parseOrigin } from './origin.ts';
import type { Origin, Present } from './state.ts';

export type OriginCommand =
  | { readonly type: 'AddOrigin'; readonly originId: string; readonly origin: string; readonly proof: string }
  /** Of a verified origin it decides nothing: its website would not be believed meanwhile. */
  | { readonly type: 'RequestOriginCheck'; readonly originId: string }
  /** Of one attempt, from 1, as the checker counted it. `error` null = the proof was there; `now` in epoch ms. */
  | {
      readonly type: 'RecordOriginCheck';
      readonly originId: string;
      readonly attempt: number;
      readonly error: string | null;
      readonly now: number;
    }
  | { readonly type: 'RevokeOrigin'; readonly originId: string };

/** How long after each failed attempt the next is made; after the last of them the origin has failed. */
const WAITS_MS = [5_000, 30_000, 120_000, 600_000] as const;

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

/** Nothing for an attempt that is not the one awaited: a checker that was late, or the origin was revoked meanwhile. */
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
