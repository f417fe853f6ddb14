/** Every entry of the facts of every recorded record is kept, or left out for a named reason. */
import assert from 'node:assert/strict';
import { noRecordings } from '../../support/recorded.ts';
import { suite } from '../../support/suite.ts';
import { counted, SOURCES } from '../../support/recorded-facts.ts';

const facts = suite('the facts of recorded records');

for (const [provider, source] of Object.entries(SOURCES))
  if (noRecordings !== null) facts.skip(`of ${provider} are kept`, noRecordings);
  else
    facts(`of ${provider} are kept, or left out for a named reason`, () => {
      for (const [fact, { records, entries, leftOut }] of counted(source)) {
        assert.ok(records.here > 0 || records.there === 0, fact);
        assert.equal(entries.here + [...leftOut.values()].reduce((sum, count) => sum + count, 0), entries.there, fact);
      }
    });
