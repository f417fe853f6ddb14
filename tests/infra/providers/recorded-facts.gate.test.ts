/** The facts of every recorded record are kept: as many records have each fact here as there, or the difference has a named reason. */
import assert from 'node:assert/strict';
import { noRecordings } from '../../support/recorded.ts';
import { suite } from '../../support/suite.ts';
import { counted, SOURCES } from '../../support/recorded-facts.ts';

const facts = suite('the facts of recorded records');

for (const [provider, source] of Object.entries(SOURCES))
  if (noRecordings !== null) facts.skip(`of ${provider} are kept`, noRecordings);
  else
    facts(`of ${provider} are kept, or left out for a named reason`, () => {
      for (const [fact, { there, here, leftOut }] of counted(source)) {
        assert.ok(here > 0, fact);
        assert.equal(here + [...leftOut.values()].reduce((sum, count) => sum + count, 0), there, fact);
      }
    });
