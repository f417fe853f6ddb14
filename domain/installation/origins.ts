/** The rules of an installation's origins: each must be proven to be the institute's before its browsers are trusted. */
import type { Decisions } from '../deciding.ts';
import { Refused } from '../errors.ts';
import { ACCESS } from '../limits.ts';
import { mustExist } from '../must-exist.ts';
import type { InstallationEvent } from './events.ts';
import { parseOrigin } from './origin.ts';
import { FINAL, mustNotBeOver, type Origin, type Present } from './state.ts';

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

export const originDecisions: Decisions<Present, OriginCommand, InstallationEvent> = {
  AddOrigin: (state, { originId, origin: text, proof }) => {
    mustNotBeOver(state);
    const origin = parseOrigin(text);
    const inUse = state.origins.filter(({ status }) => status !== 'revoked');
    if (inUse.some((each) => each.origin === origin))
      throw new Refused('conflict', 'origin_exists', 'the installation already has this origin', { field: 'origin' });
    if (inUse.length >= ACCESS.origins)
      throw new Refused('conflict', 'too_many_origins', `an installation has at most ${ACCESS.origins} origins`, {
        field: 'origin',
      });
    return [{ type: 'OriginAdded', data: { originId, origin, proof } }];
  },
  RequestOriginCheck: (state, { originId }) => {
    mustNotBeOver(state);
    const { status, attempts } = originIn(state, originId);
    if (status === 'revoked')
      throw new Refused('conflict', 'origin_revoked', 'the origin was revoked', { accepted: 'add it again' });
    const isAwaited = status === 'pending' && attempts === 0;
    return isAwaited || status === 'verified' ? [] : [{ type: 'OriginCheckRequested', data: { originId } }];
  },
  RecordOriginCheck: (state, { originId, attempt, error, now }) => {
    // The checker was still running when the installation ended.
    if (FINAL.has(state.status)) return [];
    const { status, attempts } = originIn(state, originId);
    // The checker was late, or the origin has been revoked since.
    if (status !== 'pending' || attempt !== attempts + 1) return [];
    if (error !== null) {
      const wait = WAITS_MS[attempt - 1];
      const retryAt = wait === undefined ? null : now + wait;
      return [{ type: 'OriginCheckFailed', data: { originId, attempt, error, retryAt } }];
    }
    const activated: readonly InstallationEvent[] =
      state.status === 'pending_verification' ? [{ type: 'InstallationActivated', data: {} }] : [];
    return [{ type: 'OriginVerified', data: { originId } }, ...activated];
  },
  RevokeOrigin: (state, { originId }) => {
    mustNotBeOver(state);
    return originIn(state, originId).status === 'revoked' ? [] : [{ type: 'OriginRevoked', data: { originId } }];
  },
};
