/** Cleaning the fields of a record: a number stands as the text that says it. */
import assert from 'node:assert/strict';
import { cleanChanges, cleanFields } from '../../../commands/text/values.ts';
import { refusedWith } from '../../support/refused.ts';
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

cleaning('refuses an edit in which names of properties become the same, so that none is lost', () => {
  const edit = (custom: Readonly<Record<string, number>>) => [{ field: 'custom', after: [custom] }];
  refusedWith('invalid', 'invalid_value', () => cleanChanges(edit({ rank: 1, '<b>rank</b>': 2 })));
  assert.deepEqual(cleanChanges(edit({ rank: 1, '<b>place</b>': 2 })), edit({ rank: 1, place: 2 }));
});
