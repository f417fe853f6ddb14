/** What an entry of a list is to a workspace, and what an import does with it. */
import assert from 'node:assert/strict';
import type { CslItem } from '../../../domain/csl.ts';
import { compare, describedBy, repeatsIn, type Candidate } from '../../../domain/reference-import/compare.ts';
import type { Reference } from '../../../domain/reference-import/entry.ts';
import { planOf, type PreviewedReference } from '../../../domain/reference-import/plan.ts';
import { rejectedWith } from '../../support/refused.ts';
import { suite } from '../../support/suite.ts';

const VASES: CslItem = {
  ...{ type: 'book', title: 'Vases & jars: a study', issued: { 'date-parts': [[2001]] } },
  author: [
    { family: 'Meyer', given: 'Anna' },
    { family: 'Krüger', given: 'Carla' },
  ],
};
const entry = (item: Partial<CslItem> = {}, of: Partial<Reference> = {}): Reference => ({
  ...{ n: 1, line: 1, label: null, doi: null, aliases: [], item: { ...VASES, ...item } },
  ...of,
});
const known = (item: Partial<CslItem> = {}, of: Partial<Candidate> = {}): Candidate => ({
  ...{ id: 'local.1', isDeleted: false, isNamed: false, ...describedBy({ ...VASES, ...item }) },
  ...of,
});
const statusOf = (item: Partial<CslItem>, ...candidates: readonly Candidate[]): string =>
  compare(entry(item), candidates).status;

const comparing = suite('an entry of a list');

comparing('is new if nothing has its title', () => assert.equal(statusOf({}), 'new'));

comparing('is the same as an item whose type, title, year and authors agree, however they are written', () => {
  assert.equal(statusOf({ title: '<i>VASES</i> and jars. A study' }, known()), 'new', 'another word is another title');
  assert.equal(statusOf({ title: '<i>VASES</i> – Jars: A study' }, known()), 'same');
  const initials = [
    { family: 'Meyer', given: 'A.' },
    { family: 'Krueger', given: 'C' },
  ];
  assert.equal(statusOf({ author: initials }, known()), 'same');
  assert.equal(statusOf({ author: initials.slice(0, 1) }, known()), 'same', 'the list has cut off the others');
});

comparing('is doubtful where they agree in part', () => {
  assert.equal(statusOf({ type: 'article' }, known()), 'doubtful');
  assert.equal(statusOf({ issued: { 'date-parts': [[2002]] } }, known()), 'doubtful');
  assert.equal(statusOf({ author: [] }, known()), 'doubtful');
  assert.equal(statusOf({ author: [{ family: 'Doe', given: 'Jane' }] }, known()), 'doubtful');
  assert.equal(statusOf({}, known(), known({}, { id: 'local.2' })), 'doubtful', 'two are the same');
});

comparing('is new where only the title is the same', () =>
  assert.equal(
    statusOf({ author: [{ family: 'Doe', given: 'Jane' }], issued: { 'date-parts': [[1980]] } }, known()),
    'new',
  ),
);

comparing('is what an identifier names, unless that is deleted', () => {
  const other = { title: 'Another title' };
  assert.equal(statusOf({}, known(other, { isNamed: true })), 'same');
  assert.equal(statusOf({}, known(other, { isNamed: true, isDeleted: true })), 'doubtful');
  assert.equal(statusOf({}, known({}, { isDeleted: true })), 'doubtful');
});

comparing('that repeats an earlier one is that one', () => {
  const book = { id: 'isbn.1.book.x', key: 'isbn.1', of: 'book.x' };
  const entries = [
    entry({ DOI: '10.5555/a' }, { n: 1, doi: '10.5555/a' }),
    entry({ title: 'Other' }, { n: 2, doi: '10.5555/a' }),
    entry({ title: 'VASES – jars: a study' }, { n: 3 }),
    entry({ DOI: '10.5555/b' }, { n: 4, doi: '10.5555/b' }),
    entry({ title: 'By number' }, { n: 5, aliases: [book] }),
    entry({ title: 'By the same number' }, { n: 6, aliases: [book] }),
    entry({ title: 'Vases & jars: a study', type: 'article' }, { n: 7 }),
    entry({ title: `${'A very long title '.repeat(10)}, part 1` }, { n: 8 }),
    entry({ title: `${'A very long title '.repeat(10)}, part 2` }, { n: 9 }),
  ];
  assert.deepEqual(
    [...repeatsIn(entries)],
    [
      [2, 1],
      [3, 1],
      [6, 5],
    ],
  );
});

const previewed = (
  status: 'new' | 'same' | 'doubtful',
  candidates: readonly Candidate[] = [],
  of: Partial<Reference> & { readonly repeats?: number } = {},
): PreviewedReference => ({ ...entry({}, of), status, candidates, repeats: of.repeats ?? null });

const planning = suite('an import of references');

planning('does what is certain, and leaves out what is doubtful', () => {
  const problem = { n: 6, line: 1, label: null, problemLine: 1, problem: 'broken', code: 'unreadable', field: null };
  const plan = planOf(
    [
      previewed('new'),
      previewed('new', [], { n: 2, doi: '10.5555/a' }),
      previewed('same', [known()], { n: 3 }),
      previewed('doubtful', [known()], { n: 4 }),
      previewed('same', [], { n: 5, repeats: 1 }),
      problem,
    ],
    [],
  );
  assert.deepEqual(plan, [
    { as: 'create' },
    { as: 'import' },
    { as: 'same', id: 'local.1' },
    { as: 'skip' },
    { as: 'skip' },
    { as: 'skip' },
  ]);
});

planning('does what staff decide', () => {
  const entries = [
    previewed('doubtful', [known()]),
    previewed('doubtful', [known()], { n: 2 }),
    previewed('new', [], { n: 3 }),
  ];
  const decisions = [
    { n: 1, as: 'new' },
    { n: 2, as: 'same', id: 'local.1' },
    { n: 3, as: 'skip' },
  ] as const;
  assert.deepEqual(planOf(entries, decisions), [{ as: 'create' }, { as: 'same', id: 'local.1' }, { as: 'skip' }]);
});

planning('restores what was deleted when staff saw it, and nothing else', () => {
  const deleted = previewed('doubtful', [known({}, { isDeleted: true })]);
  const decision = { n: 1, as: 'same', id: 'local.1' } as const;
  assert.deepEqual(planOf([deleted], [decision]), [{ as: 'same', id: 'local.1', restores: true }]);
  assert.deepEqual(planOf([previewed('same', [known()])], [decision]), [{ as: 'same', id: 'local.1' }]);
});

planning('refuses what cannot be decided, and names it', async () => {
  const entries = [previewed('doubtful', [known({}, { isNamed: true, isDeleted: true })])];
  const refused = [
    [{ n: 2, as: 'skip' }, 'decisions/0/n'],
    [{ n: 1, as: 'new' }, 'decisions/0/as'],
    [{ n: 1, as: 'same', id: 'local.2' }, 'decisions/0/id'],
  ] as const;
  for (const [decision, field] of refused) {
    const planned = Promise.resolve().then(() => planOf(entries, [decision]));
    const { details } = await rejectedWith('invalid', 'invalid_decision', planned);
    assert.equal(details?.['field'], field);
  }
});
