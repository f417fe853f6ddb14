/** Cleaning the fields of a record: a number stands as the text that says it. */
import assert from 'node:assert/strict';
import { cleanFields } from '../../../commands/text/values.ts';
import { suite } from '../../support/suite.ts';

const cleaning = suite('cleaning the fields of a record');

cleaning('makes a text of a number where CSL has a text or a number', () => {
  assert.deepEqual(cleanFields({ volume: 12, issue: '3a', page: 7, edition: 2 }), {
    volume: '12',
    issue: '3a',
    page: '7',
    edition: '2',
  });
});

cleaning('leaves the numbers of dates and of what an institute keeps of its own', () => {
  const fields = { issued: { 'date-parts': [[2021, 3]] }, custom: { rank: 4 } };
  assert.deepEqual(cleanFields(fields), fields);
});
