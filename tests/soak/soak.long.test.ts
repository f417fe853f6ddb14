/** A short soak: every role killed under load, one suspended past its lease, and nothing acknowledged is lost. `npm run soak` is the long one. */
import assert from 'node:assert/strict';
import { suite } from '../support/suite.ts';
import { soak } from './soak.ts';
import { linesOf } from './summary.ts';
import { killsIn, pausesIn } from './tally.ts';

const KILLS = 6;
const PAUSES = 1;

const soaking = suite('every role, killed under load,', { timeoutMs: 280_000 });

soaking('loses nothing that it acknowledged, does nothing twice, and lists everything throughout', async () => {
  const options = {
    ...{ seed: Math.floor(Math.random() * 1_000_000), killingMs: Infinity, mostKills: KILLS, killEveryMs: 1_500 },
    mostPauses: PAUSES,
    ...{ calmMs: 0, warmUpMs: 0 },
  };
  const summary = await soak(options, {
    signal: new AbortController().signal,
    print: (line) => console.log(line),
  });
  assert.deepEqual(summary.findings, [], linesOf(summary).join('\n'));
  // A soak that did nothing would pass everything.
  assert.equal(killsIn(summary.tally), KILLS);
  assert.equal(pausesIn(summary.tally), PAUSES);
  for (const [victim, kills] of Object.entries(summary.tally.kills)) assert.ok(kills > 0, `no ${victim} was killed`);
  for (const count of [summary.tally.edits, summary.tally.moves, summary.tally.listings, summary.rowsCompared])
    assert.ok(count > 0, linesOf(summary).join('\n'));
});
