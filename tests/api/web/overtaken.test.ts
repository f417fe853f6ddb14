/** Writes that another's write overtook: reported with what stands now, or sent again where that changes nothing. */
import assert from 'node:assert/strict';
import { Failure } from '../../../api/web/client/failure.ts';
import { orOvertaken, Overtaken, sendWithRetry } from '../../../api/web/parts/editing/overtaken.ts';
import { suite } from '../../support/suite.ts';

type Seen = { readonly etag: string; readonly isHidden: boolean };

const overtaken = suite('a write that was overtaken');

const refused = (status: number): Promise<never> => Promise.reject(new Failure(status, null));

overtaken('is reported with the present state, and any other failure as it is', async () => {
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

/** A record that others write to the given number of times, each just before the write that is tried. */
const behind = (writes: number, isHidden = false) => {
  let version = 0;
  const send = (etag: string): Promise<string> => {
    if (version < writes) version += 1;
    return etag === String(version) ? Promise.resolve(etag) : refused(412);
  };
  const readAgain = (): Promise<Seen> => Promise.resolve({ etag: String(version), isHidden });
  return sendWithRetry({ etag: '0', isHidden: false }, send, readAgain, (now) => !now.isHidden);
};

overtaken('is sent again on what stands now while it still makes sense', async () => {
  assert.equal(await behind(2), '2');
  assert.equal(await behind(1, true), null);
});

overtaken('is given up after a few attempts', () =>
  assert.rejects(behind(9), (error: unknown) => error instanceof Failure && error.kind === 'stale'),
);
