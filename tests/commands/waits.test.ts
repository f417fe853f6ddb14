/** A wait is reported when it begins, changes or ends, however often the work retries. */
import assert from 'node:assert/strict';
import { loggedWaits, type Waits } from '../../commands/waits.ts';
import { Unavailable } from '../../domain/errors.ts';
import { printedWaits } from '../../infra/cli/invocation.ts';
import { silent } from '../support/silent.ts';
import { suite } from '../support/suite.ts';

const full = (): Unavailable => new Unavailable('state', 'the disk is full');
const busy = (): Unavailable => new Unavailable('state', 'busy with other writers');

const waits = suite('what work waits for');

const reportAll = (report: Waits): void => {
  report('matching', null);
  for (const error of [full(), full(), busy(), busy(), null, null, full()]) report('matching', error);
};

waits('is logged once, without a stack, and again when it changes or ends', () => {
  const lines: unknown[] = [];
  const log = (fields: Readonly<Record<string, unknown>>, message: string): void =>
    void lines.push([message, fields['reason']]);
  reportAll(loggedWaits({ ...silent, info: log, warn: log }));
  assert.deepEqual(lines, [
    ['matching waits for a store', full().message],
    ['matching waits for a store', busy().message],
    ['matching no longer waits', undefined],
    ['matching waits for a store', full().message],
  ]);
});

waits('is one plain line on the command line, even for several pieces of work, until none waits', () => {
  const lines: string[] = [];
  const report = printedWaits((line) => void lines.push(line));
  report('one', full());
  report('other', full());
  report('one', null);
  report('one', full());
  assert.deepEqual(lines, ['colophon: state unavailable: the disk is full; waiting for it']);
  report('one', null);
  report('other', null);
  reportAll(report);
  assert.deepEqual(lines.slice(1), [
    'colophon: state unavailable: the disk is full; waiting for it',
    'colophon: state unavailable: busy with other writers; waiting for it',
    'colophon: state unavailable: the disk is full; waiting for it',
  ]);
});
