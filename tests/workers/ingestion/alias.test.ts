/** A DOI that a registry answers with another one: one record, under that primary DOI, with what staff decided. */
import assert from 'node:assert/strict';
import { loadState } from '../../../commands/aggregate.ts';
import { handle } from '../../../commands/handle.ts';
import { publicationAggregate } from '../../../commands/publication.ts';
import { undoEvent } from '../../../commands/undo/undo-event.ts';
import type { PublicationCommand } from '../../../domain/publication/commands.ts';
import { findPage } from '../../../projections/queries/listing.ts';
import { publicPrimaryOf, publicPublicationListing } from '../../../projections/queries/public-items.ts';
import { staffPrimaryOf, staffPublication } from '../../../projections/queries/staff-publication.ts';
import { withAdminCheck } from '../../../projections/queries/members.ts';
import { importDoi } from '../../../workers/ingestion/import-doi.ts';
import type { ListedWork } from '../../../workers/ingestion/ports.ts';
import { recordPublication } from '../../../workers/ingestion/record.ts';
import { ingestAll } from '../../support/ingesting.ts';
import { openInstallation, type Installation } from '../../support/installation.ts';
import { listedAs } from '../../support/listed-as.ts';
import { providersThat } from '../../support/providers-that.ts';
import { rejectedWith } from '../../support/refused.ts';
import { EVERYTHING } from '../../support/sample.ts';
import { suite } from '../../support/suite.ts';

const CARBERRY = '0000-0002-1825-0097';
const [ADA, BABBAGE] = ['0000-0001-5109-3700', '0000-0002-1694-233X'];
/** What Crossref answers, by the DOI asked for. */
const answers = new Map<string, string>();
let listed: readonly ListedWork[] = [];

const entry = (doi: string, pmid?: string, beside: readonly string[] = []): ListedWork => ({
  ...({ source: 'orcid', dois: [doi], beside, fallbackKey: `${CARBERRY}.${doi}`, listedName: null } as const),
  identifiers: pmid === undefined ? [] : [{ type: 'pmid', value: pmid }],
  summary: { type: 'book', title: 'As the list says' },
  from: { provider: 'orcid', url: 'https://example.org/list' },
});

const alias = suite('an alias of a DOI');
let installation: Installation;
alias.before(async () => {
  const providers = providersThat({
    describe: (provider, doi) => {
      const primary = answers.get(doi);
      if (provider !== 'crossref' || primary === undefined) return Promise.resolve({ kind: 'notThere' });
      if (primary !== doi) return Promise.resolve({ kind: 'notThere', knownAs: primary });
      const csl = { type: 'book', title: `Known as ${doi}`, DOI: doi } as const;
      const record = { csl, source: { provider, url: doi }, fetchedAt: Date.now(), retracts: [], retractedBy: [] };
      return Promise.resolve({ kind: 'described', ...record });
    },
    list: (source) => Promise.resolve(listedAs(source === 'orcid' ? listed : [])),
  });
  installation = { ...(await openInstallation({ matching: false })), providers };
});
alias.after(() => installation.stop());

const { signal } = new AbortController();
const stateOf = async (doi: string) => (await loadState(installation.events, publicationAggregate, 'org', doi)).state;
const titleOf = async (doi: string) => {
  const state = await stateOf(doi);
  return state.status === 'absent' ? null : state.original.title;
};
const send = (doi: string, command: PublicationCommand) =>
  handle(installation, publicationAggregate, doi, command, {
    ...installation.caller,
    commandId: installation.ids.next(),
  });
const recheck = async (doi: string) => {
  const request = { doi, links: [], facts: null, fallback: null, ask: 'due', changedAfter: Infinity } as const;
  return recordPublication(installation, request, installation.caller, signal);
};
const shownDois = async (): Promise<readonly string[]> => {
  await installation.settled();
  const { items } = await findPage(installation.readModels, publicPublicationListing(EVERYTHING), EVERYTHING);
  return items.map(({ doi }) => doi).sort();
};
const undo = async (doi: string, type: string) => {
  let found = null;
  for await (const event of installation.events.readStream(publicationAggregate.stream('org', doi)))
    if (event.type === type) found = { ...event, place: event.position };
  assert.ok(found);
  const asked = { by: { role: 'member', at: Date.now() }, dryRun: false } as const;
  const caller = { ...installation.caller, commandId: installation.ids.next() };
  return undoEvent(withAdminCheck(installation), found, asked, caller);
};
/** Records both DOIs as two publications, before the registry joins them. */
const twoRecords = async (name: string) => {
  const [old, primary] = [`10.5555/${name}.old`, `10.5555/${name}`];
  answers.set(old, old).set(primary, primary);
  for (const doi of [old, primary]) await importDoi(installation, { doi }, installation.caller, signal);
  return { old, primary, join: () => answers.set(old, primary) };
};

alias('in a list is the primary DOI, linked to the owner of the list', async () => {
  answers.set('10.5555/listed.old', '10.5555/listed').set('10.5555/listed', '10.5555/listed');
  listed = [entry('10.5555/listed.old', '1')];
  const [job] = await ingestAll(installation, [CARBERRY]);
  assert.deepEqual(job?.counts, { found: 1, created: 1, refreshed: 0, unchanged: 0, failed: 0 });
  assert.deepEqual(await shownDois(), ['10.5555/listed']);
  const state = await stateOf('10.5555/listed');
  assert.deepEqual(state.status === 'active' && state.links, { [CARBERRY]: 'orcid_list' });
  assert.equal(await publicPrimaryOf(installation.readModels, '10.5555/listed.old'), '10.5555/listed');
  assert.equal(await staffPrimaryOf(installation.readModels, 'org', '10.5555/listed.old'), '10.5555/listed');
});

alias('leads what its identifiers name to the primary DOI', async () => {
  const summary = { type: 'book', title: 'Known as 10.5555/listed' } as const;
  listed = [{ ...entry('10.5555/listed', '1'), dois: [], summary }];
  const [job] = await ingestAll(installation, [ADA]);
  assert.equal(job?.counts.created, 0);
  const state = await stateOf('10.5555/listed');
  assert.deepEqual(state.status === 'active' && Object.keys(state.links), [CARBERRY, ADA]);
});

alias('is not imported: the refusal names the DOI to import instead', async () => {
  answers.set('10.5555/new.old', '10.5555/new');
  for (const [doi, primary] of [
    ['10.5555/new.old', '10.5555/new'],
    ['10.5555/listed.old', '10.5555/listed'],
  ] as const) {
    const refused = importDoi(installation, { doi }, installation.caller, signal);
    assert.deepEqual((await rejectedWith('not_found', 'doi_unknown', refused)).details, { known_as: primary });
  }
});

alias('of a later date hands over what staff decided, which they can undo', async () => {
  const { old, primary, join } = await twoRecords('later');
  await send(old, {
    type: 'EditPublication',
    changes: [
      { path: '/title', after: 'Edited' },
      { path: '/funding', after: true },
    ],
  });
  await send(old, { type: 'LinkAuthor', orcid: ADA, basis: 'staff' });
  await send(old, { type: 'SettleAuthors', linked: [], rejected: [BABBAGE], open: [] });
  join();
  await recheck(old);
  assert.deepEqual(
    (await shownDois()).filter((doi) => doi.startsWith('10.5555/later')),
    [primary],
  );
  const state = await stateOf(primary);
  assert.ok(state.status === 'active');
  assert.deepEqual([state.overlay, state.custom.funding], [{ title: { value: 'Edited' } }, true]);
  assert.deepEqual([state.links, state.unlinked], [{ [ADA]: 'staff' }, { [BABBAGE]: 'staff' }]);
  assert.equal(await staffPublication(installation.readModels, 'org', old, 'en'), null);

  const refused = send(old, { type: 'DeletePublication' });
  assert.equal((await rejectedWith('conflict', 'publication_superseded', refused)).details?.['superseded_by'], primary);

  await undo(old, 'PublicationSuperseded');
  assert.deepEqual(
    (await shownDois()).filter((doi) => doi.startsWith('10.5555/later')),
    [primary, old],
  );
  await recheck(old);
  assert.equal((await stateOf(old)).supersededBy, undefined, 'machines do not join them again');

  await send(old, { type: 'EditPublication', changes: [{ path: '/publisher', after: 'Pots' }] });
  await undo(old, 'PublicationSeparated');
  assert.equal((await stateOf(old)).supersededBy, primary);
  const again = await stateOf(primary);
  assert.deepEqual(again.status === 'active' && again.overlay['publisher'], { value: 'Pots' });
});

alias('leaves what staff decided about the primary DOI', async () => {
  const { old, primary, join } = await twoRecords('decided');
  for (const [doi, title] of [
    [old, 'Of the old'],
    [primary, 'Of the primary'],
  ] as const)
    await send(doi, { type: 'EditPublication', changes: [{ path: '/title', after: title }] });
  await send(old, { type: 'LinkAuthor', orcid: ADA, basis: 'staff' });
  await send(primary, { type: 'SettleAuthors', linked: [], rejected: [ADA], open: [] });
  join();
  await recheck(old);
  const state = await stateOf(primary);
  assert.ok(state.status === 'active');
  assert.deepEqual([state.overlay['title'], state.links], [{ value: 'Of the primary' }, {}]);
});

alias('stays shown if staff have deleted the primary DOI, and a hidden one leads to a hidden one', async () => {
  const { old, primary, join } = await twoRecords('deleted');
  await send(primary, { type: 'DeletePublication' });
  join();
  await recheck(old);
  assert.deepEqual(
    (await shownDois()).filter((doi) => doi.startsWith('10.5555/deleted')),
    [old],
  );

  answers.set('10.5555/hidden.old', '10.5555/hidden.old');
  await importDoi(installation, { doi: '10.5555/hidden.old' }, installation.caller, signal);
  await send('10.5555/hidden.old', { type: 'HidePublication' });
  answers.set('10.5555/hidden.old', '10.5555/hidden').set('10.5555/hidden', '10.5555/hidden');
  await recheck('10.5555/hidden.old');
  const state = await stateOf('10.5555/hidden');
  assert.deepEqual(state.status === 'active' && state.visible, false);
});

alias('of an alias leads to the primary of both, and one of itself to none', async () => {
  answers.set('10.5555/a', '10.5555/b').set('10.5555/b', '10.5555/c').set('10.5555/c', '10.5555/c');
  listed = [entry('10.5555/a')];
  await ingestAll(installation, [BABBAGE]);
  assert.deepEqual([await titleOf('10.5555/a'), await titleOf('10.5555/b')], [null, null]);
  assert.equal(await titleOf('10.5555/c'), 'Known as 10.5555/c');
  answers.set('10.5555/c', '10.5555/a');
  await recheck('10.5555/c');
  assert.equal((await stateOf('10.5555/c')).supersededBy, undefined);
});

alias('is also the misprint that an earlier release recorded from a list', async () => {
  listed = [entry('10.5555/misprint')];
  await ingestAll(installation, [BABBAGE], { acceptsLosses: true });
  answers.set('10.5555/print', '10.5555/print');
  listed = [entry('10.5555/misprint', undefined, ['10.5555/print']), entry('10.5555/print')];
  await ingestAll(installation, [BABBAGE], { acceptsLosses: true });
  assert.equal((await stateOf('10.5555/misprint')).supersededBy, '10.5555/print');
});

alias('stays hidden as the DOI of which staff have hidden the misprint', async () => {
  listed = [entry('10.5555/hiddn')];
  await ingestAll(installation, [BABBAGE], { acceptsLosses: true });
  await send('10.5555/hiddn', { type: 'HidePublication' });
  answers.set('10.5555/shown', '10.5555/shown');
  listed = [entry('10.5555/hiddn', undefined, ['10.5555/shown']), entry('10.5555/shown')];
  await ingestAll(installation, [BABBAGE], { acceptsLosses: true });
  const state = await stateOf('10.5555/shown');
  assert.deepEqual(state.status === 'active' && state.visible, false);
  assert.ok(!(await shownDois()).includes('10.5555/shown'));
});
