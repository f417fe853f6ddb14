/** Records of any size that a log can hold are refreshed, edited and linked in decisions that fit one append. */
import { orcidAddress } from '../../../domain/orcid.ts';
import assert from 'node:assert/strict';
import { withChanges } from '../../../domain/changes/apply.ts';
import type { CslItem } from '../../../domain/csl.ts';
import { fold } from '../../../domain/decider.ts';
import { APPEND, jsonBytes, RECORD } from '../../../domain/limits.ts';
import type { PublicationCommand } from '../../../domain/publication/commands.ts';
import type { PublicationEvent } from '../../../domain/publication/events.ts';
import { eachLink } from '../../../domain/publication/links.ts';
import { merge } from '../../../domain/record/overlay.ts';
import { publication } from '../../../domain/publication/publication.ts';
import { authorsOmitted, trimmed } from '../../../domain/publication/trimming.ts';
import type { Present } from '../../../domain/publication/state.ts';
import { given } from '../../support/given.ts';
import { suite } from '../../support/suite.ts';
import { added, CARBERRY, original, record } from './samples.ts';

const KIB = 1024;
const authors = (count: number, mark = ''): NonNullable<CslItem['author']> =>
  Array.from({ length: count }, (_, n) => ({ family: `Family${mark}-${n}`, given: `Given-${n}` }));
const orcids = (count: number): readonly string[] =>
  Array.from(
    { length: count },
    (_, n) =>
      `0000-0000-${String(n)
        .padStart(8, '0')
        .replace(/(.{4})/u, '$1-')}`,
  );

/** As an earlier release wrote it. */
const holding = (item: CslItem): PublicationEvent =>
  ({ ...added, data: { ...(added as { data: object }).data, original: item } }) as PublicationEvent;
const after = (...events: readonly PublicationEvent[]): Present =>
  fold<never, PublicationEvent>(publication as never, events);
const decided = (command: PublicationCommand, ...events: readonly PublicationEvent[]): readonly PublicationEvent[] =>
  publication.decide(command, after(...events));
const bytesOf = (events: readonly PublicationEvent[]): number =>
  events.reduce((sum, { data }) => sum + jsonBytes(data) + APPEND.envelopeBytes, 0);

const large = suite('a large record');
const huge: CslItem = { ...original, author: authors(18_000) };

large('is accepted from an earlier release up to 900 KiB', () => {
  assert.ok(jsonBytes(huge) > 800 * KIB && jsonBytes(huge) < APPEND.bytes);
});

large('is edited by events that contain only the changes', () => {
  const author = huge.author?.with(7, { family: 'Corrected' });
  const events = decided(
    { type: 'EditPublication', changes: [{ path: '/author', after: author as never }] },
    holding(huge),
  );
  assert.deepEqual(events, [
    {
      type: 'PublicationEdited',
      data: {
        changes: [{ path: '/author/7', before: huge.author?.[7], after: { family: 'Corrected' } }],
        reverted: [],
      },
    },
  ]);
  const state = after(holding(huge), ...events);
  assert.deepEqual(merge(state).author, author);
});

large('is refreshed in one append, however little both versions have in common', () => {
  for (const next of [
    { ...original, author: authors(8_500, 'b') },
    { ...original, author: authors(6_000, 'b'), abstract: 'x'.repeat(50_000) },
    { ...original, abstract: 'x'.repeat(390 * KIB) },
  ]) {
    const events = decided({ type: 'RecordFromProvider', ...record, fetchedAt: 2_000, original: next }, holding(huge));
    assert.deepEqual(
      events.map(({ type }) => type),
      ['PublicationRefreshed'],
    );
    assert.ok(bytesOf(events) <= APPEND.bytes, `${bytesOf(events)} bytes`);
    assert.deepEqual(after(holding(huge), ...events).original, next);
  }
});

large('is replaced by its new version with the size of the old one, if both do not fit', () => {
  const was = { ...original, abstract: 'x'.repeat(800 * KIB) };
  const [event] = decided(
    {
      type: 'RecordFromProvider',
      ...record,
      fetchedAt: 2_000,
      original: { ...original, abstract: 'y'.repeat(200 * KIB) },
    },
    holding(was),
  );
  assert.ok(event?.type === 'PublicationRefreshed');
  const [change] = event.data.changes;
  assert.deepEqual([change?.path, change?.before, change?.beforeBytes], ['/abstract', undefined, 800 * KIB + 2]);
  assert.equal(withChanges(was, event.data.changes).abstract?.length, 200 * KIB);
});

large('is added with all its links in one append', () => {
  const item: CslItem = { ...original, author: authors(8_000) };
  const links = orcids(8_000).map((orcid) => ({ orcid, basis: 'metadata' as const }));
  const events = publication.decide(
    { type: 'RecordFromProvider', ...record, original: item, links },
    publication.initial,
  );
  assert.deepEqual(
    events.map(({ type }) => type),
    ['PublicationAdded', 'AuthorLinked'],
  );
  assert.ok(bytesOf(events) <= APPEND.bytes, `${bytesOf(events)} bytes`);
  assert.equal(Object.keys(after(...events).links).length, 8_000);
});

large('is refused above the limit, which the refusal names', () =>
  assert.throws(
    () =>
      publication.decide(
        { type: 'RecordFromProvider', ...record, original: { ...original, abstract: 'x'.repeat(RECORD.bytes) } },
        publication.initial,
      ),
    { kind: 'invalid', code: 'record_too_large', message: /at most 409600 are accepted/u },
  ),
);

const links = suite('links of one publication');
const linkedTo = (count: number): PublicationEvent => ({
  type: 'AuthorLinked',
  data: { links: [{ basis: 'metadata', orcids: orcids(count) }] },
});
links('made by one response are one event, by evidence', () =>
  given(publication, added)
    .when({
      type: 'RecordFromProvider',
      ...record,
      links: [
        { orcid: CARBERRY, basis: 'metadata' },
        { orcid: '0000-0001-5109-3700', basis: 'orcid_list' },
        { orcid: '0000-0002-9079-593X', basis: 'metadata' },
      ],
    })
    .then({
      type: 'AuthorLinked',
      data: {
        links: [
          { basis: 'metadata', orcids: [CARBERRY, '0000-0002-9079-593X'] },
          { basis: 'orcid_list', orcids: ['0000-0001-5109-3700'] },
        ],
      },
    }),
);
links('are limited: staff are refused, and a machine makes as many as fit', () => {
  given(publication, added, linkedTo(RECORD.links))
    .when({ type: 'LinkAuthor', orcid: CARBERRY, basis: 'staff' })
    .thenRefused('conflict', 'too_many_links');
  const [event] = decided(
    {
      type: 'RecordFromProvider',
      ...record,
      links: orcids(RECORD.links + 9).map((orcid) => ({ orcid, basis: 'metadata' as const })),
    },
    added,
    linkedTo(RECORD.links - 1),
  );
  assert.ok(event?.type === 'AuthorLinked');
  assert.equal(eachLink(event.data.links).length, 1);
});
links('are folded in a single pass, however many', () => {
  const state = after(added, linkedTo(RECORD.links));
  assert.equal(Object.keys(state.links).length, RECORD.links);
});

const trimming = suite('a record of more authors than are kept');
const crowd: CslItem = {
  ...original,
  author: authors(10_000).map((name, place) => (place === 8_000 ? { ...name, ORCID: orcidAddress(CARBERRY) } : name)),
  custom: { source: 'x' },
};
trimming(
  'keeps the first, the last, those with an iD and possible people of the workspace, and counts the rest',
  () => {
    const kept = trimmed(crowd, new Set([9_000]));
    assert.deepEqual(kept.author, [...authors(5_999), ...[8_000, 9_000, 9_999].map((n) => crowd.author?.[n])]);
    assert.equal(authorsOmitted(kept), 10_000 - 6_002);
    assert.equal(kept.custom?.['source'], 'x');
  },
);
const counted: CslItem = { ...original, author: authors(5), custom: { note: 'kept', authors_omitted: 3_000 } };

trimming('loses the count of omitted authors once staff write another list', () => {
  const rewrite = {
    type: 'EditPublication',
    changes: [{ path: '/author', after: [{ literal: 'All of us' }] }],
  } as const;
  const state = after(holding(counted), ...decided(rewrite, holding(counted)));
  const shown = merge(state);
  assert.deepEqual([shown.author, shown.custom], [[{ literal: 'All of us' }], { note: 'kept' }]);

  const takeBack = { type: 'EditPublication', changes: [], revert: ['author'] } as const;
  const before = [holding(counted), ...decided(rewrite, holding(counted))];
  const again = after(...before, ...decided(takeBack, ...before));
  assert.deepEqual(merge(again), counted);
});

trimming('keeps it when staff correct one of the listed authors', () => {
  const author = (counted.author ?? []).with(2, { family: 'Corrected' });
  const correct = { type: 'EditPublication', changes: [{ path: '/author', after: author as never }] } as const;
  const state = after(holding(counted), ...decided(correct, holding(counted)));
  assert.equal(authorsOmitted(merge(state)), 3_000);
});

trimming('keeps all of up to 6,000 authors', () => {
  const item = { ...original, author: authors(6_000) };
  assert.equal(trimmed(item, new Set()), item);
});
