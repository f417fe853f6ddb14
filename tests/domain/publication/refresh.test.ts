/** Refreshes of records so large that their changes do not fit one append. */
import assert from 'node:assert/strict';
import { fold } from '../../../domain/decider.ts';
import type { PublicationCommand } from '../../../domain/publication/commands.ts';
import type { PublicationEvent } from '../../../domain/publication/events.ts';
import { publication } from '../../../domain/publication/publication.ts';
import type { Publication } from '../../../domain/publication/state.ts';
import { jsonBytes, MAX_RECORD_BYTES } from '../../../domain/size.ts';
import { suite } from '../../support/suite.ts';
import { added, original, record } from './samples.ts';

const large = suite('a refresh of a large record');
const KIB = 1024;
const text = (letter: string, kib: number): string => letter.repeat(kib * KIB);
const saying = (fields: object, fetchedAt: number): PublicationCommand => ({
  type: 'RecordFromProvider',
  ...record,
  original: { ...original, ...fields },
  fetchedAt,
});

const refreshing = (before: object, after: object): readonly PublicationEvent[] => {
  const known = fold<Publication, PublicationEvent>(publication, [added]);
  const first = fold<Publication, PublicationEvent>(
    publication,
    publication.decide(saying(before, 2_000), known),
    known,
  );
  const decided = publication.decide(saying(after, 3_000), first);
  const state = fold<Publication, PublicationEvent>(publication, decided, first);
  assert.ok(state.status !== 'absent');
  assert.deepEqual(state.original, { ...original, ...after });
  for (const { data } of decided) assert.ok(jsonBytes(data) <= MAX_RECORD_BYTES + KIB, 'fits an append');
  assert.deepEqual(publication.decide(saying(after, 4_000), state), []);
  // What a crash left out after the first event is decided by the next refresh.
  const cutOff = fold<Publication, PublicationEvent>(publication, decided.slice(0, 1), first);
  const mended = fold<Publication, PublicationEvent>(
    publication,
    publication.decide(saying(after, 3_000), cutOff),
    cutOff,
  );
  assert.deepEqual(mended, state);
  return decided;
};

large('is one event as long as it fits', () =>
  assert.equal(refreshing({ abstract: text('a', 400) }, { abstract: text('b', 400) }).length, 1),
);

large('is an event for each part that fits', () => {
  const fields = (letter: string): object => ({ abstract: text(letter, 300), note: text(letter, 300) });
  assert.equal(refreshing(fields('a'), fields('b')).length, 2);
});

large('tells a field that is too large before and after as a removal and an addition', () => {
  const events = refreshing({ abstract: text('a', 850) }, { abstract: text('é', 420) });
  assert.deepEqual(
    events.map(({ data }) =>
      (data as unknown as { readonly changes: readonly object[] }).changes.map((change) => Object.keys(change)),
    ),
    [[['field', 'before']], [['field', 'after']]],
  );
});
