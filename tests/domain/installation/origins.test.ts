/** An origin: verified as the institute's own, failed after five checks, checked again on request. */
import type { InstallationEvent } from '../../../domain/installation/events.ts';
import { installation, type InstallationCommand } from '../../../domain/installation/installation.ts';
import { ACCESS } from '../../../domain/limits.ts';
import { given } from '../../support/given.ts';
import { suite } from '../../support/suite.ts';
import {
  activated,
  checkFailed,
  checkRequested,
  created,
  disabled,
  NOW,
  originAdded,
  originRevoked,
  originVerified,
  SITE,
} from './samples.ts';

const add = (origin: string, originId = 'o1'): InstallationCommand => ({
  type: 'AddOrigin',
  originId,
  origin,
  proof: `proof of ${originId}`,
});
const record = (attempt: number, error: string | null = null, originId = 'o1'): InstallationCommand => ({
  type: 'RecordOriginCheck',
  originId,
  attempt,
  error,
  now: NOW,
});
const request: InstallationCommand = { type: 'RequestOriginCheck', originId: 'o1' };
const revoke: InstallationCommand = { type: 'RevokeOrigin', originId: 'o1' };

const origins = suite('an origin');

origins('is normalized as browsers send it', () => {
  given(installation, created).when(add(SITE)).then(originAdded());
  for (const spelling of ['HTTPS://Museum.Example/', ' https://museum.example:443 '])
    given(installation, created).when(add(spelling)).then(originAdded());
  given(installation, created).when(add('http://0x7f.1:8080')).then(originAdded('o1', 'http://127.0.0.1:8080'));
  given(installation, created)
    .when(add('https://müller.example'))
    .then(originAdded('o1', 'https://xn--mller-kva.example'));
});

origins('is refused if it is not just a scheme, a host and a port', () => {
  for (const text of [
    '',
    'museum.example',
    'https://',
    'ftp://museum.example',
    'https://museum.example/path',
    'https://museum.example?',
    'https://museum.example#top',
    'https://user@museum.example',
    'https://*.museum.example',
    'https://museum.example\\',
    'null',
    `https://${'a'.repeat(300)}.example`,
  ])
    given(installation, created).when(add(text)).thenRefused('invalid', 'invalid_origin');
});

origins('is listed once, until it is revoked', () => {
  given(installation, created, originAdded()).when(add(SITE, 'o2')).thenRefused('conflict', 'origin_exists');
  given(installation, created, originAdded(), originRevoked()).when(add(SITE, 'o2')).then(originAdded('o2'));
});

origins('counts towards a limit, unless revoked', () => {
  const many = Array.from({ length: ACCESS.origins }, (_, n) => originAdded(`o${n}`, `https://${n}.example`));
  given(installation, created, ...many)
    .when(add(SITE, 'more'))
    .thenRefused('conflict', 'too_many_origins');
  given(installation, created, ...many, originRevoked('o7'))
    .when(add(SITE, 'more'))
    .then(originAdded('more'));
});

origins('that was never added is not found', () => {
  for (const command of [record(1), request, revoke])
    given(installation, created).when(command).thenRefused('not_found', 'origin_not_found');
});

origins('that is the first to be verified activates the installation', () => {
  given(installation, created, originAdded()).when(record(1)).then(originVerified(), activated);
  given(installation, created, originAdded(), originAdded('o2', 'https://b.example'), originVerified(), activated)
    .when(record(1, null, 'o2'))
    .then(originVerified('o2'));
});

origins('that is verified does not enable a disabled installation', () =>
  given(installation, created, originAdded(), activated, disabled).when(record(1)).then(originVerified()),
);

origins('is checked five times at growing intervals, and then fails', () => {
  const failed: InstallationEvent[] = [];
  for (const [index, wait] of [5_000, 30_000, 120_000, 600_000, null].entries()) {
    const next = checkFailed(index + 1, wait === null ? null : NOW + wait);
    given(installation, created, originAdded(), ...failed)
      .when(record(index + 1, 'not there'))
      .then(next);
    failed.push(next);
  }
  given(installation, created, originAdded(), ...failed)
    .when(record(6, 'not there'))
    .thenNothing();
  given(installation, created, originAdded(), ...failed)
    .when(record(6))
    .thenNothing();
});

origins('is verified in a later attempt as in the first', () =>
  given(installation, created, originAdded(), checkFailed(1, NOW)).when(record(2)).then(originVerified(), activated),
);

origins('ignores a check that is late or early', () => {
  for (const attempt of [0, 1, 3])
    for (const error of [null, 'not there'])
      given(installation, created, originAdded(), checkFailed(1, NOW)).when(record(attempt, error)).thenNothing();
  given(installation, created, originAdded(), originVerified(), activated).when(record(1, 'not there')).thenNothing();
});

origins('is checked again on request, from the first attempt', () => {
  const givenUp = [created, originAdded(), checkFailed(5, null)];
  given(installation, ...givenUp)
    .when(request)
    .then(checkRequested());
  given(installation, ...givenUp, checkRequested())
    .when(request)
    .thenNothing();
  given(installation, ...givenUp, checkRequested())
    .when(record(1, 'not there'))
    .then(checkFailed(1, NOW + 5_000));
  // Before its retry time, too.
  given(installation, created, originAdded(), checkFailed(1, NOW + 5_000))
    .when(request)
    .then(checkRequested());
});

origins('that is pending or verified ignores a request to check it', () => {
  given(installation, created, originAdded()).when(request).thenNothing();
  given(installation, created, originAdded(), originVerified(), activated).when(request).thenNothing();
});

origins('is revoked for good, in any state', () => {
  for (const before of [[], [originVerified(), activated], [checkFailed(5, null)]])
    given(installation, created, originAdded(), ...before)
      .when(revoke)
      .then(originRevoked());
  const over = [created, originAdded(), originRevoked()];
  given(installation, ...over)
    .when(revoke)
    .thenNothing();
  given(installation, ...over)
    .when(request)
    .thenRefused('conflict', 'origin_revoked');
});

origins('that was revoked during a check stays revoked', () => {
  for (const error of [null, 'not there'])
    given(installation, created, originAdded(), originRevoked()).when(record(1, error)).thenNothing();
});
