/** The limits of an edit: the record stays within them, or exceeds them no more than before. */
import assert from 'node:assert/strict';
import { editOf } from '../../support/patching.ts';
import type { Operation } from '../../../domain/changes/json-patch.ts';
import type { CslItem } from '../../../domain/csl.ts';
import { fold } from '../../../domain/decider.ts';
import { Refused } from '../../../domain/errors.ts';
import { RECORD, REQUEST, TEXT } from '../../../domain/limits.ts';
import type { PublicationEvent } from '../../../domain/publication/events.ts';
import { publication } from '../../../domain/publication/publication.ts';
import type { Present } from '../../../domain/publication/state.ts';
import { suite } from '../../support/suite.ts';

const DOI = '10.5555/12345678';
const source = { provider: 'crossref', url: 'https://api.crossref.org/works/x' } as const;

/** As an event log may contain it, whatever its size. */
const holding = (fields: Readonly<Record<string, unknown>>): Present => {
  const original = { type: 'article', DOI, ...fields } as CslItem;
  const added: PublicationEvent = {
    type: 'PublicationAdded',
    data: { doi: DOI, original, source, fetchedAt: 1, enrichment: null, citedByCount: null, notices: [] },
  };
  return fold(publication, [added]) as Present;
};

const bounds = suite('the limits of an edit');

const refuses = (state: Present, operations: readonly Operation[], expected: object): void =>
  assert.throws(
    () => editOf(state, operations),
    (error) => {
      assert.ok(error instanceof Refused, String(error));
      assert.equal(error.kind, 'invalid');
      for (const [name, value] of Object.entries(expected)) assert.deepEqual(error.details?.[name], value, name);
      return true;
    },
  );

const set = (path: string, value: Operation['value']): readonly Operation[] => [
  { op: 'add', path, value: value ?? null },
];
const nested = (levels: number): Operation['value'] => (levels === 0 ? 1 : { a: nested(levels - 1) ?? null });
const names = (count: number): Operation['value'] => Array.from({ length: count }, () => ({ family: 'A' }));

bounds('apply to each field, and are named in the refusal', () => {
  const state = holding({ title: 'A' });
  for (const [path, fits, beyond, accepted] of [
    ['/title', 'x'.repeat(TEXT.titleCharacters), 'x'.repeat(TEXT.titleCharacters + 1), '5000 characters in a text'],
    [
      '/abstract',
      'x'.repeat(TEXT.abstractCharacters),
      'x'.repeat(TEXT.abstractCharacters + 1),
      '50000 characters in a text',
    ],
    [
      '/publisher',
      'x'.repeat(TEXT.fieldCharacters),
      'x'.repeat(TEXT.fieldCharacters + 1),
      '10000 characters in a text',
    ],
    [
      '/note',
      '\u{1d538}'.repeat(TEXT.fieldCharacters),
      '\u{1d538}'.repeat(TEXT.fieldCharacters + 1),
      '10000 characters in a text',
    ],
    ['/author', names(RECORD.authors), names(RECORD.authors + 1), '6000 entries in a list'],
    ['/custom', nested(RECORD.depth), nested(RECORD.depth + 1), '32 levels of nesting'],
  ] as const) {
    assert.equal(editOf(state, set(path, fits)).changes.length, 1, path);
    refuses(state, set(path, beyond), { field: path.slice(1), accepted: `at most ${accepted}` });
  }
  const many = Object.fromEntries(Array.from({ length: REQUEST.properties + 1 }, (_, n) => [`k${n}`, n]));
  refuses(state, set('/custom', many), { field: 'custom', accepted: 'at most 200 properties of an object' });
});

bounds('apply to the whole record', () => {
  const state = holding({ abstract: 'x'.repeat(TEXT.abstractCharacters) });
  const texts = Array.from({ length: 9 }, () => 'x'.repeat(TEXT.abstractCharacters - 100));
  refuses(state, set('/custom', texts.length === 0 ? null : { texts }), {
    accepted: `at most ${RECORD.bytes} bytes of JSON`,
  });
});

bounds('let a value that was already larger be edited, if it does not grow', () => {
  const state = holding({ title: 'A', author: names(15_000), custom: { old: 'x'.repeat(600_000) } });
  assert.equal(editOf(state, set('/title', 'B')).changes.length, 1);
  assert.equal(editOf(state, [{ op: 'replace', path: '/author/3/family', value: 'B' }]).changes.length, 1);
  assert.equal(editOf(state, [{ op: 'remove', path: '/author/3' }]).changes.length, 1);
  refuses(state, [{ op: 'add', path: '/author/-', value: { family: 'B' } }], { field: 'author' });
});

bounds('refuse a patch as a whole, and name the operation', () => {
  const state = holding({ title: 'A' });
  for (const [operations, operation] of [
    [[...set('/note', 'x'), { op: 'test', path: '/title', value: 'B' }], 1],
    [[{ op: 'remove', path: '/edited/title' }], 0],
    [[{ op: 'remove', path: '/edited/q' }], 0],
    [[{ op: 'remove', path: '/note' }], 0],
    [[...set('/title', 'B'), { op: 'remove', path: '/edited/title' }, { op: 'remove', path: '/edited/title' }], 2],
    [[{ op: 'copy', from: '/DOI', path: `/${'x'.repeat(1_900)}/y` }], 0],
  ] as const)
    refuses(state, operations, { operation });
  assert.equal(editOf(state, [...set('/title', 'B'), { op: 'remove', path: '/edited/title' }]).changes.length, 0);
  const ofQ = [
    { op: 'add', path: '/q', value: 1 },
    { op: 'remove', path: '/edited/q' },
  ] as const;
  assert.equal(editOf(state, ofQ).changes.length, 0);
});

bounds('are those of the calendar for dates, unless unchanged', () => {
  const state = holding({ issued: { 'date-parts': [[2021, 13, 45]] } });
  const dated = (...parts: readonly (readonly (number | string)[])[]): readonly Operation[] =>
    set('/issued', { 'date-parts': parts.map((each) => [...each]) });
  for (const wrong of [[[2024, 13, 45]], [[2023, 2, 29]], [['spring']], [[0]], [[2024], [2025, 0]], [[2021, 13]]])
    refuses(state, dated(...wrong), { field: 'issued' });
  for (const right of [[[2024, 2, 29]], [['2024', '3']], [[-44, 3, 15]], [[2024], [2025, 1]]])
    assert.equal(editOf(state, dated(...right)).changes[0]?.path, '/issued');
  assert.deepEqual(
    editOf(state, set('/issued/season', 1)).changes.map(({ path }) => path),
    ['/issued'],
  );
});

bounds('require a readable title, which may be removed but not made blank', () => {
  const state = holding({ title: 'A' });
  for (const blank of ['', ' \n', '&nbsp;', '\u{feff}']) refuses(state, set('/title', blank), { field: 'title' });
  assert.equal(editOf(state, [{ op: 'remove', path: '/title' }]).changes.length, 1);
  assert.deepEqual(editOf(state, [...set('/title', ' '), { op: 'remove', path: '/edited/title' }]).revert, ['title']);
  assert.equal(editOf(holding({ title: '' }), set('/note', 'x')).changes.length, 1);
});
