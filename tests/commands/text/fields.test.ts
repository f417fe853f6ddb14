/** Cleaning the fields of a record: numbers become texts. */
import assert from 'node:assert/strict';
import { cleanChanges, cleanFields } from '../../../commands/text/values.ts';
import { refusedWith } from '../../support/refused.ts';
import { suite } from '../../support/suite.ts';

const cleaning = suite('cleaning the fields of a record');

cleaning('turns numbers into texts where CSL permits both', () => {
  assert.deepEqual(cleanFields({ volume: 12, issue: '3a', page: 7, edition: 2 }), {
    volume: '12',
    issue: '3a',
    page: '7',
    edition: '2',
  });
});

cleaning('keeps the numbers of dates and of custom fields', () => {
  const fields = { issued: { 'date-parts': [[2021, 3]] }, custom: { rank: 4 } };
  assert.deepEqual(cleanFields(fields), fields);
});

cleaning('refuses an edit that would give two properties the same name', () => {
  const edit = (custom: Readonly<Record<string, number>>) => [{ path: '/custom', after: [custom] }];
  refusedWith('invalid', 'invalid_value', () => cleanChanges(edit({ rank: 1, '<b>rank</b>': 2 })));
  assert.deepEqual(cleanChanges(edit({ rank: 1, '<b>place</b>': 2 })), edit({ rank: 1, place: 2 }));
});
