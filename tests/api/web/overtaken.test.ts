/** Writes that another's write overtook: reported with what stands now, or sent again where that changes nothing. */
import assert from 'node:assert/strict';
import { Failure } from '../../../api/web/client/failure.ts';
import { orOvertaken, Overtaken, retried } from '../../../api/web/parts/editing/overtaken.ts';
import { suite } from '../../support/suite.ts';

type Seen = { readonly etag: number; readonly isHidden: boolean };

const overtaken = suite('a write that was overtaken');

const refused = (status: number): Promise<never> => Promise.reject(new Failure(status, null));

overtaken('is reported with the present state, and any other failure as it is', async () => {
  const now: Seen = { etag: 2, isHidden: false };
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

/** Refuses the first writes, each because of another's. */
const behind = (writes: number, isHidden = false) => {
  let etag = 0;
  return (on: Seen): Promise<number> => {
    if (etag < writes) etag += 1;
    else if (on.etag === etag) return Promise.resolve(on.etag);
    return orOvertaken(
      () => refused(412),
      () => Promise.resolve({ etag, isHidden }),
    );
  };
};

const SEEN: Seen = { etag: 0, isHidden: false };

overtaken('is sent again on what stands now while it still makes sense', async () => {
  assert.equal(await retried(SEEN, behind(2), ({ isHidden }) => !isHidden), 2);
  assert.equal(await retried(SEEN, behind(1, true), ({ isHidden }) => !isHidden), null);
});

overtaken('is given up after a few attempts', async () => {
  await assert.rejects(
    retried(SEEN, behind(9), () => true),
    Overtaken,
  );
});
