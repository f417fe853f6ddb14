/** A client that has found no server at first, and whose connections overlap, so that no new one takes its place. */
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { Unavailable } from '../../../../domain/errors.ts';
import { connect } from '../../../../infra/mongodb/client/connection.ts';
import { closing } from '../../../support/closing.ts';
import { cuttable } from '../../../support/cuttable.ts';
import { mongoDouble } from '../../../support/mongodb-double.ts';
import { suite } from '../../../support/suite.ts';

const TIMEOUT_MS = 600;
const AWAY_FOR = 3;

const finding = suite('a client that has found no server');

finding('looks again', async () => {
  await using double = closing(await mongoDouble((_command, next) => next()));
  await using proxy = closing(await cuttable({ host: '127.0.0.1', port: double.port }));
  const url = `mongodb://127.0.0.1:${proxy.port}/t?directConnection=true`;
  const looking = async () =>
    connect('rows', { url, timeoutMs: TIMEOUT_MS }).catch((error: unknown) => {
      assert.ok(error instanceof Unavailable, String(error));
      return null;
    });
  proxy.cut();
  let look = looking();
  for (let looks = 1; ; looks += 1) {
    await pause(TIMEOUT_MS / 2);
    const next = looking();
    const found = await look;
    await found?.close();
    look = next;
    if (found !== null) break;
    if (looks === AWAY_FOR) proxy.mend();
  }
  await (await look)?.close();
});
