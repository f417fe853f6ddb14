/** The indexes that the projections have MongoDB build: few enough, and each of those on publications used by a query. */
import assert from 'node:assert/strict';
import { indexesOf } from '../../../../infra/readmodels/mongodb/indexes.ts';
import { allProjections } from '../../../../projections/all.ts';
import { publications } from '../../../../projections/catalogue/publications.ts';
import type { Condition, ReadModels, Sort, Where } from '../../../../projections/ports.ts';
import {
  everyPublication,
  everyRow,
  publicationsNeedingAttention,
} from '../../../../projections/queries/everything.ts';
import { publicationTimeSeries, publicationTotals } from '../../../../projections/queries/publication-totals.ts';
import { listStaffPublications, STAFF_SORTS } from '../../../../projections/queries/staff-publications.ts';
import { listSuggestions } from '../../../../projections/queries/suggestions.ts';
import { websitePublications } from '../../../../projections/queries/website.ts';
import { suite } from '../../../support/suite.ts';

type Asked = { readonly where: Where; readonly sort: Sort | null };

const MANY = 1_000;
const PAGE = { page: 1, perPage: 20 } as const;
const DIRS = ['asc', 'desc'] as const;
const NO_FILTER = { publicationType: null, publicationYear: null, minCitedBy: null } as const;

/** What a query asks of publications; the answers are empty, and long by their count. */
const askedBy = async (query: (readModels: ReadModels) => Promise<unknown>): Promise<readonly Asked[]> => {
  const asked: Asked[] = [];
  const ask = ({ name }: { readonly name: string }, where: Where, sort: Sort | null): void => {
    if (name === publications.name) asked.push({ where, sort });
  };
  const fake: Partial<ReadModels> = {
    get: () => Promise.resolve(null),
    load: () => Promise.resolve(new Map()),
    find: (collection, { where, sort = { field: 'id', dir: 'asc' } }) => {
      ask(collection, where, sort);
      return Promise.resolve([]);
    },
    count: (collection, where) => {
      ask(collection, where, null);
      return Promise.resolve(MANY);
    },
    groupCounts: (collection, where) => {
      ask(collection, where, null);
      return Promise.resolve(new Map());
    },
  };
  await query(fake as ReadModels);
  return asked;
};

const drained = async (rows: AsyncIterable<unknown>): Promise<void> => {
  for await (const row of rows) assert.ok(row);
};

const staff = {
  ...PAGE,
  ...NO_FILTER,
  workspace: 'org',
  q: '',
  sort: 'last_fetched_at',
  dir: 'desc',
  visibility: 'all',
  status: 'all',
  orcid: null,
  locale: 'en',
} as const;
const website = {
  ...PAGE,
  ...NO_FILTER,
  workspace: 'org',
  q: '',
  sort: 'last_fetched_at',
  dir: 'desc',
  orcid: null,
} as const;

/** The person's rows, as recounts and matching ask for them. */
const ofPerson = (field: string, ...more: readonly Condition[]) => [...more, { field, contains: 'org~x' }];

type Query = (readModels: ReadModels) => Promise<unknown>;

const queries: Readonly<Record<string, Query>> = {
  ...Object.fromEntries(
    (Object.keys(STAFF_SORTS) as (keyof typeof STAFF_SORTS)[]).flatMap((sort) =>
      DIRS.map((dir) => [
        `staff list by ${sort} ${dir}`,
        (r: ReadModels) => listStaffPublications(r, { ...staff, sort, dir }),
      ]),
    ),
  ),
  ...Object.fromEntries<Query>(
    DIRS.flatMap((dir) => [
      [
        `staff list a type ${dir}`,
        (r: ReadModels) => listStaffPublications(r, { ...staff, dir, publicationType: 'article' }),
      ],
      [
        `staff list a year ${dir}`,
        (r: ReadModels) => listStaffPublications(r, { ...staff, dir, publicationYear: 2020 }),
      ],
      [`staff list a person's ${dir}`, (r: ReadModels) => listStaffPublications(r, { ...staff, dir, orcid: 'x' })],
      [`a website lists ${dir}`, (r: ReadModels) => websitePublications(r, { ...website, dir })],
    ]),
  ),
  'staff search': (r) => listStaffPublications(r, { ...staff, q: 'muller' }),
  'staff list what is hidden': (r) => listStaffPublications(r, { ...staff, visibility: 'hidden' }),
  'staff list what is deleted': (r) => listStaffPublications(r, { ...staff, status: 'deleted' }),
  'staff list suggestions': (r) => listSuggestions(r, 'org', 'en', PAGE),
  totals: (r) => publicationTotals(r, 'org'),
  'what was added, by day': (r) => publicationTimeSeries(r, 'org', Date.UTC(2026, 0, 1)),
  'all of a workspace': (r) => drained(everyPublication(r, 'org')),
  'all that need attention': (r) => drained(publicationsNeedingAttention(r, 'org')),
  'matching by link': (r) => drained(everyRow(r, publications, ofPerson('personKeys'))),
  'matching by suggestion': (r) => drained(everyRow(r, publications, ofPerson('suggestedKeys'))),
  'counting of the public publications of people': (r) =>
    r.groupCounts(publications, { all: ofPerson('personKeys', { field: 'public', eq: true }) }, 'personKeys'),
};

const pinnedBy = ({ all, terms = [] }: Where): ReadonlySet<string> =>
  new Set([
    ...all.flatMap((condition) => ('eq' in condition || 'contains' in condition ? [condition.field] : [])),
    ...(terms.length > 0 ? ['terms'] : []),
  ]);

/** Whether the rows lie together in the index, in the order asked where one is; a count goes by the fields alone. */
const serves = (key: readonly (readonly [string, number])[], { where, sort }: Asked): boolean => {
  const pinned = pinnedBy(where);
  const rest = key.filter(([field]) => !pinned.has(field));
  if (key[0] === undefined || !pinned.has(key[0][0])) return false;
  const order = sort === null || sort.field === 'id' ? [] : [[sort.field, sort.dir === 'asc' ? 1 : -1]];
  const isRange = where.all.some((condition) => 'gte' in condition && condition.field === rest[0]?.[0]);
  if (sort === null && isRange) return rest.length === 2;
  if (key.at(-1)?.[0] === 'terms') return rest.length === 0;
  return JSON.stringify(rest) === JSON.stringify([...order, ['_id', 1]]);
};

/** MongoDB's limit of a collection. */
const MOST_INDEXES = 64;

const indexes = suite('the indexes in MongoDB');

for (const { collection } of allProjections.flatMap(({ folds }) => folds))
  indexes(`on ${collection.name} are few enough, that of the id and one for sharding included`, () => {
    assert.ok(indexesOf(collection).length + 2 <= MOST_INDEXES, String(indexesOf(collection).length));
  });

indexes('of search terms begin with what every search pins', () => {
  for (const { collection } of allProjections.flatMap(({ folds }) => folds)) {
    if (collection.search !== true) continue;
    const [key] = indexesOf(collection).flatMap((index) => ('terms' in index.key ? [index.key] : []));
    assert.deepEqual(Object.keys(key ?? {}), [collection.searchedWithin, 'terms'], collection.name);
  }
});

indexes('on publications are each used by a query that is named here', async () => {
  const asked: Asked[] = [];
  for (const query of Object.values(queries)) asked.push(...(await askedBy(query)));
  const unused = indexesOf(publications).filter(
    ({ key }) => !asked.some((each) => serves(Object.entries(key) as [string, number][], each)),
  );
  assert.deepEqual(
    unused.map(({ name }) => name),
    [],
  );
});
