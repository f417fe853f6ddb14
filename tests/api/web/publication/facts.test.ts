/** Editing licences, funders and relations: what is typed becomes the value that the API keeps. */
import assert from 'node:assert/strict';
import { fieldset } from '../../../../api/web/dashboard/publication/fieldset.tsx';
import type { Fact, TypedEntry } from '../../../../api/web/dashboard/publication/facts.ts';
import { valueText } from '../../../../api/web/dashboard/value-text.ts';
import { openEditing } from '../../../../api/web/parts/editing/editing.ts';
import { suite } from '../../../support/suite.ts';

const facts = suite('the facts of a record in the editor');
const read = (fact: Fact, ...entries: readonly TypedEntry[]) => fieldset.read(fact, { of: 'facts', fact, entries });

facts('are read in normal form, without entries in which nothing is typed', () => {
  assert.deepEqual(read('license', { URL: ' http://creativecommons.org/licenses/by/4.0 ', start: '2021-03' }, {}), {
    value: [{ URL: 'https://creativecommons.org/licenses/by/4.0/', start: '2021-03' }],
  });
  assert.deepEqual(read('funder', { name: 'Carberry Foundation', id: 'ror.org/02mhbdp94', award: 'CP-1\n\nCP-2 ' }), {
    value: [{ name: 'Carberry Foundation', id: 'https://ror.org/02mhbdp94', award: ['CP-1', 'CP-2'] }],
  });
  assert.deepEqual(
    read(
      'relation',
      { type: 'is-part-of', 'id-type': 'doi', id: 'https://doi.org/10.5555/POTS' },
      { type: 'is-part-of', 'id-type': 'doi', id: '' },
    ),
    { value: [{ type: 'is-part-of', 'id-type': 'doi', id: '10.5555/pots' }] },
  );
  assert.deepEqual(read('funder'), { value: null });
});

facts('that are none say why', () => {
  for (const [fact, entry, why] of [
    ['license', { URL: 'CC BY' }, /web address/u],
    ['license', { URL: '', start: '2021' }, /web address/u],
    ['license', { URL: 'https://example.org/licence', start: 'May' }, /not a date/u],
    ['funder', { name: '', award: 'CP-1' }, /needs a name/u],
    ['funder', { name: 'A', id: '7' }, /id of a funder/u],
    ['relation', { type: 'has-part', 'id-type': 'isbn', id: '7' }, /kind/u],
  ] as const) {
    const found = read(fact, entry);
    assert.match('problem' in found ? found.problem : '', why, JSON.stringify(entry));
  }
});

facts('are no change while they are only opened', () => {
  const editing = openEditing(fieldset, '', 'x');
  const values = {
    license: [{ URL: 'https://example.org/licence', 'content-version': 'vor' }],
    funder: [{ name: 'Carberry Foundation', award: ['CP-1'] }],
    relation: [{ type: 'has-part', 'id-type': 'doi', id: '10.5555/pots' }],
    locations: [{ pdf_url: 'https://example.org/pots.pdf', version: 'acceptedVersion', license: 'cc-by' }],
  };
  for (const [field, value] of Object.entries(values)) editing.open(field, value);
  assert.deepEqual(editing.outcome(), { edits: {}, problems: {} });
});

facts('such as relations stand in words in a history', () => {
  const relation = { type: 'has-part', 'id-type': 'isbn', id: '9780306406157' };
  assert.equal(valueText([relation], 'relation'), 'Contains ISBN 9780306406157');
});
