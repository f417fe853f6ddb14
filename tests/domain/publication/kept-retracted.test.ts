/** A retracted publication that staff keep visible needs no decision until another notice comes. */
import assert from 'node:assert/strict';
import type { PublicationEvent } from '../../../domain/publication/events.ts';
import { publication } from '../../../domain/publication/publication.ts';
import { isKeptRetracted } from '../../../domain/publication/state.ts';
import { UNDOABLES } from '../../../domain/undoables.ts';
import { given } from '../../support/given.ts';
import { suite } from '../../support/suite.ts';
import { History } from '../../support/undoing.ts';
import { added, DOI, happened, record } from './samples.ts';

const keeping = suite('a retracted publication that staff keep visible');

const notice = { by: '10.5555/notice', kind: 'retraction', provider: 'crossref' } as const;
const later = { ...notice, by: '10.5555/later' };
const noticed = (of: typeof notice | typeof later): PublicationEvent => ({
  type: 'RetractionNoticed',
  data: { doi: DOI, notice: of },
});
const kept = (...notices: readonly (typeof notice | typeof later)[]): PublicationEvent => ({
  type: 'RetractionKept',
  data: { notices },
});

keeping('is settled by one event, for all notices that it has', () =>
  given(publication, added, noticed(notice), noticed(later)).when({ type: 'KeepRetracted' }).then(kept(notice, later)),
);

keeping('is asked about again only for another notice', () =>
  given(publication, added, noticed(notice), kept(notice), noticed(later))
    .when({ type: 'KeepRetracted' })
    .then(kept(later)),
);

keeping('is neither hidden, nor unretracted, nor settled already', () => {
  const keep = { type: 'KeepRetracted' } as const;
  given(publication, added).when(keep).thenNothing();
  given(publication, added, noticed(notice), happened('PublicationHidden')).when(keep).thenNothing();
  given(publication, added, noticed(notice), kept(notice)).when(keep).thenNothing();
  given(publication).when(keep).thenRefused('not_found', 'publication_not_found');
});

keeping('needs a decision again after an undo, and an undo of a reset keeps it', () => {
  const history = new History(UNDOABLES.publication);
  const isKept = (): boolean => {
    assert.ok(history.state.status !== 'absent');
    return isKeptRetracted(history.state);
  };
  history.do({ ...record, type: 'RecordFromProvider', notices: [notice] });
  assert.equal(isKept(), false);
  history.do({ type: 'KeepRetracted' });
  assert.equal(isKept(), true);
  const { cause } = history.undo({ type: 'RetractionKept' });
  assert.deepEqual([history.events.at(-1)?.type, isKept()], ['RetractionReopened', false]);
  history.undo({ cause });
  assert.equal(isKept(), true);
  history.do({ type: 'ResetPublication' });
  history.undo({ type: 'PublicationReset' });
  assert.equal(isKept(), true);
});
