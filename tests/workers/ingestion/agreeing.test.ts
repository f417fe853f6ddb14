/** A work without a DOI becomes the publication whose record agrees with it, with what staff have made of it. */
import assert from 'node:assert/strict';
import { loadState } from '../../../commands/aggregate.ts';
import { publicationAggregate } from '../../../commands/publication.ts';
import type { CslItem } from '../../../domain/csl.ts';
import type { PublicationCommand } from '../../../domain/publication/commands.ts';
import { joinAgreeing } from '../../../workers/ingestion/agreeing.ts';
import { dispatch } from '../../support/dispatch.ts';
import { openInstallation } from '../../support/installation.ts';
import { suite } from '../../support/suite.ts';

const CARBERRY = '0000-0002-1825-0097';
const source = { provider: 'crossref', url: 'https://api.example.org/works/1' } as const;
const author = [
  { family: 'Carberry', given: 'Josiah' },
  { family: 'Lovelace', given: 'Ada' },
];
const record: CslItem = { type: 'book', title: 'On cracked pots', author, issued: { 'date-parts': [[1987]] } };

const agreeing = suite('a work that agrees with a registry’s record');
const installation = await agreeing.holds(openInstallation({ matching: false }));

let items = 0;
/** A work that staff have created and a publication, as each case has them; each case has a title of its own. */
const meeting = async (
  ofWork: Partial<CslItem>,
  ofPublication: Partial<CslItem> = {},
  before: readonly PublicationCommand[] = [],
) => {
  items += 1;
  const [key, doi, title] = [`local.${items}`, `10.5555/agreeing.${items}`, `${record.title ?? ''} ${items}`];
  await dispatch(installation, publicationAggregate, key, {
    ...{ type: 'CreatePublication', doi: key, original: { ...record, title, ...ofWork } },
  });
  for (const command of before) await dispatch(installation, publicationAggregate, key, command);
  const original = { ...record, title, ...ofPublication } as CslItem;
  const links = before.length === 0 ? [] : [{ orcid: CARBERRY, basis: 'metadata' } as const];
  const said = { doi, original, source, fetchedAt: 1_000, links };
  await dispatch(installation, publicationAggregate, doi, { type: 'RecordFromProvider', ...said });
  await installation.settled();
  await joinAgreeing(installation, doi, installation.caller);
  const { state } = await loadState(installation.events, publicationAggregate, 'org', key);
  return { doi, key, supersededBy: state.supersededBy, joins: state.joins };
};

const INITIALS = [{ literal: 'J. Carberry' }, { family: 'Lovelace', given: 'A.' }];
const edited = { type: 'EditPublication', changes: [{ path: '/publisher', after: 'Ours' }] } as const;
const linked = { type: 'LinkAuthor', orcid: CARBERRY, basis: 'staff' } as const;

agreeing('in type, title, year and authors becomes it, and keeps its edits', async () => {
  const { doi, supersededBy } = await meeting({ author: INITIALS }, { issued: { 'date-parts': [[1988, 1]] } }, [
    edited,
  ]);
  assert.equal(supersededBy, doi);
  const { state } = await loadState(installation.events, publicationAggregate, 'org', doi);
  assert.deepEqual(state.status !== 'absent' && state.overlay, { publisher: { value: 'Ours' } });
});

agreeing('in all but its type, year or an author stays another one', async () => {
  for (const other of [{ type: 'chapter' }, { issued: { 'date-parts': [[1999]] } }, { author: author.slice(1) }]) {
    const { supersededBy, joins } = await meeting(other);
    assert.deepEqual([supersededBy, joins], [undefined, undefined], JSON.stringify(other));
  }
});

agreeing('but has no authors is suggested to be it only if both are linked to one person', async () => {
  const alone = await meeting({ author: [] });
  assert.deepEqual([alone.supersededBy, alone.joins], [undefined, undefined]);
  const { doi, supersededBy, joins } = await meeting({ author: [] }, {}, [linked]);
  assert.deepEqual([supersededBy, joins], [undefined, [doi]]);
});

agreeing('but is hidden is only suggested to be it, and a deleted one is not', async () => {
  const { doi, supersededBy, joins } = await meeting({}, {}, [{ type: 'HidePublication' }]);
  assert.deepEqual([supersededBy, joins], [undefined, [doi]]);
  const deleted = await meeting({}, {}, [{ type: 'DeletePublication' }]);
  assert.deepEqual([deleted.supersededBy, deleted.joins], [undefined, undefined]);
});
