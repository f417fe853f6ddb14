/** A list speaks for its owner: an entry neither takes over nor renames what others list or staff have edited, unless the two agree. */
import assert from 'node:assert/strict';
import { handle } from '../../../../commands/handle.ts';
import { joinSuggested } from '../../../../commands/work-identity/supersede.ts';
import { workAggregate } from '../../../../commands/work.ts';
import { changesTo } from '../../../../domain/record/overlay.ts';
import { linkedOrcids } from '../../../../domain/publication/state.ts';
import { suite } from '../../../support/suite.ts';
import { ADA, CARBERRY, DOI, listed, open } from './listed-works.ts';

const entry = suite('an entry of a list that names the work of another person');

const PILLS = 'Buy pills';
const byAda = (doi?: string, title = PILLS) =>
  listed(['pmid.2'], { title, entry: '9', orcid: ADA, ...(doi === undefined ? {} : { doi }) });
const mine = listed(['pmid.2']);

entry('with a DOI of another title suggests the join, once, and changes nothing of the work', async () => {
  const { ingest, items, work, publication, log } = open();
  await ingest([mine]);
  await ingest([byAda(DOI)], ADA);
  const decided = (await log()).length;
  await ingest([byAda(DOI)], ADA);
  await ingest([mine]);
  assert.equal((await log()).length, decided);
  assert.deepEqual(await items(), [DOI, 'pmid.2']);
  assert.deepEqual((await work('pmid.2')).suggested, [{ doi: DOI }]);
  assert.deepEqual(linkedOrcids(await publication()), [ADA]);
});

entry('does so for a work that staff have edited, though only its owner lists it', async () => {
  const { deps, caller, ingest, items } = open();
  await ingest([mine]);
  const edit = { type: 'EditWork', changes: changesTo({ volume: '3' }) } as const;
  await handle(deps, workAggregate, 'pmid.2', edit, caller());
  await ingest([listed(['pmid.2'], { doi: DOI, title: PILLS })]);
  assert.deepEqual(await items(), [DOI, 'pmid.2']);
});

entry('takes nothing over that is listed only later', async () => {
  for (const doi of [DOI, undefined]) {
    const { ingest, itemOf, work, publication } = open();
    await ingest([byAda(doi)], ADA);
    await ingest([mine]);
    const key = `${CARBERRY}.1`;
    assert.deepEqual(await itemOf(mine), { work: key });
    const other = doi === undefined ? { work: 'pmid.2' } : { doi };
    assert.deepEqual([(await work(key)).original.title, (await work(key)).suggested], ['On pots', [other]]);
    if (doi !== undefined) assert.deepEqual(linkedOrcids(await publication()), [ADA]);
  }
});

entry('joins no two of them, though it names both', async () => {
  const { ingest, items, work } = open();
  await ingest([mine, listed(['pmc.3'], { title: 'On jars', entry: '2' })]);
  await ingest([listed(['pmid.2', 'pmc.3'], { title: PILLS, entry: '9', orcid: ADA })], ADA);
  assert.deepEqual(await items(), ['pmc.3', 'pmc.3+pmid.2', 'pmid.2']);
  assert.deepEqual((await work(`${ADA}.9`)).suggested, [{ work: 'pmid.2' }, { work: 'pmc.3' }]);
});

entry('does not rename it later, whether it has a DOI or not', async () => {
  for (const doi of [DOI, undefined]) {
    const { ingest, work, publication } = open();
    await ingest([byAda(doi, 'On pots')], ADA);
    await ingest([mine]);
    await ingest([byAda(doi)], ADA);
    const state = doi === undefined ? await work('pmid.2') : await publication();
    assert.equal(state.original.title, 'On pots');
  }
});

entry('joins it if the types and titles agree', async () => {
  const { ingest, items, publication } = open();
  await ingest([mine]);
  await ingest([byAda(DOI, 'On Pots.')], ADA);
  assert.deepEqual(await items(), [DOI]);
  assert.deepEqual(linkedOrcids(await publication()), [ADA, CARBERRY]);
});

entry("does not join it by its own title if the registry's record has another", async () => {
  const { ingest, items, work } = open(undefined, PILLS);
  await ingest([mine]);
  await ingest([byAda(DOI, 'On pots')], ADA);
  assert.deepEqual(await items(), [DOI, 'pmid.2']);
  assert.deepEqual((await work('pmid.2')).suggested, [{ doi: DOI }]);
});

entry('is decided by staff once: together, or apart', async () => {
  for (const isSame of [true, false]) {
    const { deps, caller, ingest, items, log, undo, work } = open();
    await ingest([byAda(DOI)], ADA);
    await ingest([mine]);
    const key = `${CARBERRY}.1`;
    const decide = () =>
      isSame
        ? joinSuggested(deps, key, { doi: DOI }, caller(), {})
        : handle(deps, workAggregate, key, { type: 'DeclineJoin', from: { doi: DOI } }, caller());
    await decide();
    const decided = (await log()).length;
    await ingest([mine]);
    await ingest([byAda(DOI)], ADA);
    const later = (await log()).slice(decided).map(({ type }) => type);
    assert.deepEqual(later, []);
    assert.deepEqual(await items(), isSame ? [DOI] : [DOI, 'pmid.2']);
    await undo(isSame ? 'WorkSuperseded' : 'WorkJoinDeclined');
    assert.deepEqual(await items(), [DOI, 'pmid.2']);
    assert.deepEqual((await work(key)).suggested, isSame ? [] : [{ doi: DOI }]);
  }
});
