import assert from 'node:assert/strict';
import { fold } from '../../../domain/decider.ts';
import type { PublicationEvent } from '../../../domain/publication/events.ts';
import { publication } from '../../../domain/publication/publication.ts';
import { isRetracted, linkedOrcids, type Present, type Publication } from '../../../domain/publication/state.ts';
import { suite } from '../../support/suite.ts';
import { added, CARBERRY, DOI, happened, original, source } from './samples.ts';

const knowing = suite('the state of a publication');
const after = (...events: readonly PublicationEvent[]): Present => {
  const state = fold<Publication, PublicationEvent>(publication, events);
  assert.ok(state.status !== 'absent');
  return state;
};
const notice: PublicationEvent = {
  type: 'RetractionNoticed',
  data: { doi: DOI, notice: { by: '10.5555/pots.1-r', kind: 'retraction', provider: 'crossref' } },
};
const edited: PublicationEvent = {
  type: 'PublicationEdited',
  data: {
    changes: [
      { path: '/title', before: 'On cracked pots', after: 'Mine' },
      { path: '/volume', before: '1' },
      { path: '/q', before: null, after: 1 },
    ],
    reverted: [],
  },
};

knowing('has the fields of a refresh, and the time of the newest response', () => {
  const changes = [
    { path: '/volume', before: '1' },
    { path: '/issue', after: '2' },
  ] as const;
  const { volume: _volume, ...rest } = original;
  const state = after(
    added,
    { type: 'CitationCountChanged', data: { before: 4, after: 5, fetchedAt: 3_000 } },
    { type: 'PublicationRefreshed', data: { changes, source, fetchedAt: 2_000 } },
  );
  assert.deepEqual([state.original, state.fetchedAt, state.citedByCount], [{ ...rest, issue: '2' }, 3_000, 5]);
});

knowing('is retracted while there is a notice', () => {
  assert.ok(!isRetracted(after(added)));
  assert.ok(isRetracted(after(added, notice)));
});

knowing('lists who is linked now', () => {
  const linked: PublicationEvent = {
    type: 'AuthorLinked',
    data: { links: [{ basis: 'metadata', orcids: [CARBERRY] }] },
  };
  assert.deepEqual(linkedOrcids(after(added, linked)), [CARBERRY]);
  const unlinked: PublicationEvent = {
    type: 'AuthorUnlinked',
    data: { links: [{ basis: 'staff', orcids: [CARBERRY] }] },
  };
  assert.deepEqual(linkedOrcids(after(added, linked, unlinked)), []);
});

knowing('keeps edits, visibility and links while it is deleted and restored', () => {
  const before = after(added, edited, happened('PublicationHidden'));
  const state = after(
    added,
    edited,
    happened('PublicationHidden'),
    happened('PublicationDeleted'),
    happened('PublicationRestored'),
  );
  assert.deepEqual(state, before);
  assert.equal(state.editCount, 1);
});

knowing('starts over after a reset', () =>
  assert.deepEqual(
    after(added, edited, happened('PublicationHidden'), happened('PublicationReset'), added),
    after(added),
  ),
);

knowing('is not changed by an event of a later release', () =>
  assert.deepEqual(after(added, { type: 'PublicationBound', data: {} } as never), after(added)),
);
