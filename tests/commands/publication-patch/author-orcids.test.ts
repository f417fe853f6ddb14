/** Author iDs from the metadata stay with their authors through every edit of the list. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { editOf } from '../../../commands/publication-patch/edit-of.ts';
import type { Operation } from '../../../commands/publication-patch/operation.ts';
import type { CslItem, CslName } from '../../../domain/csl.ts';
import { fold } from '../../../domain/decider.ts';
import { Refused } from '../../../domain/errors.ts';
import { namedOrcids } from '../../../domain/publication/authors.ts';
import type { PublicationEvent } from '../../../domain/publication/events.ts';
import { authorsOf } from '../../../domain/publication/authors.ts';
import { matchAuthors } from '../../../domain/publication/matching.ts';
import { merge } from '../../../domain/publication/overlay.ts';
import { publication } from '../../../domain/publication/publication.ts';
import { NO_MATCH, type Present } from '../../../domain/publication/state.ts';
import { suite } from '../../support/suite.ts';

const DOI = '10.5555/12345678';
const CARBERRY = '0000-0002-1825-0097';
const ADA = '0000-0001-5109-3700';
const wrong = { family: 'Wrong', given: 'Person' };
const ada = { family: 'Lovelace', given: 'Ada' };
const babbage = { family: 'Babbage', given: 'Charles' };

const edited = (author: readonly CslName[], author_orcids: readonly (string | null)[], ...patches: Operation[][]) => {
  const original: CslItem = { type: 'article', DOI, author, custom: { source: 'x', author_orcids } };
  const source = { provider: 'crossref', url: 'https://api.crossref.org/works/x' } as const;
  const record = { type: 'RecordFromProvider', doi: DOI, original, source, fetchedAt: 1, links: [] } as const;
  const events: PublicationEvent[] = [...publication.decide(record, publication.initial)];
  const present = (): Present => fold(publication, events) as Present;
  for (const patch of patches)
    events.push(...publication.decide({ type: 'EditPublication', ...editOf(present(), patch) }, present()));
  return present();
};
const mergedOf = ({ original, overlay }: Present): CslItem => merge(original, overlay);
const orcidsAfter = (...patches: Operation[][]): readonly (string | null)[] =>
  namedOrcids(mergedOf(edited([wrong, ada, babbage], [CARBERRY, null, null], ...patches)));

const editing = suite('editing the authors');

editing('suggests the remaining authors when an entry is removed', () => {
  const state = edited([wrong, ada, babbage], [CARBERRY, null, null], [{ op: 'remove', path: '/author/0' }]);
  assert.deepEqual(mergedOf(state).custom, { source: 'x', author_orcids: [null, null] });
  const { suggested } = matchAuthors(
    authorsOf(mergedOf(state)),
    { links: {}, unlinked: {}, match: NO_MATCH },
    { people: [{ orcid: ADA, names: ['Ada Lovelace'] }] },
  );
  assert.deepEqual(suggested, [{ orcid: ADA, author: 0 }]);
});

editing('gives a new entry no iD, and keeps that of a moved or corrected one', () => {
  assert.deepEqual(orcidsAfter([{ op: 'add', path: '/author/0', value: { family: 'New' } }])[1], CARBERRY);
  assert.deepEqual(orcidsAfter([{ op: 'move', from: '/author/0', path: '/author/2' }]), [null, null, CARBERRY]);
  assert.deepEqual(orcidsAfter([{ op: 'replace', path: '/author/0/family', value: 'Right' }])[0], CARBERRY);
  assert.deepEqual(orcidsAfter([{ op: 'replace', path: '/author/0', value: { ...wrong, given: 'P.' } }])[0], CARBERRY);
  assert.deepEqual(orcidsAfter([{ op: 'replace', path: '/author/0', value: ada }])[0], null);
  assert.deepEqual(orcidsAfter([{ op: 'replace', path: '/author', value: [babbage, wrong] }]), [null, CARBERRY]);
});

editing('is reverted as a whole', () => {
  const back = edited(
    [wrong, ada, babbage],
    [CARBERRY, null, null],
    [{ op: 'remove', path: '/author/0' }],
    [{ op: 'remove', path: '/edited/author' }],
  );
  assert.deepEqual(back.overlay, {});
});

editing('is reverted including iDs that staff entered, with an edit of custom or without, in any order', () => {
  const given: Operation[] = [{ op: 'replace', path: '/custom/author_orcids/1', value: ADA }];
  const moved: Operation[] = [
    { op: 'move', from: '/author/0', path: '/author/2' },
    { op: 'add', path: '/custom/note', value: 'seen' },
  ];
  const author = { op: 'remove', path: '/edited/author' };
  const custom = { op: 'remove', path: '/edited/custom' };
  const list = [wrong, ada, babbage];
  assert.deepEqual(edited(list, [CARBERRY, null, null], given, [author]).overlay, {});
  for (const back of [
    [author, custom],
    [custom, author],
  ])
    assert.deepEqual(edited(list, [CARBERRY, null, null], given, moved, back).overlay, {});
  assert.deepEqual(orcidsAfter(given, [author, { op: 'move', from: '/author/0', path: '/author/1' }]), [
    null,
    CARBERRY,
    null,
  ]);
});

editing('moves iDs with their authors even if a similarly named property is edited too', () => {
  const note = { op: 'add', path: '/custom/author_orcids_seen', value: true };
  assert.deepEqual(orcidsAfter([note, { op: 'move', from: '/author/0', path: '/author/2' }]), [null, null, CARBERRY]);
});

editing('keeps iDs that staff enter themselves', () => {
  const own = [null, ADA];
  const operations = [
    { op: 'remove', path: '/author/0' },
    { op: 'replace', path: '/custom/author_orcids', value: own },
  ];
  assert.deepEqual(orcidsAfter(operations), own);
});

editing('refuses single iDs beside authors that are moved, unless the list is the one that would result', () => {
  const list = [wrong, ada, babbage];
  const move: Operation = { op: 'move', from: '/author/0', path: '/author/2' };
  const single: Operation = { op: 'replace', path: '/custom/author_orcids/1', value: ADA };
  const unclear: readonly (readonly Operation[])[] = [
    [single, move],
    [move, single],
    [{ op: 'add', path: '/author/0', value: { family: 'New' } }, single],
    [{ op: 'remove', path: '/author/1' }, single],
    [single, { op: 'replace', path: '/author', value: [ada, wrong, babbage] }],
    [{ op: 'add', path: '/custom/author_orcids/-', value: ADA }],
  ];
  for (const patch of unclear)
    assert.throws(
      () => edited(list, [CARBERRY, null, null], [...patch]),
      (error) => error instanceof Refused && error.details?.['field'] === 'custom/author_orcids',
    );
  const along: Operation = { op: 'move', from: '/custom/author_orcids/0', path: '/custom/author_orcids/2' };
  assert.deepEqual(orcidsAfter([move, along]), [null, null, CARBERRY]);
  assert.deepEqual(orcidsAfter([single, { op: 'replace', path: '/author/1/given', value: 'A.' }]), [
    CARBERRY,
    ADA,
    null,
  ]);
});

editing('accepts an iD in any form, nothing invalid, and unchanged provider values', () => {
  const list = (value: readonly (string | null)[]): Operation => ({
    op: 'replace',
    path: '/custom/author_orcids',
    value,
  });
  assert.deepEqual(orcidsAfter([list([null, `https://orcid.org/${ADA}`])]), [null, ADA, null]);
  for (const invalid of ['0000-0001-5109-3701', 'Ada'])
    assert.throws(
      () => edited([wrong, ada], [], [list([null, invalid])]),
      (error) => error instanceof Refused && error.details?.['field'] === 'custom/author_orcids/1',
    );
  const odd = edited([wrong, ada], ['odd', null], [list([null, 'odd'])]);
  assert.deepEqual(namedOrcids(mergedOf(odd)), [null, 'odd']);
});

editing('refuses anything but a list of iDs and nulls', () => {
  const invalid: readonly Operation[] = [
    { op: 'replace', path: '/custom/author_orcids', value: ADA },
    { op: 'replace', path: '/custom/author_orcids/1', value: 7 },
    { op: 'replace', path: '/custom', value: { author_orcids: [null, {}] } },
  ];
  const fields = ['custom/author_orcids', 'custom/author_orcids/1', 'custom/author_orcids/1'];
  for (const [n, operation] of invalid.entries())
    assert.throws(
      () => edited([wrong, ada], [null, ADA], [operation]),
      (error) => error instanceof Refused && error.details?.['field'] === fields[n],
    );
});

const move = fc.record({ op: fc.constant('move'), from: fc.nat(5), path: fc.nat(5) });
const other = fc.record({ op: fc.constantFrom('remove', 'add'), path: fc.nat(5) });

editing('keeps each iD with its author through moves, removals and additions', () => {
  const authors = Array.from({ length: 6 }, (_, n) => ({ family: `Family-${n}`, given: `Given-${n}` }));
  const orcidOf = ({ family }: CslName): string | null =>
    family?.startsWith('Family-') ? `0000-0000-0000-000${family.at(-1)}` : null;
  fc.assert(
    fc.property(fc.array(fc.oneof(move, other), { maxLength: 6 }), (steps) => {
      let length = authors.length;
      const operations = steps.flatMap((step): Operation[] => {
        const [most, path] = [length, `/author/${step.path % Math.max(length, 1)}`];
        if (step.op === 'add') length += 1;
        if (step.op === 'add') return [{ op: 'add', path, value: { family: 'New' } }];
        if (length === 1) return [];
        if (step.op === 'remove') length -= 1;
        return [{ op: step.op, path, ...('from' in step ? { from: `/author/${step.from % most}` } : {}) }];
      });
      const merged = mergedOf(edited(authors, authors.map(orcidOf), operations));
      assert.deepEqual(namedOrcids(merged), (merged.author ?? []).map(orcidOf));
    }),
    { numRuns: 500 },
  );
});
