/** How long work is awaited. */
import assert from 'node:assert/strict';
import { within } from '../../commands/within.ts';
import { suite } from '../support/suite.ts';

const LONG_MS = 60_000;

const waiting = suite('work that is awaited for a limited time');

const never = (): Promise<string> => new Promise(() => undefined);
const unneeded = (): never => assert.fail('there was time left');

waiting('settles as it does', async () => {
  assert.equal(await within(LONG_MS, Promise.resolve('done'), unneeded), 'done');
  await assert.rejects(within(LONG_MS, Promise.reject(new Error('it failed')), unneeded), /it failed/u);
});

waiting('is given up when the time is up', async () => {
  assert.equal(await within(1, never(), () => 'late'), 'late');
  const late = (): never => {
    throw new Error('too late');
  };
  await assert.rejects(within(1, never(), late), /too late/u);
});

waiting('may fail later without consequences', async () => {
  let fail = (): void => undefined;
  const work = new Promise<string>((_resolve, reject) => (fail = () => reject(new Error('later'))));
  assert.equal(await within(1, work, () => 'late'), 'late');
  fail();
  await assert.rejects(work, /later/u);
});
