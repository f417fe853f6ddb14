/** Writes that lost a race: reported with the current state, or retried where that is safe. */
import assert from 'node:assert/strict';
import { Failure } from '../../../api/web/client/failure.ts';
import { orOvertaken, Overtaken, sendWithRetry } from '../../../api/web/parts/editing/overtaken.ts';
import { suite } from '../../support/suite.ts';

type Seen = { readonly etag: string; readonly isHidden: boolean };

const overtaken = suite('a write that lost a race');

const refused = (status: number): Promise<never> => Promise.reject(new Failure(status, null));

overtaken('is reported with the current state, and any other failure as it is', async () => {
  const now: Seen = { etag: '2', isHidden: false };
  const found = await orOvertaken(
    () => refused(412),
    () => Promise.resolve(now),
  ).catch((error: unknown) => error);
  assert.ok(found instanceof Overtaken);
  assert.equal(found.now, now);
  await assert.rejects(
    orOvertaken(
      () => refused(409),
      () => Promise.resolve(now),
    ),
    Failure,
  );
});

/** A record that others write the given number of times, each just before the attempted write. */
const behind = (writes: number, isHidden = false) => {
  let version = 0;
  const send = (etag: string): Promise<string> => {
    if (version < writes) version += 1;
    return etag === String(version) ? Promise.resolve(etag) : refused(412);
  };
  const readAgain = (): Promise<Seen> => Promise.resolve({ etag: String(version), isHidden });
  return sendWithRetry({ etag: '0', isHidden: false }, send, readAgain, (now) => !now.isHidden);
};

overtaken('is retried on the current state while it still makes sense', async () => {
  assert.equal(await behind(2), '2');
  assert.equal(await behind(1, true), null);
});

overtaken('is given up after a few attempts', () =>
  assert.rejects(behind(9), (error: unknown) => error instanceof Failure && error.kind === 'stale'),
);
