/** OpenAlex's facts complete what the provider of a record does not say, and nothing else. */
import assert from 'node:assert/strict';
import { fold } from '../../../domain/decider.ts';
import { FACTS, jsonBytes, RECORD } from '../../../domain/limits.ts';
import { completedBy, describedOf } from '../../../domain/publication/completing.ts';
import { driftOf } from '../../../domain/publication/drift.ts';
import type { Enrichment, PublicationEvent } from '../../../domain/publication/events.ts';
import { publication } from '../../../domain/publication/publication.ts';
import type { Present, Publication } from '../../../domain/publication/state.ts';
import { merge } from '../../../domain/record/overlay.ts';
import { given } from '../../support/given.ts';
import { suite } from '../../support/suite.ts';
import { added, original, record, source } from './samples.ts';

const completing = suite("OpenAlex's facts of a record");

const after = (...events: readonly PublicationEvent[]): Present => {
  const state = fold<Publication, PublicationEvent>(publication, events);
  return state.status === 'absent' ? assert.fail('absent') : state;
};

const OPEN = [{ pdf_url: 'https://repository.example.org/pots.pdf' }];
const facts = (subject: readonly string[]): Enrichment => ({ record: { subject, locations: OPEN } });
const enriched = (is: Enrichment | null, was: Enrichment | null = null, fetchedAt = 2_000): PublicationEvent => ({
  type: 'PublicationEnriched',
  data: { before: was, after: is, fetchedAt },
});
const ofProvider = (keywords: readonly string[] | null): PublicationEvent => ({
  type: 'PublicationRefreshed',
  data: { changes: [{ path: '/subject', ...(keywords && { after: keywords }) }], source, fetchedAt: 3_000 },
});
const edited: PublicationEvent = {
  type: 'PublicationEdited',
  data: { changes: [{ path: '/subject', before: ['Jars'], after: ['Mine'] }], reverted: [] },
};

completing('stand where the provider is silent, field by field', () => {
  const state = after(added, enriched(facts(['Jars'])));
  assert.deepEqual(state.original, { ...original, subject: ['Jars'], locations: OPEN });
  assert.deepEqual(describedOf(state), original);
  const said = after(added, enriched(facts(['Jars'])), ofProvider(['Pots']));
  assert.deepEqual([said.original.subject, said.completed], [['Pots'], ['locations']]);
  const silentAgain = after(added, enriched(facts(['Jars'])), ofProvider(['Pots']), ofProvider(null));
  assert.deepEqual([silentAgain.original.subject, silentAgain.completed], [['Jars'], ['subject', 'locations']]);
});

completing('go with it, and leave a record of earlier events as it was', () => {
  const { original: now, completed } = after(added, enriched(facts(['Jars'])), enriched(null, facts(['Jars'])));
  assert.deepEqual([now, completed], [original, []]);
  assert.deepEqual(after(added, enriched({ open_access_status: 'gold' })).original, original);
});

completing('do not count as what the provider said, when it describes the record again', () =>
  given(publication, added, enriched(facts(['Jars'])))
    .when({ type: 'RecordFromProvider', ...record, enrichment: facts(['Jars']), fetchedAt: 4_000 })
    .thenNothing(),
);

completing('differ from an edit like the value of any provider', () => {
  const one = [added, enriched(facts(['Jars'])), edited];
  assert.deepEqual(driftOf(after(...one)), []);
  const drifted = after(...one, enriched(facts(['Cups']), facts(['Jars']), 5_000));
  assert.deepEqual(merge(drifted).subject, ['Mine']);
  assert.deepEqual(driftOf(drifted), [{ field: 'subject', edited: ['Mine'], providerNow: ['Cups'], since: 5_000 }]);
  const byProvider = after(...one, ofProvider(['Pots']));
  assert.deepEqual(driftOf(byProvider), [{ field: 'subject', edited: ['Mine'], providerNow: ['Pots'], since: 3_000 }]);
  assert.deepEqual(driftOf(after(...one, ofProvider(['Pots']), ofProvider(null))), []);
});

completing('return when an edit is reverted', () => {
  const before = [added, enriched(facts(['Jars'])), edited];
  const events = publication.decide(
    { type: 'EditPublication', changes: [], revert: ['subject'] },
    fold(publication, before),
  );
  assert.deepEqual(merge(after(...before, ...events)).subject, ['Jars']);
});

const room = suite('a record that is too large with its facts');

const NAMES = Array.from({ length: 3_000 }, (_, n) => ({ family: `Potter ${n}`, given: 'Ada' }));
const printed = NAMES.map((name) => ({ ...name, affiliation: [{ name: 'Institute of Psychoceramics, '.repeat(6) }] }));

const recorded = (said: object, enrichment: Enrichment | null = null): Present =>
  after(
    ...publication.decide(
      { type: 'RecordFromProvider', ...record, original: { ...original, ...said }, enrichment },
      publication.initial,
    ),
  );

room('loses the affiliations first', () => {
  const subject = ['Pots'];
  assert.ok(jsonBytes(printed) > RECORD.bytes);
  assert.deepEqual(recorded({ author: printed, subject }).original, { ...original, author: NAMES, subject });
  assert.deepEqual(recorded({ author: printed.slice(0, 100) }).original.author, printed.slice(0, 100));
});

room('loses other facts if that is not enough', () => {
  const abstract = 'a'.repeat(RECORD.bytes - 20_000);
  const relation = Array.from({ length: FACTS.relations }, (_, n) => ({
    ...({ type: 'has-part', 'id-type': 'doi' } as const),
    id: `10.5555/part.${n}`,
  }));
  const { original: kept } = recorded({ abstract, relation, subject: ['Pots'] });
  assert.deepEqual([kept.abstract?.length, kept.relation, kept.subject], [abstract.length, undefined, ['Pots']]);
});

room('is not completed', () => {
  const abstract = 'a'.repeat(RECORD.bytes - 20_000);
  const many = Array.from({ length: 200 }, (_, n) => `${n} ${'pots'.repeat(30)}`);
  const state = recorded({ abstract }, { open_access_status: 'gold', ...facts(many) });
  assert.deepEqual([state.original, state.enrichment], [{ ...original, abstract }, { open_access_status: 'gold' }]);
  const later = publication.decide(
    { type: 'ConfirmFromProvider', doi: record.doi, fetchedAt: 9_000, links: [], enrichment: facts(many) },
    state,
  );
  assert.deepEqual(
    later.map(({ data }) => 'after' in data && data.after),
    [{}],
  );
});

room('has nothing left out if it fits', () => {
  assert.deepEqual(completedBy(original, facts(['Jars'])).completed, ['subject', 'locations']);
});
