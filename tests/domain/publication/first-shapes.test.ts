/** Events of a publication from an earlier release are read as that release read them. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Recorded } from '../../../domain/event.ts';
import type { Json } from '../../../domain/json.ts';
import type { OverlayChange, PublicationEvent } from '../../../domain/publication/events.ts';
import { evolve, initial } from '../../../domain/publication/evolve.ts';
import type { Publication } from '../../../domain/publication/state.ts';
import { upcast, upcastAs } from '../../../domain/upcast.ts';
import { NO_SOURCES, type Sources } from '../../../projections/publication/sources.ts';
import {
  afterEvent,
  type PublicationView,
  type RecordedPublicationEvent,
} from '../../../projections/publication/view.ts';
import { evolveFirst, sourcesFirst, type EarlierEvent } from '../../support/first-shapes/publication.ts';
import { describe } from '../../../projections/timeline/describe/index.ts';
import { newEvent } from '../../support/new-event.ts';
import { suite } from '../../support/suite.ts';
import { added, CARBERRY, happened, source } from './samples.ts';

const earlier = suite('a log of an earlier release');

const field = fc.constantFrom('title', 'volume', 'author', 'custom', 'issued', 'a/b');
const value = fc.constantFrom<Json>(
  'a',
  'b',
  null,
  [],
  [{ family: 'A' }, { family: 'B' }],
  { source: 'x' },
  { list: ['a'] },
);
const side = fc.option(value, { nil: undefined });
const orcid = fc.constantFrom(CARBERRY, '0000-0001-5109-3700', '0000-0002-9079-593X');
const basis = fc.constantFrom('metadata', 'orcid_list', 'openalex_list', 'staff');

const change = fc.record({ field, before: side, after: side });
/** Each field once; if one was too large, a removal followed by an addition. */
const changes = fc
  .uniqueArray(fc.tuple(change, fc.boolean()), { selector: ([{ field: name }]) => name, maxLength: 4 })
  .map((all) =>
    all.flatMap(([{ field: name, before, after }, isSplit]): unknown[] =>
      isSplit
        ? [
            { field: name, before },
            { field: name, after },
          ]
        : [{ field: name, before, after }],
    ),
  );
const overlaid: fc.Arbitrary<OverlayChange> = fc.oneof(
  value.map((each) => ({ value: each })),
  fc.constant({ removed: true as const }),
  fc.constant({ reverted: true as const }),
);
const at = fc.integer({ min: 0, max: 9 });
const event = fc.oneof(
  fc.record({
    type: fc.constant('PublicationRefreshed'),
    data: fc.record({ changes, source: fc.constant(source), fetchedAt: at }),
  }),
  fc.record({
    type: fc.constant('PublicationEdited'),
    data: fc.record({ changes, overlay: fc.dictionary(field, overlaid), custom: fc.constantFrom({}, { q: 1 }) }),
  }),
  fc.record({ type: fc.constantFrom('AuthorLinked', 'AuthorUnlinked'), data: fc.record({ orcid, basis }) }),
  fc.record({
    type: fc.constant('AuthorsMatched'),
    data: fc.record({
      suggested: fc.array(fc.record({ orcid, author: at }), { maxLength: 2 }),
      strays: fc.array(orcid, { maxLength: 2 }),
    }),
  }),
  fc.constantFrom(added, happened('PublicationHidden'), happened('PublicationDeleted'), happened('PublicationReset')),
) as fc.Arbitrary<unknown> as fc.Arbitrary<EarlierEvent>;

/** As JSON keeps it, without fields that this release adds to detect what an earlier one may have omitted. */
const plain = (state: Publication): unknown => {
  const { perhapsPart: _doubt, ...rest } = state as Publication & { readonly perhapsPart?: unknown };
  return JSON.parse(JSON.stringify(rest)) as unknown;
};
const recorded = ({ type, data }: EarlierEvent, revision: number): Recorded => ({
  ...newEvent(revision),
  type,
  data: JSON.parse(JSON.stringify(data)) as unknown,
  stream: 'publication-test~10.5555/pots.1',
  revision,
  position: revision,
});

earlier('folds to the same state and row as it did then', () =>
  fc.assert(
    fc.property(fc.array(event, { maxLength: 12 }), (rest) => {
      let then: Publication = initial;
      let sources: Sources = NO_SOURCES;
      let now: Publication = initial;
      let view: PublicationView | null = null;
      [added as EarlierEvent, ...rest].forEach((each, index) => {
        const past = recorded(each, index);
        then = evolveFirst(then, past as unknown as EarlierEvent);
        sources = then.status === 'absent' ? NO_SOURCES : sourcesFirst(past as unknown as EarlierEvent, sources);
        for (const present of upcastAs<PublicationEvent>(past)) now = evolve(now, present);
        for (const present of upcast(past)) view = afterEvent(view, present as RecordedPublicationEvent);
        assert.deepEqual(plain(now), plain(then));
        assert.deepEqual(view === null ? null : plain(view.state), then.status === 'absent' ? null : plain(then));
        if (view !== null) assert.deepEqual(view.sources, sources);
      });
    }),
    { numRuns: 1_000 },
  ),
);

earlier('says on the timeline which fields changed, and from what', () => {
  const edited = recorded(
    {
      type: 'PublicationEdited',
      data: {
        changes: [{ field: 'title', before: 'On cracked pots', after: 'Mine' }],
        overlay: { title: { value: 'Mine' } },
        custom: {},
      },
    },
    1,
  );
  const { summary, changes: shown } = describe(edited);
  assert.equal(summary, 'Edited title');
  assert.deepEqual(shown, [{ path: '/title', before: 'On cracked pots', after: 'Mine' }]);
  const linked = recorded({ type: 'AuthorLinked', data: { orcid: CARBERRY, basis: 'orcid_list' } }, 2);
  assert.equal(describe(linked).summary, `Linked ${CARBERRY}, on their own ORCID list`);
});
