/** Refusals by MongoDB: a row that it will never accept is named, and no other failure is mistaken for one. */
import assert from 'node:assert/strict';
import { Long, type Document } from 'mongodb';
import { Unavailable } from '../../../../domain/errors.ts';
import { openMongoReadModels } from '../../../../infra/mongodb/rows/index.ts';
import { RowRefused, type ReadModels } from '../../../../projections/ports.ts';
import { batch, paper, papers } from '../../../contracts/read-models/example.ts';
import { mongoDouble, nameOf } from '../../../support/mongodb-double.ts';
import { suite } from '../../../support/suite.ts';
import { closing } from '../../../support/closing.ts';

const TIMEOUT_MS = 1_500;

/** The responses to the first writes of rows; everything else succeeds and finds nothing. */
const answering = async (
  failures: readonly Document[],
  test: (store: ReadModels, sent: readonly Document[]) => Promise<void>,
): Promise<void> => {
  const left = [...failures];
  await using double = closing(
    await mongoDouble(async (command, next) => {
      if (command['find'] !== undefined) return { ok: 1, cursor: { id: Long.ZERO, ns: 'x.y', firstBatch: [] } };
      if (command['update'] === papers.name) return left.shift() ?? { ok: 1, n: 1, nModified: 1 };
      return command['update'] === undefined ? next() : { ok: 1, n: 1, nModified: 1 };
    }),
  );
  await using store = closing(
    await openMongoReadModels({ url: `mongodb://127.0.0.1:${double.port}/t`, timeoutMs: TIMEOUT_MS }),
  );
  await test(store, double.sent);
};

const refusal = (index: number, code: number, errmsg = 'no'): Document => ({ index, code, errmsg });
const rows = ['a', 'b', 'c'].map((id) => paper(id, 1));
const updatesOf = (sent: readonly Document[]): number =>
  sent.filter((command) => command['update'] === papers.name).length;

const refusing = suite('a MongoDB that refuses');

refusing('a row beyond 16 MiB is named, and nothing of the batch was sent', () =>
  answering([], async (store, sent) => {
    const large = paper('large', 1, { text: 'x'.repeat(16 * 1024 * 1024) });
    await assert.rejects(store.commit(batch(1, { replace: [...rows, large] })), (error) => {
      assert.ok(error instanceof RowRefused);
      assert.deepEqual(
        error.rows.map(({ collection, id }) => ({ collection, id })),
        [{ collection: papers.name, id: 'large' }],
      );
      return true;
    });
    assert.equal(sent.map(nameOf).includes('update'), false);
    await store.commit(batch(1, { replace: rows }));
    assert.equal(sent.filter((command) => command['update'] === 'checkpoints').length, 1);
  }),
);

refusing('rows that an index cannot hold are named, with the reason', () =>
  answering(
    [{ ok: 1, n: 1, writeErrors: [refusal(1, 171, 'cannot index parallel arrays'), refusal(2, 11000)] }],
    async (store) => {
      await assert.rejects(store.commit(batch(1, { replace: rows })), (error) => {
        assert.ok(error instanceof RowRefused);
        assert.deepEqual(error.rows, [
          { collection: papers.name, id: 'b', reason: 'cannot index parallel arrays (code 171)' },
        ]);
        return true;
      });
    },
  ),
);

for (const code of [43, 175, 237, 365, 11601])
  refusing(`a call with ${code} is retried`, () =>
    answering([{ ok: 0, code, errmsg: 'later' }], async (store, sent) => {
      await store.commit(batch(1, { replace: rows }));
      assert.equal(updatesOf(sent), 2);
    }),
  );

for (const label of ['RetryableError', 'RetryableWriteError', 'TransientTransactionError', 'SystemOverloadedError'])
  refusing(`a call with the label ${label} is retried, whatever its code`, () =>
    answering([{ ok: 0, code: 987_654, errmsg: 'later', errorLabels: [label] }], async (store, sent) => {
      await store.commit(batch(1, { replace: rows }));
      assert.equal(updatesOf(sent), 2);
    }),
  );

refusing('one row with a temporary code is written again with the rest of its batch', () =>
  answering([{ ok: 1, n: 2, writeErrors: [refusal(1, 11601)] }], async (store, sent) => {
    await store.commit(batch(1, { replace: rows }));
    assert.equal(updatesOf(sent), 2);
  }),
);

for (const failure of [
  { ok: 0, code: 987_654, codeName: 'NeverHeardOf', errmsg: 'no' },
  { ok: 1, n: 2, writeErrors: [refusal(1, 987_654)] },
])
  refusing('a call with an unknown code is not retried, and throws `Unavailable` with the code', () =>
    answering([failure], async (store, sent) => {
      await assert.rejects(store.commit(batch(1, { replace: rows })), (error) => {
        assert.ok(error instanceof Unavailable, String(error));
        assert.match(error.reason, /987654/);
        return true;
      });
      assert.equal(updatesOf(sent), 1);
    }),
  );
