/** A preprint that one list has by its arXiv id and another by arXiv's DOI is one item. */
import assert from 'node:assert/strict';
import { linkedOrcids } from '../../../../domain/publication/state.ts';
import { planOf } from '../../../../workers/ingestion/plan.ts';
import { suite } from '../../../support/suite.ts';
import { ADA, DOI, listed, open } from './listed-works.ts';

const ID = 'arxiv.hep-th/9901001';
const PREPRINT = '10.48550/arxiv.hep-th/9901001';
const [byId, byDoi] = [listed([ID]), listed([], { doi: PREPRINT, entry: '2', orcid: ADA })];

const preprint = suite('an arXiv preprint');

preprint('is the publication of its DOI, even if it was a work before', async () => {
  const { ingest, items, item } = open();
  await ingest([byId]);
  assert.deepEqual(await items(), [ID]);
  await ingest([byDoi], ADA);
  assert.deepEqual(await items(), [PREPRINT]);
  assert.equal((await item(ID)).supersededBy, PREPRINT);
  assert.equal(linkedOrcids(await item(PREPRINT)).length, 2);
});

preprint('is that publication under its id too, in the same list or a later one', async () => {
  for (const rounds of [[[byId, byDoi]], [[byDoi], [byId]]]) {
    const { ingest, items } = open();
    for (const list of rounds) await ingest(list);
    assert.deepEqual(await items(), [PREPRINT]);
  }
});

preprint('is not an article that has the same id and another DOI, in any order', async () => {
  const article = listed([ID], { doi: DOI, entry: '3' });
  for (const list of [
    [article, byDoi, byId],
    [byDoi, article, byId],
  ]) {
    const { ingest, items, itemOf } = open();
    await ingest(list);
    assert.deepEqual(await items(), [PREPRINT, DOI]);
    assert.equal(await itemOf(listed([ID], { entry: '4' })), PREPRINT);
  }
});

preprint('keeps its id if an entry without a DOI shares another identifier with an article', () => {
  const [pmid, own] = ['pmid.1', [{ id: ID, key: ID }]];
  const list = [listed([pmid, ID], { doi: DOI }), byDoi, listed([pmid, ID], { entry: '5' })];
  const { publications, works } = planOf(list, []);
  assert.deepEqual([...works], []);
  assert.deepEqual(
    publications.get(PREPRINT)?.aliases.filter(({ id }) => id === ID),
    own,
  );
  assert.deepEqual(
    publications.get(DOI)?.aliases.filter(({ id }) => id === ID),
    [],
  );
});

preprint('stays apart from its DOI once staff have withdrawn its id', async () => {
  const { ingest, items, undo } = open();
  await ingest([byDoi], ADA);
  await undo('IdentifierAssigned', ID);
  await ingest([byId]);
  await ingest([byDoi], ADA);
  assert.deepEqual(await items(), [PREPRINT, ID]);
});
