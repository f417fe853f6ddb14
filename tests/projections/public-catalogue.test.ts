/** The rows of the public catalogue by event list: each DOI, iD and project once, however many workspaces have it. */
import assert from 'node:assert/strict';
import type { PublicationEvent } from '../../domain/publication/events.ts';
import type { ProjectEvent, ProjectFields } from '../../domain/project/events.ts';
import { catalogue } from '../../projections/catalogue/index.ts';
import { publicItems } from '../../projections/catalogue/public-items.ts';
import { researchers } from '../../projections/catalogue/researchers.ts';
import { projectsProjection } from '../../projections/projects/index.ts';
import { publicProjects } from '../../projections/projects/public-projects.ts';
import { PROJECT_DEFAULTS } from '../../api/dashboard/records/project-item.ts';
import { suite } from '../support/suite.ts';
import { inStream, rowsAfter, type Chapter } from '../support/rows-after.ts';

const DOI = '10.5555/pots';
const ADA = '0000-0002-1825-0097';

const added = (title: string): PublicationEvent => ({
  type: 'PublicationAdded',
  data: {
    doi: DOI,
    original: { type: 'article', title, DOI },
    source: { provider: 'crossref', url: 'https://api.crossref.org' },
    fetchedAt: 1,
    enrichment: null,
    citedByCount: null,
    notices: [],
  },
});
const hidden: PublicationEvent = { type: 'PublicationHidden', data: {} };
const shown: PublicationEvent = { type: 'PublicationShown', data: {} };
const linked: PublicationEvent = { type: 'AuthorLinked', data: { links: [{ basis: 'metadata', orcids: [ADA] }] } };

const inWorkspace = (workspace: string, ...events: readonly PublicationEvent[]): Chapter =>
  inStream(`publication-${workspace}~${DOI}`, ...events);
const rowOf = async (...chapters: readonly Chapter[]) => (await rowsAfter(catalogue, ...chapters))(publicItems, DOI);

const union = suite('a DOI that several workspaces hold');

const alias = suite('an alias of a DOI');

alias('is not served, and names its primary DOI until it is separated', async () => {
  const superseded: PublicationEvent = { type: 'PublicationSuperseded', data: { by: '10.5555/primary' } };
  const separated: PublicationEvent = { type: 'PublicationSeparated', data: { from: '10.5555/primary' } };
  const rows = async (...events: readonly PublicationEvent[]) => {
    const row = await rowOf(inWorkspace('one', ...events));
    return row == null ? null : [row['public'], row['aliasOf'], row['personOrcids'], row['formerlyLinked']];
  };
  assert.deepEqual(await rows(superseded), [false, '10.5555/primary', [], []]);
  assert.deepEqual(await rows(added('Pots'), linked, superseded), [false, '10.5555/primary', [], [ADA]]);
  assert.deepEqual(await rows(added('Pots'), linked, superseded, separated), [true, null, [ADA], []]);
  const inTwo = [inWorkspace('one', added('Pots'), superseded), inWorkspace('two', added('Also'))];
  assert.deepEqual((await rowOf(...inTwo))?.['title'], 'Also');
});

union('is served as in the workspace that has been showing it longest without a break', async () => {
  const both = [inWorkspace('one', added('First')), inWorkspace('two', added('Second'))];
  assert.deepEqual([(await rowOf(...both))?.['title'], (await rowOf(...both))?.['served']], ['First', `one~${DOI}`]);
  assert.equal((await rowOf(...both, inWorkspace('one', hidden)))?.['title'], 'Second');
  assert.equal((await rowOf(...both, inWorkspace('one', hidden, shown)))?.['title'], 'Second');
  assert.equal(
    (await rowOf(...both, inWorkspace('one', hidden, shown), inWorkspace('two', hidden)))?.['title'],
    'First',
  );
  const inAdvance = [inWorkspace('one', added('First'), hidden), inWorkspace('two', added('Second'))];
  for (const taking of [
    [shown],
    [{ type: 'PublicationDeleted', data: {} }, { type: 'PublicationRestored', data: {} }, shown],
  ] as const)
    assert.equal((await rowOf(...inAdvance, inWorkspace('one', ...taking)))?.['title'], 'Second');
  assert.equal(
    (await rowOf(...both, inWorkspace('one', { type: 'PublicationReset', data: {} }, added('Again'))))?.['title'],
    'Second',
  );
  const none = await rowOf(...both, inWorkspace('one', hidden), inWorkspace('two', hidden));
  assert.deepEqual([none?.['public'], none?.['served'], none?.terms], [false, null, []]);
});

union('counts once for a person who is linked to it in both', async () => {
  const chapters = [
    inStream(`person-one~${ADA}`, { type: 'PersonRegistered', data: { orcid: ADA } }),
    inWorkspace('one', added('First'), linked),
    inWorkspace('two', added('Second'), linked),
  ];
  const row = (await rowsAfter(catalogue, ...chapters))(researchers, ADA);
  assert.equal(row?.['publicationCount'], 1);
});

union('does not show dashboard-only fields', async () => {
  const edited: PublicationEvent = {
    type: 'PublicationEdited',
    data: { changes: [{ path: '/q', before: null, after: 4 }], reverted: [] },
  };
  const row = await rowOf(inWorkspace('one', added('First'), edited));
  assert.ok(!('q' in (row ?? {})));
});

const person = suite('a researcher in several workspaces');
const registeredIn = (workspace: string, name: string): Chapter =>
  inStream(
    `person-${workspace}~${ADA}`,
    { type: 'PersonRegistered', data: { orcid: ADA } },
    { type: 'PersonNamed', data: { name, slug: null, saidBy: 'staff' } },
  );

const shownOf = async (...chapters: readonly Chapter[]) =>
  (await rowsAfter(catalogue, ...chapters))(researchers, ADA)?.['nameKey'] ?? null;

const unlinked: PublicationEvent = { type: 'AuthorUnlinked', data: { links: [{ basis: 'staff', orcids: [ADA] }] } };
const archivedIn = (workspace: string): Chapter =>
  inStream(`person-${workspace}~${ADA}`, { type: 'PersonArchived', data: {} });
const registered = [registeredIn('one', 'Ada First'), registeredIn('two', 'Ada Second')];

person('has the profile of the workspace that has had a public publication of theirs for longest', async () => {
  const both = [...registered, inWorkspace('two', added('B'), linked), inWorkspace('one', added('A'), linked)];
  assert.equal(await shownOf(...both), 'ada second');
  for (const gone of [hidden, unlinked]) assert.equal(await shownOf(...both, inWorkspace('two', gone)), 'ada first');
  assert.equal(await shownOf(...both, inWorkspace('two', hidden, shown)), 'ada first');
  assert.equal(await shownOf(...both, inWorkspace('two', unlinked, linked)), 'ada first');
  assert.equal(await shownOf(...both, archivedIn('two')), 'ada first');
});

person('has no profile from a workspace without a public publication of theirs', async () => {
  assert.equal(await shownOf(...registered), null);
  assert.equal(await shownOf(...registered, inWorkspace('one', added('A'), linked, hidden)), null);
  assert.equal(await shownOf(...registered, inWorkspace('one', added('A'), linked), archivedIn('one')), null);
  assert.equal(await shownOf(...registered, inWorkspace('two', added('B'), linked)), 'ada second');
});

person('is not made one by a work without a DOI, which is no publication there', async () => {
  const work = (workspace: string): Chapter => inStream(`work-${workspace}~pmid.1`, added('A work'), linked);
  assert.equal(await shownOf(...registered, work('one')), null);
  assert.equal(await shownOf(...registered, work('one'), inWorkspace('two', added('B'), linked)), 'ada second');
});

person('is not taken over by linking them to what was public before', async () => {
  const before = inWorkspace('two', added('B'));
  const both = [...registered, before, inWorkspace('one', added('A'), linked), inWorkspace('two', linked)];
  assert.equal(await shownOf(...both), 'ada first');
});

person('is not taken over by registering them later, or again after they were archived', async () => {
  const publications = [inWorkspace('two', added('B'), linked), inWorkspace('one', added('A'), linked)];
  const [one, two] = [registeredIn('one', 'Ada First'), registeredIn('two', 'Ada Second')];
  assert.equal(await shownOf(...publications, one, two), 'ada first');
  const unarchived = inStream(`person-two~${ADA}`, { type: 'PersonUnarchived', data: {} });
  assert.equal(await shownOf(two, one, ...publications, archivedIn('two'), unarchived), 'ada first');
});

person('has a profile in each workspace, whatever its id', async () => {
  const both = [registeredIn('one', 'Ada First'), registeredIn('constructor', 'Ada Second')];
  assert.equal(await shownOf(...both, inWorkspace('constructor', added('B'), linked)), 'ada second');
});

const project = suite('a project that several workspaces have');
const fields = (title: string): ProjectFields => ({
  ...PROJECT_DEFAULTS,
  programme: 'Horizon',
  title,
  href: 'https://example.org/pots',
});
const made = (title: string): ProjectEvent => ({ type: 'ProjectCreated', data: { id: 'pots', fields: fields(title) } });
const published: ProjectEvent = { type: 'ProjectPublished', data: {} };

project('is served as in the workspace that has been showing it longest without a break', async () => {
  const archived: ProjectEvent = { type: 'ProjectArchived', data: {} };
  const title = async (...chapters: readonly Chapter[]): Promise<unknown> => {
    const row = (await rowsAfter(projectsProjection, ...chapters))(publicProjects, 'pots');
    assert.equal(row?.['public'], row?.['served'] !== null);
    return row?.['titleKey'] ?? null;
  };
  const [one, two] = [inStream('project-one~pots', made('First')), inStream('project-two~pots', made('Second'))];
  assert.equal(await title(one, two), null);
  const bothPublished = [one, two, inStream('project-two~pots', published), inStream('project-one~pots', published)];
  assert.equal(await title(...bothPublished), 'second');
  const secondArchived = [...bothPublished, inStream('project-two~pots', archived)];
  assert.equal(await title(...secondArchived), 'first');
  const republished: readonly ProjectEvent[] = [{ type: 'ProjectUnarchived', data: {} }, published];
  assert.equal(await title(...secondArchived, inStream('project-two~pots', ...republished)), 'first');
});

project('is found and sorted by its title without markup', async () => {
  const story = inStream('project-one~pots', made('<i>Uptake</i> of CO<sub>2</sub> of CO'), published);
  const row = (await rowsAfter(projectsProjection, story))(publicProjects, 'pots');
  assert.deepEqual(
    [row?.['terms'], row?.['titleKey']],
    [['horizon', 'uptake', 'of', 'co2', 'co'], 'uptake of co2 of co'],
  );
});

project('has one public row, of the same size however many workspaces have it', async () => {
  const rowWith = async (workspaces: readonly string[]): Promise<object> => {
    const chapters = workspaces.map((workspace) => inStream(`project-${workspace}~pots`, made('Pots'), published));
    const { position, ...row } = { ...(await rowsAfter(projectsProjection, ...chapters))(publicProjects, 'pots') };
    assert.ok(Number(position) > 0);
    return row;
  };
  assert.deepEqual(await rowWith(['one', 'two', 'three', 'four']), await rowWith(['one']));
});
