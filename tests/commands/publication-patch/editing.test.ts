/** Patches and refreshes in any order: what a person edited is kept until they revert it. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { editOf } from '../../support/patching.ts';
import { fold } from '../../../domain/decider.ts';
import { driftOf } from '../../../domain/publication/drift.ts';
import type { PublicationEvent } from '../../../domain/publication/events.ts';
import { merge } from '../../../domain/record/overlay.ts';
import { publication } from '../../../domain/publication/publication.ts';
import type { Present } from '../../../domain/publication/state.ts';
import { suite } from '../../support/suite.ts';

const DOI = '10.5555/12345678';
const FIELDS = ['title', 'abstract', 'note', 'publisher'] as const;
type Field = (typeof FIELDS)[number];
type Texts = Partial<Record<Field, string>>;

type Step =
  | { readonly kind: 'refresh'; readonly texts: Texts }
  | { readonly kind: 'set'; readonly field: Field; readonly value: string }
  | { readonly kind: 'remove' | 'revert'; readonly field: Field };

const word: fc.Arbitrary<string> = fc.constantFrom('a', 'b', 'c');
const field = fc.constantFrom(...FIELDS);
const texts: fc.Arbitrary<Texts> = fc.record(
  { title: word, abstract: word, note: word, publisher: word },
  { requiredKeys: [] },
);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('refresh' as const), texts }),
  fc.record({ kind: fc.constant('set' as const), field, value: word }),
  fc.record({ kind: fc.constantFrom('remove' as const, 'revert' as const), field }),
);

const source = { provider: 'crossref', url: 'https://api.crossref.org/works/x' } as const;
const patching = suite('patching');

patching('keeps every edited field through refreshes, and reverts to what the provider now says', () =>
  fc.assert(
    fc.property(texts, fc.array(step, { maxLength: 20 }), (first, steps) => {
      const provide = (original: Texts, fetchedAt: number) =>
        ({
          type: 'RecordFromProvider',
          doi: DOI,
          original: { type: 'article', DOI, ...original },
          source,
          fetchedAt,
          links: [],
        }) as const;
      let provider = first;
      const edited = new Map<Field, string | undefined>();
      const events: PublicationEvent[] = [...publication.decide(provide(first, 0), publication.initial)];
      const present = (): Present => fold(publication, events) as Present;

      steps.forEach((each, index) => {
        if (each.kind === 'refresh') {
          provider = each.texts;
          events.push(...publication.decide(provide(provider, index + 1), present()));
          return;
        }
        const shown = merge(present())[each.field];
        // RFC 6902 refuses to remove what does not exist.
        if (each.kind === 'remove' && shown === undefined) return;
        if (each.kind === 'revert' && !Object.hasOwn(present().overlay, each.field)) {
          assert.throws(
            () => editOf(present(), [{ op: 'remove', path: `/edited/${each.field}` }]),
            /has not been edited/u,
          );
          return;
        }
        const path = each.kind === 'revert' ? `/edited/${each.field}` : `/${each.field}`;
        const operation = each.kind === 'set' ? { op: 'add', path, value: each.value } : { op: 'remove', path };
        events.push(...publication.decide({ type: 'EditPublication', ...editOf(present(), [operation]) }, present()));
        // A patch that changes nothing is not an edit, and reverts none.
        if (each.kind === 'set' && each.value === shown) return;
        const value = each.kind === 'set' ? each.value : undefined;
        if (each.kind === 'revert' || value === provider[each.field]) edited.delete(each.field);
        else edited.set(each.field, value);
      });

      const state = present();
      const merged = merge(state);
      for (const name of FIELDS) assert.equal(merged[name], edited.has(name) ? edited.get(name) : provider[name], name);
      for (const { field: name } of driftOf(state)) assert.ok(edited.has(name as Field));
    }),
    { numRuns: 1_000 },
  ),
);
