/** An iD belongs to an author's entry, however staff and providers change the list around it. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { editOf } from '../../../commands/publication-patch/edit-of.ts';
import type { Operation } from '../../../commands/publication-patch/operation.ts';
import type { CslItem, CslName } from '../../../domain/csl.ts';
import { Refused } from '../../../domain/errors.ts';
import { namedOrcids } from '../../../domain/publication/authors.ts';
import { driftOf } from '../../../domain/publication/drift.ts';
import type { PublicationEvent } from '../../../domain/publication/events.ts';
import { merge } from '../../../domain/publication/overlay.ts';
import type { Present } from '../../../domain/publication/state.ts';
import { UNDOABLES } from '../../../domain/undo/index.ts';
import { suite } from '../../support/suite.ts';
import { History } from '../../support/undoing.ts';
import { CARBERRY, DOI, record } from './samples.ts';

const ADA = '0000-0001-5109-3700';
const carberry = { family: 'Carberry', given: 'Josiah' };
const ada = { family: 'Lovelace', given: 'Ada' };
const babbage = { family: 'Babbage', given: 'Charles' };

const listing = (author: readonly CslName[], author_orcids: readonly (string | null)[]): CslItem => ({
  ...{ type: 'article-journal', DOI, author, custom: { source: 'x', author_orcids } },
});

class Publication extends History<
  Parameters<(typeof UNDOABLES.publication.decider)['decide']>[1],
  Parameters<(typeof UNDOABLES.publication.decider)['decide']>[0],
  PublicationEvent
> {
  #at = 1_000;

  constructor() {
    super(UNDOABLES.publication);
  }

  get present(): Present {
    return this.state as Present;
  }

  get merged(): CslItem {
    return merge(this.present.original, this.present.overlay);
  }

  /** Names and iDs, side by side. */
  get authors(): readonly (readonly [string | undefined, string | null | undefined])[] {
    const orcids = namedOrcids(this.merged);
    return (this.merged.author ?? []).map(({ family }, place) => [family, orcids[place]]);
  }

  provider(author: readonly CslName[], orcids: readonly (string | null)[]): this {
    this.#at += 1;
    this.do({ ...record, type: 'RecordFromProvider', original: listing(author, orcids), fetchedAt: this.#at });
    return this;
  }

  patch(...operations: Operation[]): this {
    this.do({ type: 'EditPublication', ...editOf(this.present, operations) });
    return this;
  }
}

const start = (): Publication => new Publication().provider([carberry, ada, babbage], [CARBERRY, ADA, null]);

const entries = suite('the iD of an author');

entries('stays with the entry when the provider reorders the list under an edit by staff', () => {
  const edited = start().patch({ op: 'replace', path: '/author/2/given', value: 'Ch.' });
  edited.provider([babbage, ada, carberry], [null, ADA, CARBERRY]);
  assert.deepEqual(edited.authors, [
    ['Carberry', CARBERRY],
    ['Lovelace', ADA],
    ['Babbage', null],
  ]);
});

entries("follows the provider's list when staff edit something else in custom", () => {
  const edited = start().patch({ op: 'add', path: '/custom/note', value: 'seen' });
  edited.provider([babbage, carberry], [null, CARBERRY]);
  assert.deepEqual(edited.authors, [
    ['Babbage', null],
    ['Carberry', CARBERRY],
  ]);
  assert.deepEqual(driftOf(edited.present), []);
});

entries('moves with an entry, without an edit of custom', () => {
  const edited = start().patch({ op: 'move', from: '/author/0', path: '/author/2' });
  assert.deepEqual(edited.authors, [
    ['Lovelace', ADA],
    ['Babbage', null],
    ['Carberry', CARBERRY],
  ]);
  assert.deepEqual(Object.keys(edited.present.overlay), ['author']);
});

entries('follows corrected names in a list that was written as a whole and in another order', () => {
  const value = [{ family: 'New' }, { ...ada, given: 'A.' }, carberry];
  const edited = start().patch({ op: 'replace', path: '/author', value });
  assert.deepEqual(edited.authors, [
    ['New', null],
    ['Lovelace', ADA],
    ['Carberry', CARBERRY],
  ]);
});

entries('is kept when custom is written without it, and removed when removed by name', () => {
  const edited = start().patch({ op: 'replace', path: '/custom', value: { note: 'mine' } });
  assert.deepEqual(namedOrcids(edited.merged), [CARBERRY, ADA, null]);
  edited.patch({ op: 'replace', path: '/custom/author_orcids/0', value: null });
  assert.deepEqual(namedOrcids(edited.merged), [null, ADA, null]);
});

entries("that staff entered is kept when they keep their edit after the provider's value has changed", () => {
  const edited = start().patch({ op: 'replace', path: '/author/2/given', value: 'Ch.' });
  edited.patch({ op: 'replace', path: '/custom/author_orcids', value: [CARBERRY, null, ADA] });
  edited.provider([babbage], [null]);
  assert.deepEqual(
    driftOf(edited.present).map(({ field, edited: ours }) => [field, ours]),
    [['author', edited.merged.author]],
  );
  edited.patch(
    { op: 'remove', path: '/edited/author' },
    { op: 'add', path: '/author', value: edited.merged.author as never },
  );
  assert.deepEqual(edited.authors, [
    ['Carberry', CARBERRY],
    ['Lovelace', null],
    ['Babbage', ADA],
  ]);
  assert.deepEqual(driftOf(edited.present), []);
  edited.patch({ op: 'remove', path: '/edited/author' });
  assert.deepEqual(edited.authors, [['Babbage', null]]);
  assert.deepEqual(edited.present.overlay, {});
});

entries("is the provider's again when its edit is undone after the provider has reordered the list", () => {
  const edited = start().patch({ op: 'replace', path: '/author/2/given', value: 'Ch.' });
  edited.provider([babbage, ada, carberry], [null, ADA, CARBERRY]);
  edited.undo({ type: 'PublicationEdited' });
  assert.deepEqual(edited.authors, [
    ['Babbage', null],
    ['Lovelace', ADA],
    ['Carberry', CARBERRY],
  ]);
  assert.deepEqual(edited.present.overlay, {});
});

const MOST = 6;
const nameOf = (n: number): CslName => ({ family: `Family-${n}`, given: `Given-${n}` });
const orcidOf = ({ family }: CslName): string | null => {
  const n = family?.startsWith('Family-') ? Number(family.at(-1)) : 0;
  return n % 2 === 1 ? `0000-0000-0000-000${n}` : null;
};

const place = fc.nat(MOST - 1);
const order = fc.shuffledSubarray([...Array(MOST).keys()], { minLength: 1 });
const step = fc.oneof(
  fc.record({ do: fc.constant('move' as const), from: place, to: place }),
  fc.record({ do: fc.constant('add' as const), to: place }),
  fc.record({ do: fc.constant('remove' as const), from: place }),
  fc.record({ do: fc.constant('correct' as const), from: place }),
  fc.record({ do: fc.constantFrom('write' as const, 'provide' as const), order }),
  fc.record({ do: fc.constantFrom('note' as const, 'takeBack' as const, 'undoEdit' as const, 'undoRefresh' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const operationsFor = (each: Step, { author = [] }: CslItem): readonly Operation[] => {
  const at = (index: number): string => `/author/${index % Math.max(author.length, 1)}`;
  if (author.length === 0) return [];
  switch (each.do) {
    case 'move':
      return [{ op: 'move', from: at(each.from), path: at(each.to) }];
    case 'add':
      return [{ op: 'add', path: at(each.to), value: { family: 'New', given: `N-${author.length}` } }];
    case 'remove':
      return author.length === 1 ? [] : [{ op: 'remove', path: at(each.from) }];
    case 'correct':
      return [{ op: 'add', path: `${at(each.from)}/suffix`, value: 'Jr.' }];
    case 'write':
      return [{ op: 'add', path: '/author', value: each.order.flatMap((n) => author[n] ?? []) }];
    case 'note':
      return [{ op: 'add', path: '/custom/note', value: `${author.length}` }];
    case 'takeBack':
      return [{ op: 'remove', path: '/edited/author' }];
    default:
      return [];
  }
};

const apply = (edited: Publication, each: Step): void => {
  if (each.do === 'provide')
    edited.provider(
      each.order.map(nameOf),
      each.order.map((n) => orcidOf(nameOf(n))),
    );
  else if (each.do === 'undoEdit' || each.do === 'undoRefresh')
    edited.undo({ type: each.do === 'undoEdit' ? 'PublicationEdited' : 'PublicationRefreshed' });
  else
    try {
      edited.patch(...operationsFor(each, edited.merged));
    } catch (error) {
      // There may be no edit to revert.
      if (!(error instanceof Refused)) throw error;
    }
};

entries('is beside its author after any sequence of edits, refreshes and undos', () =>
  fc.assert(
    fc.property(fc.array(step, { maxLength: 10 }), (steps) => {
      const edited = new Publication().provider(
        [0, 1, 2, 3].map(nameOf),
        [0, 1, 2, 3].map((n) => orcidOf(nameOf(n))),
      );
      for (const each of steps) {
        apply(edited, each);
        const { author = [] } = edited.merged;
        assert.deepEqual(namedOrcids(edited.merged), author.map(orcidOf), JSON.stringify(each));
      }
    }),
    { numRuns: 150 },
  ),
);
