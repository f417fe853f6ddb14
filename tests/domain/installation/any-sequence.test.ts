/** Invariants of an installation under any sequence of commands. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fold } from '../../../domain/decider.ts';
import { Refused } from '../../../domain/errors.ts';
import { ACCESS } from '../../../domain/limits.ts';
import { INSTALLATION_SCOPES, PLATFORMS, type InstallationEvent } from '../../../domain/installation/events.ts';
import { installation, type InstallationCommand } from '../../../domain/installation/installation.ts';
import type { Installation } from '../../../domain/installation/state.ts';
import { suite } from '../../support/suite.ts';
import { created } from './samples.ts';

const MOST_ATTEMPTS = 5;
const now = fc.nat(1_000);
const time = fc.oneof(fc.nat(2_000), fc.constant(null));
const known = fc.integer({ min: 0, max: 6 });
const text = fc.oneof(fc.constantFrom('', ' ', 'Museum', 'Archive'), fc.string({ unit: 'binary', maxLength: 8 }));
const origin = fc.oneof(
  fc.constantFrom('https://a.example', 'https://b.example', 'http://c.example/x'),
  fc.webUrl(),
  text,
);
const scopes = fc.array(fc.constantFrom(...INSTALLATION_SCOPES), { maxLength: 5 });
const fields = fc.record({ platform: fc.constantFrom(...PLATFORMS), displayName: text, description: fc.option(text) });

const command: fc.Arbitrary<InstallationCommand> = fc.oneof(
  fc
    .record({ type: fc.constant('CreateInstallation' as const), id: text, scopes })
    .chain((rest) => fields.map((each) => ({ ...rest, ...each }))),
  fc.record({ type: fc.constant('ReviseInstallation' as const), fields, scopes }),
  fc.record({
    type: fc.constant('MoveInstallation' as const),
    move: fc.constantFrom('activate', 'activate', 'activate', 'disable', 'revoke', 'archive'),
  }),
  fc.record({ type: fc.constant('AddOrigin' as const), originId: known.map(String), origin, proof: text }),
  fc.record({ type: fc.constant('RequestOriginCheck' as const), originId: known.map(String) }),
  fc.record({
    type: fc.constant('RecordOriginCheck' as const),
    originId: known.map(String),
    attempt: fc.nat(6),
    error: fc.option(text),
    now,
  }),
  fc.record({ type: fc.constant('RevokeOrigin' as const), originId: known.map(String) }),
  fc.record({
    type: fc.constant('IssueCredential' as const),
    credentialId: known.map(String),
    hash: text,
    expiresAt: time,
    now,
  }),
  fc.record({
    type: fc.constant('RotateCredential' as const),
    credentialId: known.map(String),
    newCredentialId: known.map(String),
    hash: text,
    expiresAt: time,
    oldExpiresAt: fc.nat(2_000),
    now,
  }),
  fc.record({ type: fc.constant('RevokeCredential' as const), credentialId: known.map(String) }),
);

/** Every item added has a unique id, as the API assigns it. */
const withFreshIds = (commands: readonly InstallationCommand[]): readonly InstallationCommand[] => {
  const counts = { origin: 0, credential: 0 };
  return commands.map((each) => {
    if (each.type === 'AddOrigin') return { ...each, originId: String(counts.origin++) };
    if (each.type === 'IssueCredential') return { ...each, credentialId: String(counts.credential++) };
    if (each.type === 'RotateCredential') return { ...each, newCredentialId: String(counts.credential++) };
    return each;
  });
};

const decided = (state: Installation, each: InstallationCommand): readonly InstallationEvent[] => {
  try {
    return installation.decide(each, state);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return [];
  }
};

const soundness = (state: Installation): void => {
  if (state.status === 'absent') return;
  assert.notEqual(state.displayName.trim(), '');
  const inUse = state.origins.filter(({ status }) => status !== 'revoked').map((each) => each.origin);
  assert.equal(new Set(inUse).size, inUse.length, 'an origin is listed twice');
  for (const each of state.origins) {
    assert.ok(each.attempts <= MOST_ATTEMPTS);
    assert.equal(each.status === 'failed' ? each.attempts : MOST_ATTEMPTS, MOST_ATTEMPTS);
    if (each.status !== 'pending') assert.equal(each.retryAt, null);
  }
  if (state.status === 'draft') assert.equal(state.origins.length, 0);
  const forGood = state.credentials.filter((each) => !each.revoked && each.expiresAt === null);
  assert.ok(forGood.length <= ACCESS.credentials);
};

const sequences = suite('any sequence of commands to an installation');

sequences('is refused or decided, and never leaves a final state', () =>
  fc.assert(
    fc.property(fc.array(command, { minLength: 1, maxLength: 60 }), (commands) => {
      let state = fold<Installation, InstallationEvent>(installation, [created]);
      for (const each of withFreshIds(commands)) {
        const before = state.status;
        const events = decided(state, each);
        state = fold<Installation, InstallationEvent>(installation, events, state);
        soundness(state);
        if (before === 'revoked' || before === 'archived') {
          assert.equal(state.status, before);
          assert.ok(events.every(({ type }) => type === 'CredentialRevoked'));
        }
      }
    }),
    { numRuns: 500 },
  ),
);

sequences('decides nothing when repeated, except for what each command creates', () =>
  fc.assert(
    fc.property(fc.array(command, { minLength: 1, maxLength: 30 }), (commands) => {
      let state = fold<Installation, InstallationEvent>(installation, [created]);
      for (const each of withFreshIds(commands)) {
        state = fold<Installation, InstallationEvent>(installation, decided(state, each), state);
        if (each.type !== 'IssueCredential') assert.deepEqual(decided(state, each), []);
      }
    }),
    { numRuns: 200 },
  ),
);

sequences('decides nothing if the installation was never created', () =>
  fc.assert(
    fc.property(command, (each) => {
      if (each.type !== 'CreateInstallation') assert.deepEqual(decided({ status: 'absent' }, each), []);
      else assert.ok(decided({ status: 'absent' }, each).every(({ type }) => type === 'InstallationCreated'));
    }),
  ),
);
