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
import type { Collection, ReadModels } from '../../../../projections/ports.ts';
import { projects } from '../../../../projections/projects/projects.ts';
import { derivedItems, publicItems } from '../../../../projections/catalogue/public-items.ts';
import { chosenResearchers, publicSinceOf, researchers } from '../../../../projections/catalogue/researchers.ts';
import { derivedProjects, publicProjects } from '../../../../projections/projects/public-projects.ts';
import { apiKeysOf } from '../../../../projections/queries/api-keys.ts';
import { everyCandidate } from '../../../../projections/queries/candidates.ts';
import { jobsAfter, publicationsAfter, workspacesToHarvest } from '../../../../projections/queries/harvest.ts';
import { idsOf } from '../../../../projections/queries/identifiers.ts';
import {
  dueRetries,
  jobsOf,
  listJobs,
  newJobAfter,
  quietJobs,
  stuckJobs,
} from '../../../../projections/queries/ingestions.ts';
import { dueForCheck, installationsOf, isTrustedOrigin } from '../../../../projections/queries/installations.ts';
import { invitationsOf } from '../../../../projections/queries/invitations.ts';
import {
  findPage,
  type Listing,
  listed,
  type Rows,
  rowPages,
  stream,
  walk,
} from '../../../../projections/queries/listing.ts';
import {
  ALL_WORKSPACES,
  hasOtherAdmin,
  membersOf,
  membershipsOf,
  workspaceNames,
} from '../../../../projections/queries/members.ts';
import { CATEGORIES, ENTITIES, namedIn } from '../../../../projections/queries/entities-and-categories.ts';
import { PROJECT_SORTS, staffProjects } from '../../../../projections/queries/projects.ts';
import { publicProjectListing } from '../../../../projections/queries/public-projects.ts';
import {
  PUBLIC_SORTS,
  PUBLICATION_SORTS,
  publicPublicationListing,
} from '../../../../projections/queries/public-items.ts';
import {
  publicationBreakdown,
  publicationTimeSeries,
  publicationTotals,
} from '../../../../projections/queries/publication-totals.ts';
import { formerKeys, publicationsNaming } from '../../../../projections/queries/related.ts';
import { mergedInto, researcherListing, researchersAt } from '../../../../projections/queries/researchers.ts';
import { publicationsTitled } from '../../../../projections/queries/reference-candidates.ts';
import { PEOPLE_SORTS, staffPeople } from '../../../../projections/queries/staff-people.ts';
import { linkedToGroup } from '../../../../projections/queries/linked-to-group.ts';
import { newestVersions } from '../../../../projections/queries/newest-versions.ts';
import { STAFF_SORTS, staffPublications } from '../../../../projections/queries/staff-publications.ts';
import { suggestionListing } from '../../../../projections/queries/suggestions.ts';
import { findRecordsByName, usersInTimeline } from '../../../../projections/queries/timeline-subjects.ts';
import { standingUndos } from '../../../../projections/queries/timeline-undos.ts';
import { countHidden, relatedEvents, timelinePage } from '../../../../projections/queries/timeline.ts';
import {
  websitePeople,
  websiteProjects,
  websitePublications,
  websiteWorks,
} from '../../../../projections/queries/website.ts';
import { staffWorks, WORK_SORTS } from '../../../../projections/queries/works.ts';
import { viewsIn } from '../../../../projections/queries/views.ts';
import { savedViews } from '../../../../projections/views.ts';
import { timeline, timelineUsers } from '../../../../projections/timeline/index.ts';
import type { TimelineRow } from '../../../../projections/timeline/index.ts';
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
const WALK = { after: 'org~x', perPage: 20 } as const;
const RETRACTED = [{ field: 'retracted', eq: true }];
const OF_TYPE = [{ field: 'publicationType', eq: 'article' }];
const OF_YEAR = [{ field: 'publicationYear', eq: 2020 }];
const NO_FILTER = { narrowed: [], orcid: null } as const;
const KEY = 'org~x';
const inOrg = [{ field: 'workspace', eq: 'org' }] as const;

const drained = async (rows: AsyncIterable<unknown>): Promise<void> => {
  for await (const row of rows) assert.ok(row);
};

const listingOf = (rows: Rows<unknown, string> | Listing<unknown>): Listing<unknown> =>
  'items' in rows ? rows : listed(rows, () => []);
const page =
  (rows: Parameters<typeof listingOf>[0]): Query =>
  (r) =>
    findPage(r, listingOf(rows), IN_ORG);
const step =
  (rows: Parameters<typeof listingOf>[0]): Query =>
  (r) =>
    walk(r, listingOf(rows), WALK);

/** One of each in each direction. */
const ordered = <Sort extends string>(
  who: string,
  sorts: Readonly<Record<Sort, unknown>>,
  rowsIn: (order: { readonly sort: Sort; readonly dir: Dir }) => Parameters<typeof page>[0],
): Queries =>
  Object.fromEntries(
    (Object.keys(sorts) as Sort[]).flatMap((sort) =>
      (['asc', 'desc'] as const).map((dir) => [`${who} by ${sort} ${dir}`, page(rowsIn({ sort, dir }))]),
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

const all =
  (rows: Rows<unknown, string>): Query =>
  (r) =>
    drained(rowPages(r, rows));
const every =
  (listing: Listing<unknown>): Query =>
  (r) =>
    drained(stream(r, listing));

const staff = {
  ...IN_ORG,
  ...NO_FILTER,
  needsAttention: null,
  doubtful: null,
  drifted: null,
  retractionKept: null,
  hasDoi: true,
  citations: true,
  sort: 'last_fetched_at',
  visibility: 'all',
  status: 'all',
} as const;
const ofLastFetched = { last_fetched_at: true } as const;

const onShelf = { ...IN_ORG, currency: null, workType: null, publicationYear: null, orcid: null } as const;

const ofWorks: Queries = {
  ...ordered('staff list all works', WORK_SORTS, (order) => staffWorks({ ...onShelf, ...order, status: 'all' })),
  ...ordered('staff list works', WORK_SORTS, (order) => staffWorks({ ...onShelf, ...order, status: 'active' })),
  ...ordered('a website lists works', WORK_SORTS, (order) => websiteWorks({ ...onShelf, ...order })),
  'a partner pages through works': step(websiteWorks({ ...onShelf, sort: 'title', dir: 'asc' })),
  "staff list a person's works": page(
    staffWorks({ ...onShelf, orcid: 'x', status: 'active', sort: 'title', dir: 'asc' }),
  ),
  'staff search works': page(staffWorks({ ...onShelf, q: 'x', status: 'all', sort: 'title', dir: 'asc' })),
};

const ofPublications: Queries = {
  ...ofWorks,
  'an import compares titles': (r) => publicationsTitled(r, 'org', 'x'),
  'a harvest pages through': (r) => publicationsAfter(r, 'org', { after: 'org~', limit: 10 }),
  ...ordered('staff list', STAFF_SORTS, (order) => staffPublications({ ...staff, ...order })),
  ...ordered('staff list a type', ofLastFetched, (order) =>
    staffPublications({ ...staff, ...order, narrowed: OF_TYPE }),
  ),
  ...ordered('staff list a year', ofLastFetched, (order) =>
    staffPublications({ ...staff, ...order, narrowed: OF_YEAR }),
  ),
  ...ordered("staff list a person's", ofLastFetched, (order) => staffPublications({ ...staff, ...order, orcid: 'x' })),
  ...ordered('a website lists', PUBLICATION_SORTS, (order) =>
    websitePublications({ ...IN_ORG, ...NO_FILTER, ...order }),
  ),
  'staff search': page(staffPublications({ ...staff, q: 'muller', dir: 'desc' })),
  'staff list what is hidden': page(staffPublications({ ...staff, dir: 'desc', visibility: 'hidden' })),
  'staff list what is deleted': page(staffPublications({ ...staff, dir: 'desc', status: 'deleted' })),
  'staff list what needs attention': page(staffPublications({ ...staff, dir: 'desc', needsAttention: true })),
  'staff list what is doubtful': page(staffPublications({ ...staff, dir: 'desc', doubtful: true })),
  'staff list what has drifted': page(staffPublications({ ...staff, dir: 'desc', drifted: true })),
  'staff list what is retracted': page(staffPublications({ ...staff, dir: 'desc', narrowed: RETRACTED })),
  'staff list what to decide on': page(
    staffPublications({ ...staff, dir: 'desc', narrowed: RETRACTED, retractionKept: false }),
  ),
  'staff list suggestions': page(suggestionListing({ ...IN_ORG, doi: null, orcid: null })),
  'staff list the suggestions of a person': page(suggestionListing({ ...IN_ORG, doi: null, orcid: 'x' })),
  'staff list the newest versions': async (r) =>
    page(staffPublications({ ...staff, dir: 'desc', narrowed: await newestVersions(r, 'org') }))(r),
  'staff list those of an entity': async (r) =>
    page(
      staffPublications({
        ...staff,
        ...{ dir: 'desc', narrowed: await linkedToGroup(r, 'org', { entityId: 'kiln', categoryId: 'emeriti' }) },
      }),
    )(r),
  'staff see who shares publications': (r) =>
    r.coOccurrences(publications, { where: inOrg, by: 'personKeys', values: [KEY], others: ['org~y'] }),
  totals: (r) => publicationTotals(r, 'org'),
  'by year and type': (r) => publicationBreakdown(r, 'org'),
  'additions by day': (r) => publicationTimeSeries(r, 'org', Date.UTC(2026, 0, 1)),
  'staff list the suggestions of one': page(suggestionListing({ ...IN_ORG, doi: 'x', orcid: null })),
  'all of a workspace': every(idsOf({ all: inOrg })),
  'all that need attention': every(idsOf({ all: [...inOrg, { field: 'needsAttention', eq: true }] })),
  'public rows are derived': all({
    collection: publications,
    where: { all: [{ field: 'key', in: ['x', 'y'] }] },
    fields: derivedItems.of,
  }),
  'matching by link': every(idsOf({ all: [{ field: 'personKeys', contains: KEY }] })),
  'matching by suggestion': every(idsOf({ all: [{ field: 'suggestedKeys', contains: KEY }] })),
  'merging by rejection': every(idsOf({ all: [{ field: 'rejectedKeys', contains: KEY }] })),
  'works that name one': (r) => publicationsNaming(r, 'org', new Set(['x'])),
  'works in whose place one is shown': (r) => formerKeys(r, 'org', 'x'),
  'matching by a word of a name': every(idsOf({ all: inOrg, terms: [authorTerm('muller')] })),
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
  hasOrcid: null,
};
const byName = { name: true } as const;
const byFamily = { family_name: true } as const;

const ofPeople: Queries = {
  ...ordered('staff list', PEOPLE_SORTS, (order) => staffPeople({ ...IN_ORG, ...anyPerson, ...order })),
  ...ordered('staff list a status', byFamily, (order) =>
    staffPeople({ ...IN_ORG, ...anyPerson, ...order, affiliationStatus: 'org' }),
  ),
  ...ordered('staff list those of an entity', byFamily, (order) =>
    staffPeople({ ...IN_ORG, ...anyPerson, ...order, entityId: 'x', activeOnly: true }),
  ),
  ...ordered('staff list those ever of an entity', byName, (order) =>
    staffPeople({ ...IN_ORG, ...anyPerson, ...order, entityId: 'x' }),
  ),
  ...ordered('staff list a category', byName, (order) =>
    staffPeople({ ...IN_ORG, ...anyPerson, ...order, categoryId: 'x' }),
  ),
  'staff list some': page(staffPeople({ ...IN_ORG, ...anyPerson, orcids: ['x', 'y'], sort: 'name', dir: 'asc' })),
  ...ordered('staff list those without an iD', byName, (order) =>
    staffPeople({ ...IN_ORG, ...anyPerson, ...order, hasOrcid: false }),
  ),
  ...ordered('staff list archived ones', byName, (order) =>
    staffPeople({ ...IN_ORG, ...anyPerson, ...order, archived: true }),
  ),
  'people of each entity': page(namedIn(ENTITIES, 'org', 'all')),
  'people of each category': page(namedIn(CATEGORIES, 'org', 'all')),
  'a website lists': page(websitePeople({ ...IN_ORG, hasOrcid: null, narrowed: [] })),
  'a partner pages through': step(websitePeople({ ...IN_ORG, hasOrcid: true, narrowed: [] })),
  'someone who was merged': (r) => mergedInto(r, 'x'),
  'a search of the timeline': (r) => findRecordsByName(r, 'org', ['muller']),
  'matching loads all': (r) => drained(everyCandidate(r, 'org')),
  'a researcher is chosen': (r) => chosenResearchers.choose(r, ['x', 'y'], (each) => each),
};

const ofProjects: Queries = {
  ...ordered('staff list all', PROJECT_SORTS, (order) => staffProjects({ ...onShelf, ...order, status: 'all' })),
  ...ordered('staff list', PROJECT_SORTS, (order) => staffProjects({ ...onShelf, ...order, status: 'active' })),
  ...ordered('a website lists', PROJECT_SORTS, (order) => websiteProjects({ ...onShelf, ...order })),
  'a partner pages through': step(websiteProjects({ ...onShelf, sort: 'title', dir: 'asc' })),
  'public rows are derived': all({
    collection: projects,
    where: { all: [{ field: 'projectId', in: ['x', 'y'] }] },
    fields: derivedProjects.of,
  }),
  'staff search': page(staffProjects({ ...onShelf, q: 'x', status: 'all', sort: 'title', dir: 'asc' })),
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
  'undos of events': (r) => standingUndos(r, 'org', ['x', 'y']),
};

const ofPublic: Queries = {
  ...ordered('the public lists', PUBLIC_SORTS, (order) =>
    publicPublicationListing({ ...IN_ORG, ...NO_FILTER, ...order }),
  ),
  ...ordered('the public lists a type', ofLastFetched, (order) =>
    publicPublicationListing({ ...IN_ORG, ...NO_FILTER, ...order, narrowed: OF_TYPE }),
  ),
  ...ordered('the public lists a year', ofLastFetched, (order) =>
    publicPublicationListing({ ...IN_ORG, ...NO_FILTER, ...order, narrowed: OF_YEAR }),
  ),
  ...ordered("the public lists a person's", ofLastFetched, (order) =>
    publicPublicationListing({ ...IN_ORG, ...NO_FILTER, ...order, orcid: 'x' }),
  ),
  'a partner pages through': step(publicPublicationListing({ ...IN_ORG, ...NO_FILTER, sort: 'title', dir: 'asc' })),
  'the public searches': page(publicPublicationListing({ ...IN_ORG, ...NO_FILTER, q: 'x', sort: 'title', dir: 'asc' })),
  ...recounts(catalogue, publicItems),
};

/** By the name of the collection. */
export const QUERIES: Readonly<Record<string, Queries>> = {
  [publications.name]: ofPublications,
  [people.name]: ofPeople,
  [entities.name]: {
    'staff list': page(namedIn(ENTITIES, 'org', 'active')),
    'staff list all': page(namedIn(ENTITIES, 'org', 'all')),
  },
  [categories.name]: {
    'staff list': page(namedIn(CATEGORIES, 'org', 'active')),
    'staff list all': page(namedIn(CATEGORIES, 'org', 'all')),
  },
  [publicItems.name]: ofPublic,
  [researchers.name]: {
    ...ordered('the public lists', byName, (order) =>
      researcherListing({ ...IN_ORG, hasOrcid: true, narrowed: [], ...order }),
    ),
    'the public searches': page(
      researcherListing({ ...IN_ORG, hasOrcid: true, narrowed: [], q: 'x', sort: 'name', dir: 'asc' }),
    ),
    ...ordered('the public lists those of an entity', byName, (order) =>
      researcherListing({ ...IN_ORG, hasOrcid: true, narrowed: [{ field: 'entityId', eq: 'x' }], ...order }),
    ),
    'the public lists a category': page(
      researcherListing({
        ...IN_ORG,
        hasOrcid: true,
        narrowed: [{ field: 'categoryIds', contains: 'x' }],
        sort: 'name',
        dir: 'asc',
      }),
    ),
    'the public finds by slug': (r) => researchersAt(r, 'x'),
  },
  [savedViews.name]: { 'staff list': (r) => viewsIn(r, 'org') },
  [projects.name]: ofProjects,
  [publicProjects.name]: {
    ...ordered('the public lists', PROJECT_SORTS, (order) => publicProjectListing({ ...onShelf, ...order })),
    'a partner pages through': step(publicProjectListing({ ...onShelf, sort: 'title', dir: 'asc' })),
    'the public searches': page(publicProjectListing({ ...onShelf, q: 'x', sort: 'title', dir: 'asc' })),
  },
  [ingestions.name]: {
    'new jobs': (r) => newJobAfter(r, 'org~'),
    'retries that are due': (r) => dueRetries(r, { now: 0, limit: 10 }),
    'jobs whose worker may be gone': (r) => quietJobs(r, { now: 0, before: 0, limit: 10 }),
    'whose harvest is due': (r) => workspacesToHarvest(r),
    'jobs that are stuck': (r) => stuckJobs(r, 'org', { before: 0, limit: 10 }),
    'jobs that staff list': (r) => listJobs(r, 'org', { status: null, limit: 10 }),
    'all of a workspace': all(jobsOf('org')),
    'a harvest pages through': (r) => jobsAfter(r, 'org', { after: 'org~', limit: 10 }),
  },
  [workspaces.name]: {
    'the administrator lists': page(ALL_WORKSPACES),
    'names of some': (r) => workspaceNames(r, ['x', 'y']),
  },
  [members.name]: {
    'memberships of a user': (r) => membershipsOf(r, 'x'),
    'staff list': page(membersOf('org')),
    'other administrators': (r) => hasOtherAdmin(r, 'org', 'x'),
  },
  [invitations.name]: {
    'invitations of a user': page(invitationsOf({ userId: 'x' })),
    'staff list': page(invitationsOf({ workspace: 'org' })),
  },
  [apiKeys.name]: { 'staff list': page(apiKeysOf('org')) },
  [installations.name]: {
    'staff list': page(installationsOf('org', null)),
    'staff list a status': page(installationsOf('org', 'active')),
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
