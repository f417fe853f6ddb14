/** A list speaks for its owner: an entry neither takes over nor renames what others list or staff have edited, unless the two agree. */
import assert from 'node:assert/strict';
import { handle } from '../../../../commands/handle.ts';
import { joinSuggested } from '../../../../commands/work-identity/supersede.ts';
import { publicationAggregate } from '../../../../commands/publication.ts';
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
  const { ingest, items, item, log } = open();
  await ingest([mine]);
  await ingest([byAda(DOI)], ADA);
  const decided = (await log()).length;
  await ingest([byAda(DOI)], ADA);
  await ingest([mine]);
  assert.equal((await log()).length, decided);
  assert.deepEqual(await items(), [DOI, 'pmid.2']);
  assert.deepEqual((await item('pmid.2')).joins, [DOI]);
  assert.deepEqual(linkedOrcids(await item()), [ADA]);
});

entry('does so for a work that staff have edited, though only its owner lists it', async () => {
  const { deps, caller, ingest, items } = open();
  await ingest([mine]);
  const edit = { type: 'EditPublication', changes: changesTo({ volume: '3' }) } as const;
  await handle(deps, publicationAggregate, 'pmid.2', edit, caller());
  await ingest([listed(['pmid.2'], { doi: DOI, title: PILLS })]);
  assert.deepEqual(await items(), [DOI, 'pmid.2']);
});

entry('takes nothing over that is listed only later', async () => {
  for (const doi of [DOI, undefined]) {
    const { ingest, itemOf, item } = open();
    await ingest([byAda(doi)], ADA);
    await ingest([mine]);
    const key = `${CARBERRY}.1`;
    assert.equal(await itemOf(mine), key);
    const { original, joins } = await item(key);
    assert.deepEqual([original.title, joins], ['On pots', [doi ?? 'pmid.2']]);
    if (doi !== undefined) assert.deepEqual(linkedOrcids(await item()), [ADA]);
  }
});

entry('joins no two of them, though it names both', async () => {
  const { ingest, items, item } = open();
  await ingest([mine, listed(['pmc.3'], { title: 'On jars', entry: '2' })]);
  await ingest([listed(['pmid.2', 'pmc.3'], { title: PILLS, entry: '9', orcid: ADA })], ADA);
  assert.deepEqual(await items(), ['pmc.3', 'pmc.3+pmid.2', 'pmid.2']);
  assert.deepEqual((await item(`${ADA}.9`)).joins, ['pmid.2', 'pmc.3']);
});

entry('does not rename it later, whether it has a DOI or not', async () => {
  for (const doi of [DOI, undefined]) {
    const { ingest, item } = open();
    await ingest([byAda(doi, 'On pots')], ADA);
    await ingest([mine]);
    await ingest([byAda(doi)], ADA);
    assert.equal((await item(doi ?? 'pmid.2')).original.title, 'On pots');
  }
});

entry('joins it if the types and titles agree', async () => {
  const { ingest, items, item } = open();
  await ingest([mine]);
  await ingest([byAda(DOI, 'On Pots.')], ADA);
  assert.deepEqual(await items(), [DOI]);
  assert.deepEqual(linkedOrcids(await item()), [ADA, CARBERRY]);
});

entry("does not join it by its own title if the registry's record has another", async () => {
  const { ingest, items, item } = open(undefined, PILLS);
  await ingest([mine]);
  await ingest([byAda(DOI, 'On pots')], ADA);
  assert.deepEqual(await items(), [DOI, 'pmid.2']);
  assert.deepEqual((await item('pmid.2')).joins, [DOI]);
});

entry('is decided by staff once: together, or apart', async () => {
  for (const isSame of [true, false]) {
    const { deps, caller, ingest, items, log, undo, item } = open();
    await ingest([byAda(DOI)], ADA);
    await ingest([mine]);
    const key = `${CARBERRY}.1`;
    const decide = () =>
      isSame
        ? joinSuggested(deps, key, DOI, caller(), {})
        : handle(deps, publicationAggregate, key, { type: 'DeclineJoin', from: DOI }, caller());
    await decide();
    const decided = (await log()).length;
    await ingest([mine]);
    await ingest([byAda(DOI)], ADA);
    const later = (await log()).slice(decided).map(({ type }) => type);
    assert.deepEqual(later, []);
    assert.deepEqual(await items(), isSame ? [DOI] : [DOI, 'pmid.2']);
    await undo(isSame ? 'PublicationSuperseded' : 'PublicationJoinDeclined');
    assert.deepEqual(await items(), [DOI, 'pmid.2']);
    assert.deepEqual((await item(key)).joins, isSame ? undefined : [DOI]);
  }
});
