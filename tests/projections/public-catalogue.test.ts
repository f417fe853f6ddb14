/** The rows of the public catalogue by event list: each DOI, iD and project once, however many workspaces have it. */
import assert from 'node:assert/strict';
import type { PublicationEvent } from '../../domain/publication/events.ts';
import type { ProjectEvent, ProjectFields } from '../../domain/project/events.ts';
import { catalogue } from '../../projections/catalogue/index.ts';
import { publicPublications } from '../../projections/catalogue/public-publications.ts';
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
const rowOf = async (...chapters: readonly Chapter[]) =>
  (await rowsAfter(catalogue, ...chapters))(publicPublications, DOI);

const union = suite('a DOI that several workspaces hold');

union('is served as in the workspace that added it first and shows it', async () => {
  const both = [inWorkspace('one', added('First')), inWorkspace('two', added('Second'))];
  assert.deepEqual([(await rowOf(...both))?.['title'], (await rowOf(...both))?.['served']], ['First', `one~${DOI}`]);
  assert.equal((await rowOf(...both, inWorkspace('one', hidden)))?.['title'], 'Second');
  assert.equal((await rowOf(...both, inWorkspace('one', hidden, shown)))?.['title'], 'First');
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

person('has the profile of the workspace that registered them first and has not archived them', async () => {
  const both = [registeredIn('one', 'Ada First'), registeredIn('two', 'Ada Second')];
  const archived = inStream(`person-one~${ADA}`, { type: 'PersonArchived', data: {} });
  assert.equal((await rowsAfter(catalogue, ...both))(researchers, ADA)?.['nameKey'], 'ada first');
  assert.equal((await rowsAfter(catalogue, ...both, archived))(researchers, ADA)?.['nameKey'], 'ada second');
});

person('has a profile in each workspace, whatever its id', async () => {
  const both = [registeredIn('one', 'Ada First'), registeredIn('constructor', 'Ada Second')];
  const row = (await rowsAfter(catalogue, ...both))(researchers, ADA);
  assert.deepEqual([row?.id, row?.['nameKey']], [ADA, 'ada first']);
  assert.deepEqual(Object.keys(row?.['profiles'] as object), ['one', 'constructor']);
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

project('is served as in the workspace that made it first and has published it', async () => {
  const archived: ProjectEvent = { type: 'ProjectArchived', data: {} };
  const title = async (...chapters: readonly Chapter[]): Promise<unknown> => {
    const row = (await rowsAfter(projectsProjection, ...chapters))(publicProjects, 'pots');
    assert.equal(row?.['public'], row?.['served'] !== null);
    return row?.['titleKey'] ?? null;
  };
  const [one, two] = [inStream('project-one~pots', made('First')), inStream('project-two~pots', made('Second'))];
  assert.equal(await title(one, two), null);
  const bothPublished = [one, two, inStream('project-two~pots', published), inStream('project-one~pots', published)];
  assert.equal(await title(...bothPublished), 'first');
  assert.equal(await title(...bothPublished, inStream('project-one~pots', archived)), 'second');
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
