/** The queries by routes, workers and the command line on each collection with indexes. */
import assert from 'node:assert/strict';
import { apiKeys } from '../../../../projections/api-keys.ts';
import { entities } from '../../../../projections/catalogue/entities.ts';
import { catalogue } from '../../../../projections/catalogue/index.ts';
import { people } from '../../../../projections/catalogue/people.ts';
import { authorTerm, publications } from '../../../../projections/catalogue/publications.ts';
import { categories } from '../../../../projections/categories.ts';
import { ingestions } from '../../../../projections/ingestions.ts';
import { installations } from '../../../../projections/installations/installations.ts';
import type { Projection } from '../../../../projections/define.ts';
import type { Collection, Condition, ReadModels } from '../../../../projections/ports.ts';
import { projects } from '../../../../projections/projects/projects.ts';
import { derivedPublications, publicPublications } from '../../../../projections/catalogue/public-publications.ts';
import { chosenResearchers, publicSinceOf, researchers } from '../../../../projections/catalogue/researchers.ts';
import { derivedProjects, publicProjects } from '../../../../projections/projects/public-projects.ts';
import { listApiKeys } from '../../../../projections/queries/api-keys.ts';
import { everyCandidate } from '../../../../projections/queries/candidates.ts';
import { jobsAfter, publicationsAfter, workspacesToHarvest } from '../../../../projections/queries/harvest.ts';
import {
  iterateJobs,
  iteratePublications,
  iterateRows,
  iterateWorks,
  publicationsNeedingAttention,
} from '../../../../projections/queries/iterate.ts';
import { dueRetries, listJobs, newJobAfter, quietJobs, stuckJobs } from '../../../../projections/queries/ingestions.ts';
import { dueForCheck, isTrustedOrigin, listInstallations } from '../../../../projections/queries/installations.ts';
import { invitationsOf, invitationsTo } from '../../../../projections/queries/invitations.ts';
import {
  hasOtherAdmin,
  listMembers,
  listWorkspaces,
  membershipsOf,
  workspaceNames,
} from '../../../../projections/queries/members.ts';
import { CATEGORIES, ENTITIES, listNamed } from '../../../../projections/queries/entities-and-categories.ts';
import { listProjects, PROJECT_SORTS } from '../../../../projections/queries/projects.ts';
import { listPublicProjects } from '../../../../projections/queries/public-projects.ts';
import { listPublicPublications, PUBLICATION_SORTS } from '../../../../projections/queries/public-publications.ts';
import {
  publicationBreakdown,
  publicationTimeSeries,
  publicationTotals,
} from '../../../../projections/queries/publication-totals.ts';
import { listResearchers } from '../../../../projections/queries/researchers.ts';
import { listPeople, PEOPLE_SORTS } from '../../../../projections/queries/staff-people.ts';
import { listStaffPublications, STAFF_SORTS } from '../../../../projections/queries/staff-publications.ts';
import { listSuggestions } from '../../../../projections/queries/suggestions.ts';
import { findRecordsByName, usersInTimeline } from '../../../../projections/queries/timeline-subjects.ts';
import { countHidden, relatedEvents, timelinePage } from '../../../../projections/queries/timeline.ts';
import {
  websitePeople,
  websiteProjects,
  websitePublications,
  websiteWorks,
} from '../../../../projections/queries/website.ts';
import { listWorks, WORK_SORTS } from '../../../../projections/queries/works.ts';
import { timeline, timelineUsers } from '../../../../projections/timeline/index.ts';
import type { TimelineRow } from '../../../../projections/timeline/index.ts';
import { works } from '../../../../projections/works.ts';
import { invitations } from '../../../../projections/workspaces/invitations.ts';
import { members } from '../../../../projections/workspaces/members.ts';
import { workspaces } from '../../../../projections/workspaces/workspaces.ts';
import { poisonEvents, poisonOf } from '../../../../workers/projector/poison.ts';
import { skippedLast } from '../../../../workers/rebuild/list.ts';
import type { Query } from './recorded-queries.ts';

type Queries = Readonly<Record<string, Query>>;
type Dir = 'asc' | 'desc';

const IN_ORG = { workspace: 'org', page: 1, perPage: 20, q: '', locale: 'en' } as const;
/** As partners page through a listing. */
const WALK = { after: 'org~x' } as const;
const OF_TYPE = [{ field: 'publicationType', eq: 'article' }];
const OF_YEAR = [{ field: 'publicationYear', eq: 2020 }];
const NO_FILTER = { narrowed: [], orcid: null } as const;
const KEY = 'org~x';
const inOrg = [{ field: 'workspace', eq: 'org' }] as const;

const drained = async (rows: AsyncIterable<unknown>): Promise<void> => {
  for await (const row of rows) assert.ok(row);
};

/** One of each in each direction. */
const ordered = <Sort extends string>(
  who: string,
  sorts: Readonly<Record<Sort, unknown>>,
  ask: (r: ReadModels, order: { readonly sort: Sort; readonly dir: Dir }) => Promise<unknown>,
): Queries =>
  Object.fromEntries(
    (Object.keys(sorts) as Sort[]).flatMap((sort) =>
      (['asc', 'desc'] as const).map((dir) => [`${who} by ${sort} ${dir}`, (r: ReadModels) => ask(r, { sort, dir })]),
    ),
  );

const recounts = ({ counts = [] }: Projection, collection: Collection): Queries =>
  Object.fromEntries(
    counts
      .filter(({ from }) => from === collection)
      .map(({ into, field, from, where, by }) => [
        `${field} of ${into.name} is counted`,
        (r: ReadModels) => r.groupCounts(from, { all: [...where, { field: by, in: ['x', 'y'] }] }, by),
      ]),
  );

const withTerms = (collection: Collection, conditions: readonly Condition[], term: string): Query => {
  return (r) => drained(iterateRows(r, collection, conditions, ['doi'], [term]));
};

const staff = {
  ...IN_ORG,
  ...NO_FILTER,
  needsAttention: null,
  drifted: null,
  retracted: null,
  citations: true,
  sort: 'last_fetched_at',
  visibility: 'all',
  status: 'all',
} as const;
const ofLastFetched = { last_fetched_at: true } as const;

const ofPublications: Queries = {
  'a harvest pages through': (r) => publicationsAfter(r, 'org', { after: 'org~', limit: 10 }),
  ...ordered('staff list', STAFF_SORTS, (r, order) => listStaffPublications(r, { ...staff, ...order })),
  ...ordered('staff list a type', ofLastFetched, (r, order) =>
    listStaffPublications(r, { ...staff, ...order, narrowed: OF_TYPE }),
  ),
  ...ordered('staff list a year', ofLastFetched, (r, order) =>
    listStaffPublications(r, { ...staff, ...order, narrowed: OF_YEAR }),
  ),
  ...ordered("staff list a person's", ofLastFetched, (r, order) =>
    listStaffPublications(r, { ...staff, ...order, orcid: 'x' }),
  ),
  ...ordered('a website lists', PUBLICATION_SORTS, (r, order) =>
    websitePublications(r, { ...IN_ORG, ...NO_FILTER, ...order }),
  ),
  'staff search': (r) => listStaffPublications(r, { ...staff, q: 'muller', dir: 'desc' }),
  'staff list what is hidden': (r) => listStaffPublications(r, { ...staff, dir: 'desc', visibility: 'hidden' }),
  'staff list what is deleted': (r) => listStaffPublications(r, { ...staff, dir: 'desc', status: 'deleted' }),
  'staff list what needs attention': (r) => listStaffPublications(r, { ...staff, dir: 'desc', needsAttention: true }),
  'staff list what has drifted': (r) => listStaffPublications(r, { ...staff, dir: 'desc', drifted: true }),
  'staff list what is retracted': (r) => listStaffPublications(r, { ...staff, dir: 'desc', retracted: true }),
  'staff list suggestions': (r) => listSuggestions(r, 'org', 'en', IN_ORG),
  'staff see who shares publications': (r) =>
    r.coOccurrences(publications, { where: inOrg, by: 'personKeys', values: [KEY], others: ['org~y'] }),
  totals: (r) => publicationTotals(r, 'org'),
  'by year and type': (r) => publicationBreakdown(r, 'org'),
  'additions by day': (r) => publicationTimeSeries(r, 'org', Date.UTC(2026, 0, 1)),
  'all of a workspace': (r) => drained(iteratePublications(r, 'org')),
  'all that need attention': (r) => drained(publicationsNeedingAttention(r, 'org')),
  'public rows are derived': (r) =>
    drained(iterateRows(r, publications, [{ field: 'doi', in: ['x', 'y'] }], derivedPublications.of)),
  'matching by link': (r) => drained(iterateRows(r, publications, [{ field: 'personKeys', contains: KEY }])),
  'matching by suggestion': (r) => drained(iterateRows(r, publications, [{ field: 'suggestedKeys', contains: KEY }])),
  'matching by a word of a name': withTerms(publications, [{ field: 'workspace', eq: 'org' }], authorTerm('muller')),
  'a researcher is chosen': (r) => publicSinceOf(r, (each) => each, { id: KEY, orcid: 'x', presentSince: 0 }),
  ...recounts(catalogue, publications),
};

const anyPerson = {
  entityId: null,
  affiliationStatus: null,
  activeOnly: false,
  categoryId: null,
  archived: false,
  orcids: null,
};
const byName = { name: true } as const;

const ofPeople: Queries = {
  ...ordered('staff list', PEOPLE_SORTS, (r, order) => listPeople(r, { ...IN_ORG, ...anyPerson, ...order })),
  ...ordered('staff list a status', byName, (r, order) =>
    listPeople(r, { ...IN_ORG, ...anyPerson, ...order, affiliationStatus: 'org' }),
  ),
  ...ordered('staff list those of an entity', byName, (r, order) =>
    listPeople(r, { ...IN_ORG, ...anyPerson, ...order, entityId: 'x', activeOnly: true }),
  ),
  ...ordered('staff list those ever of an entity', byName, (r, order) =>
    listPeople(r, { ...IN_ORG, ...anyPerson, ...order, entityId: 'x' }),
  ),
  ...ordered('staff list a category', byName, (r, order) =>
    listPeople(r, { ...IN_ORG, ...anyPerson, ...order, categoryId: 'x' }),
  ),
  'staff list some': (r) => listPeople(r, { ...IN_ORG, ...anyPerson, orcids: ['x', 'y'], sort: 'name', dir: 'asc' }),
  'people of each entity': (r) => listNamed(r, ENTITIES, 'org', 'all', IN_ORG),
  'people of each category': (r) => listNamed(r, CATEGORIES, 'org', 'all', IN_ORG),
  'a website lists': (r) => websitePeople(r, IN_ORG),
  'a partner pages through': (r) => websitePeople(r, { ...IN_ORG, ...WALK }),
  'a search of the timeline': (r) => findRecordsByName(r, 'org', ['muller']),
  'matching loads all': (r) => drained(everyCandidate(r, 'org')),
  'a researcher is chosen': (r) => chosenResearchers.choose(r, ['x', 'y'], (each) => each),
};

const onShelf = { ...IN_ORG, currency: null, workType: null, publicationYear: null, orcid: null } as const;

const ofProjects: Queries = {
  ...ordered('staff list all', PROJECT_SORTS, (r, order) => listProjects(r, { ...onShelf, ...order, status: 'all' })),
  ...ordered('staff list', PROJECT_SORTS, (r, order) => listProjects(r, { ...onShelf, ...order, status: 'active' })),
  ...ordered('a website lists', PROJECT_SORTS, (r, order) => websiteProjects(r, { ...onShelf, ...order })),
  'a partner pages through': (r) => websiteProjects(r, { ...onShelf, ...WALK, sort: 'title', dir: 'asc' }),
  'public rows are derived': (r) =>
    drained(iterateRows(r, projects, [{ field: 'projectId', in: ['x', 'y'] }], derivedProjects.of)),
  'staff search': (r) => listProjects(r, { ...onShelf, q: 'x', status: 'all', sort: 'title', dir: 'asc' }),
};

const ofWorks: Queries = {
  ...ordered('staff list all', WORK_SORTS, (r, order) => listWorks(r, { ...onShelf, ...order, status: 'all' })),
  ...ordered('staff list', WORK_SORTS, (r, order) => listWorks(r, { ...onShelf, ...order, status: 'active' })),
  ...ordered('a website lists', WORK_SORTS, (r, order) => websiteWorks(r, { ...onShelf, ...order })),
  'a partner pages through': (r) => websiteWorks(r, { ...onShelf, ...WALK, sort: 'title', dir: 'asc' }),
  "staff list a person's": (r) => listWorks(r, { ...onShelf, orcid: 'x', status: 'active', sort: 'title', dir: 'asc' }),
  'staff search': (r) => listWorks(r, { ...onShelf, q: 'x', status: 'all', sort: 'title', dir: 'asc' }),
  'all of a workspace': (r) => drained(iterateWorks(r, 'org')),
};

const anything = { from: null, to: null, type: null, severity: null, status: null, actorIds: null, actorType: null };
const anyEvent = { ...anything, workspace: 'org', correlationId: null, housekeeping: true, terms: [] } as const;
const FILTERED = {
  type: 'x',
  severity: 'x',
  status: 'x',
  actorIds: ['x'],
  actorType: 'x',
  correlationId: 'x',
} as const;
const event = { id: 'x', workspace: 'org', correlationId: 'x', causationId: 'x' } as unknown as TimelineRow;

const ofTimeline: Queries = {
  'the first page': (r) => timelinePage(r, anyEvent, IN_ORG, null),
  'a page from a place on': (r) => timelinePage(r, anyEvent, IN_ORG, 1_000),
  ...Object.fromEntries(
    Object.entries(FILTERED).map(([field, value]) => [
      `events by ${field}`,
      (r: ReadModels) => timelinePage(r, { ...anyEvent, [field]: value }, IN_ORG, null),
    ]),
  ),
  'without housekeeping': (r) => timelinePage(r, { ...anyEvent, housekeeping: false }, IN_ORG, null),
  'a search': (r) => timelinePage(r, { ...anyEvent, terms: ['muller'] }, IN_ORG, null),
  'entries that a clean-up hides': (r) => countHidden(r, 'org', { before: null, upTo: 1_000 }),
  'entries of an event': (r) => relatedEvents(r, event),
};

const ofPublic: Queries = {
  ...ordered('the public lists', PUBLICATION_SORTS, (r, order) =>
    listPublicPublications(r, { ...IN_ORG, ...NO_FILTER, ...order }),
  ),
  ...ordered('the public lists a type', ofLastFetched, (r, order) =>
    listPublicPublications(r, { ...IN_ORG, ...NO_FILTER, ...order, narrowed: OF_TYPE }),
  ),
  ...ordered('the public lists a year', ofLastFetched, (r, order) =>
    listPublicPublications(r, { ...IN_ORG, ...NO_FILTER, ...order, narrowed: OF_YEAR }),
  ),
  ...ordered("the public lists a person's", ofLastFetched, (r, order) =>
    listPublicPublications(r, { ...IN_ORG, ...NO_FILTER, ...order, orcid: 'x' }),
  ),
  'a partner pages through': (r) =>
    listPublicPublications(r, { ...IN_ORG, ...NO_FILTER, ...WALK, sort: 'title', dir: 'asc' }),
  'the public searches': (r) =>
    listPublicPublications(r, { ...IN_ORG, ...NO_FILTER, q: 'x', sort: 'title', dir: 'asc' }),
  ...recounts(catalogue, publicPublications),
};

/** By the name of the collection. */
export const QUERIES: Readonly<Record<string, Queries>> = {
  [publications.name]: ofPublications,
  [people.name]: ofPeople,
  [entities.name]: {
    'staff list': (r) => listNamed(r, ENTITIES, 'org', 'active', IN_ORG),
    'staff list all': (r) => listNamed(r, ENTITIES, 'org', 'all', IN_ORG),
  },
  [categories.name]: {
    'staff list': (r) => listNamed(r, CATEGORIES, 'org', 'active', IN_ORG),
    'staff list all': (r) => listNamed(r, CATEGORIES, 'org', 'all', IN_ORG),
  },
  [publicPublications.name]: ofPublic,
  [researchers.name]: {
    ...ordered('the public lists', byName, (r, order) => listResearchers(r, { ...IN_ORG, ...order })),
    'the public searches': (r) => listResearchers(r, { ...IN_ORG, q: 'x', sort: 'name', dir: 'asc' }),
  },
  [projects.name]: ofProjects,
  [publicProjects.name]: {
    ...ordered('the public lists', PROJECT_SORTS, (r, order) => listPublicProjects(r, { ...onShelf, ...order })),
    'a partner pages through': (r) => listPublicProjects(r, { ...onShelf, ...WALK, sort: 'title', dir: 'asc' }),
    'the public searches': (r) => listPublicProjects(r, { ...onShelf, q: 'x', sort: 'title', dir: 'asc' }),
  },
  [works.name]: ofWorks,
  [ingestions.name]: {
    'new jobs': (r) => newJobAfter(r, 'org~'),
    'retries that are due': (r) => dueRetries(r, { now: 0, limit: 10 }),
    'jobs whose worker may be gone': (r) => quietJobs(r, { now: 0, before: 0, limit: 10 }),
    'whose harvest is due': (r) => workspacesToHarvest(r),
    'jobs that are stuck': (r) => stuckJobs(r, 'org', { before: 0, limit: 10 }),
    'jobs that staff list': (r) => listJobs(r, 'org', { status: null, limit: 10 }),
    'all of a workspace': (r) => drained(iterateJobs(r, 'org')),
    'a harvest pages through': (r) => jobsAfter(r, 'org', { after: 'org~', limit: 10 }),
  },
  [workspaces.name]: {
    'the administrator lists': (r) => listWorkspaces(r, IN_ORG),
    'names of some': (r) => workspaceNames(r, ['x', 'y']),
  },
  [members.name]: {
    'memberships of a user': (r) => membershipsOf(r, 'x'),
    'staff list': (r) => listMembers(r, 'org', IN_ORG),
    'other administrators': (r) => hasOtherAdmin(r, 'org', 'x'),
  },
  [invitations.name]: {
    'invitations of a user': (r) => invitationsOf(r, 'x', IN_ORG),
    'staff list': (r) => invitationsTo(r, 'org', IN_ORG),
  },
  [apiKeys.name]: { 'staff list': (r) => listApiKeys(r, 'org', IN_ORG) },
  [installations.name]: {
    'staff list': (r) => listInstallations(r, 'org', { ...IN_ORG, status: null }),
    'staff list a status': (r) => listInstallations(r, 'org', { ...IN_ORG, status: 'active' }),
    'whether an origin is verified': (r) => isTrustedOrigin(r, 'https://x.example'),
    'origins to check': (r) => dueForCheck(r, { now: 0, limit: 10 }),
  },
  [timeline.name]: ofTimeline,
  [timelineUsers.name]: { 'a search of the timeline': (r) => usersInTimeline(r, 'org') },
  [poisonEvents.name]: {
    'all of a projection': (r) => poisonOf(r, 'x'),
    'the last of a projection': (r) => skippedLast(r, 'x'),
  },
};
