/** A refresh that an earlier release left half written is repaired by the next one. */
import assert from 'node:assert/strict';
import { fold } from '../../../domain/decider.ts';
import type { PublicationEvent } from '../../../domain/publication/events.ts';
import { mayBeHalfWritten } from '../../../domain/publication/half-written.ts';
import { publication } from '../../../domain/publication/publication.ts';
import type { Present } from '../../../domain/publication/state.ts';
import { upcastAs } from '../../../domain/upcast.ts';
import { newEvent } from '../../support/new-event.ts';
import { suite } from '../../support/suite.ts';
import { added, original, record, source } from './samples.ts';

const half = suite('a refresh that an earlier release may have left half written');

/** In its first schema version; a log may contain only a part of it. */
const refreshed = (...changes: readonly object[]): readonly PublicationEvent[] =>
  upcastAs<PublicationEvent>({
    ...newEvent(1),
    type: 'PublicationRefreshed',
    data: { changes, source: { ...source, etag: '"v2"' }, fetchedAt: 2_000 },
    stream: 'publication-test~10.5555/pots.1',
    revision: 1,
    position: 1,
  });
const after = (...events: readonly PublicationEvent[]): Present =>
  fold<never, PublicationEvent>(publication as never, events);
const answer = { type: 'RecordFromProvider', ...record, fetchedAt: 3_000 } as const;

const lost = [added, ...refreshed({ field: 'volume', before: '1' })];

half('is suspected when it ends with a removed field, and repaired by the complete response', () => {
  const state = after(...lost);
  assert.ok(mayBeHalfWritten(state));
  const events = publication.decide(answer, state);
  const repaired = after(...lost, ...events);
  assert.deepEqual(repaired.original, original);
  assert.ok(!mayBeHalfWritten(repaired));
});
half('is resolved by a response that changes nothing, once', () => {
  const settled = { ...original };
  delete (settled as { volume?: string }).volume;
  const events = publication.decide({ ...answer, original: settled }, after(...lost));
  assert.deepEqual(events, [{ type: 'PublicationRefreshed', data: { changes: [], source, fetchedAt: 3_000 } }]);
  const state = after(...lost, ...events);
  assert.ok(!mayBeHalfWritten(state));
  assert.deepEqual(publication.decide({ ...answer, fetchedAt: 4_000, original: settled }, state), []);
});
half('is suspected for any record that is not small', () => {
  const abstract = 'x'.repeat(20_000);
  assert.ok(mayBeHalfWritten(after(added, ...refreshed({ field: 'abstract', after: abstract }))));
  assert.ok(!mayBeHalfWritten(after(added, ...refreshed({ field: 'title', before: 'On cracked pots', after: 'x' }))));
});
half('is not suspected when the second part follows', () =>
  assert.ok(!mayBeHalfWritten(after(...lost, ...refreshed({ field: 'volume', after: '2' })))),
);
half('is not suspected in this release', () => {
  const events = publication.decide(
    { ...answer, original: { ...original, abstract: 'x'.repeat(20_000) } },
    after(added),
  );
  assert.ok(!mayBeHalfWritten(after(added, ...events)));
});
