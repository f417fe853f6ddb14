/** The report of a job on all its attempts. */
import assert from 'node:assert/strict';
import { NO_COUNTS } from '../../../domain/ingestion/state.ts';
import { ProviderUnavailable } from '../../../workers/ingestion/ports.ts';
import { openTally, type Tally } from '../../../workers/ingestion/report.ts';
import { suite } from '../../support/suite.ts';

const record = (tally: Tally, outcome: 'created' | 'refreshed' | 'unchanged', times: number): void => {
  for (let n = 0; n < times; n += 1) tally.recorded({ outcome, position: 1 });
};

const counts = suite('the counts of a job');

counts('include each work once, even from an attempt whose worker died', () => {
  const first = openTally(NO_COUNTS);
  first.found(10);
  record(first, 'created', 3);
  record(first, 'refreshed', 1);
  record(first, 'unchanged', 2);
  const next = openTally(first.counts());
  assert.deepEqual(next.counts(), { found: 10, created: 3, refreshed: 1, unchanged: 2, failed: 0 });
  next.found(10);
  record(next, 'unchanged', 6);
  record(next, 'created', 3);
  next.failed('10.5555/lost', new Error('no room'));
  assert.deepEqual(next.counts(), { found: 10, created: 6, refreshed: 1, unchanged: 2, failed: 1 });
});

counts('name only the providers whose failures may be temporary', () => {
  const tally = openTally(NO_COUNTS);
  tally.failed('10.5555/a', new ProviderUnavailable('crossref', 'too_large', 'is too large'));
  for (const provider of ['datacite', 'openalex', 'datacite'] as const)
    tally.failed('10.5555/b', new ProviderUnavailable(provider, 'server_error', 'answered 503'));
  assert.deepEqual(tally.passing(), ['datacite', 'openalex', 'datacite']);
});
