/** What jobs are notified about while their requests wait for their turn at a provider. */
import { deepStrictEqual as equal } from 'node:assert/strict';
import { openTurns } from '../../../infra/providers/http/turns.ts';
import type { RequestSignal } from '../../../workers/ingestion/ports.ts';
import { suite } from '../../support/suite.ts';

const turns = suite('waiting for a turn with a provider');

/** A job that records its notifications. */
const job = (): { readonly signal: RequestSignal; readonly notified: string[] } => {
  const notified: string[] = [];
  const onRequest = () => {
    notified.push('asked');
    return (isAnswered: boolean) => void notified.push(isAnswered ? 'an answer' : 'no answer');
  };
  const waits = () => {
    notified.push('waits');
    return {
      answered: () => void notified.push('another got a response'),
      over: () => void notified.push('no longer waits'),
    };
  };
  return { notified, signal: Object.assign(new AbortController().signal, { onRequest, onWait: waits }) };
};

turns('counts for nothing before the provider has a request, and once it owes no response', () => {
  const { join } = openTurns('crossref');
  const [first, second] = [job(), job()];
  const [asks, waits] = [join(first.signal), join(second.signal)];
  equal(second.notified, []);
  asks.begun();
  equal(second.notified, ['waits']);
  asks.over(true);
  equal(first.notified, ['asked', 'an answer']);
  equal(second.notified, ['waits', 'no longer waits']);
  waits.begun();
  waits.over(true);
  equal(second.notified.slice(2), ['asked', 'an answer']);
});

turns('starts over with each response to another', () => {
  const { join } = openTurns('crossref');
  const others = [join(job().signal), join(job().signal)];
  for (const other of others) other.begun();
  const { signal, notified } = job();
  join(signal);
  equal(notified, ['waits']);
  others[0]?.over(true);
  equal(notified, ['waits', 'another got a response']);
});

turns('continues after a failure, even while no request waits', () => {
  const { join } = openTurns('crossref');
  const other = join(job().signal);
  const [before, after] = [job(), job()];
  const first = join(before.signal);
  other.begun();
  other.over(false);
  join(after.signal);
  equal(before.notified, ['waits']);
  equal(after.notified, ['waits']);
  first.begun();
  equal(before.notified, ['waits', 'asked', 'no longer waits'], 'the time does not stop between the two');
  first.over(true);
  equal(after.notified, ['waits', 'no longer waits']);
});

turns('has no state left when all have left', () => {
  const { join } = openTurns('crossref');
  const other = join(job().signal);
  other.begun();
  const { signal, notified } = job();
  const waits = join(signal);
  other.over(false);
  waits.over(false);
  equal(notified, ['waits', 'no longer waits']);
  const later = job();
  join(later.signal);
  equal(later.notified, []);
});
