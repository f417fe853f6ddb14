/** A page of a hundred items needs as many queries as a page of one. */
import assert from 'node:assert/strict';
import { ANSWER } from '../../domain/limits.ts';
import type { PublicationEvent, Suggestion } from '../../domain/publication/events.ts';
import { collectionsOf, type Projection } from '../../projections/define.ts';
import { catalogue } from '../../projections/catalogue/index.ts';
import { allProjections } from '../../projections/all.ts';
import type { ReadModels, Row } from '../../projections/ports.ts';
import { findPage, type Listing, listed } from '../../projections/queries/listing.ts';
import { personItemsFor } from '../../projections/queries/person-item.ts';
import { publicPublicationListing } from '../../projections/queries/public-items.ts';
import { researcherListing } from '../../projections/queries/researchers.ts';
import { staffPeople } from '../../projections/queries/staff-people.ts';
import { staffPublications } from '../../projections/queries/staff-publications.ts';
import { suggestionListing } from '../../projections/queries/suggestions.ts';
import { websitePeople } from '../../projections/queries/website.ts';
import { inventedDoi, inventedOrcid } from '../support/history/papers.ts';
import { memoryReadModels } from '../support/memory-read-models.ts';
import { suite } from '../support/suite.ts';
import { inStream, rowsAfter, type Chapter } from '../support/rows-after.ts';

const ITEMS = 100;
const SOURCE = { provider: 'crossref', url: 'https://api.crossref.org/works/x' } as const;

const added = (doi: string): PublicationEvent => ({
  type: 'PublicationAdded',
  data: {
    doi,
    original: { type: 'article-journal', title: `On ${doi}`, DOI: doi, author: [{ family: 'Oz', given: 'Ada' }] },
    ...{ source: SOURCE, fetchedAt: 100, enrichment: null, citedByCount: null, notices: [] },
  },
});
const linked = (...orcids: readonly string[]): PublicationEvent => ({
  type: 'AuthorLinked',
  data: { links: [{ basis: 'staff', orcids }] },
});
const matched = (...suggested: readonly Suggestion[]): PublicationEvent => ({
  type: 'AuthorsMatched',
  data: { suggested, strays: [] },
});

const suggestedOf = (n: number): string => inventedOrcid(2 * n);
const linkedOf = (n: number): string => inventedOrcid(2 * n + 1);

const person = (orcid: string, entityId: string): Chapter =>
  inStream(
    `person-org~${orcid}`,
    { type: 'PersonRegistered', data: { orcid } },
    { type: 'PersonNamed', data: { name: 'Ada Oz', slug: orcid, saidBy: 'staff' } },
    { type: 'AffiliationStarted', data: { entityId, status: 'org', startsAt: 1 } },
  );

/** Each item has its own people and entity; the suggested person is a co-author of the linked one, except in the last item. */
const chapters = Array.from({ length: ITEMS }, (_, n) => [
  person(suggestedOf(n), `e${n}`),
  person(linkedOf(n), `f${n}`),
  inStream(
    `publication-org~${inventedDoi(n)}`,
    added(inventedDoi(n)),
    linked(linkedOf(n)),
    matched({ orcid: suggestedOf(n), author: 0 }),
  ),
  inStream(
    `publication-org~${inventedDoi(ITEMS + n)}`,
    added(inventedDoi(ITEMS + n)),
    linked(...(n === ITEMS - 1 ? [] : [suggestedOf(n)]), linkedOf(n)),
  ),
]).flat();

const commitAll = async (readModels: ReadModels, projection: Projection, story: readonly Chapter[]): Promise<void> => {
  const rows = await rowsAfter(projection, ...story);
  const changes = collectionsOf(projection).map((collection) => ({
    collection,
    replace: rows.ids(collection).flatMap((id): Row[] => [rows(collection, id)].flatMap((row) => row ?? [])),
  }));
  await readModels.commit({
    projection: projection.name,
    changes,
    recounts: [],
    checkpoint: { position: 1, phase: 'live' },
  });
};

let reads = 0;
const readModels = memoryReadModels({
  before: (step) => void (reads += step === 'ask' || step === 'load' ? 1 : 0),
});

const IN_ORG = { workspace: 'org', q: '', locale: 'en' } as const;
const NO_FILTER = { narrowed: [], orcid: null } as const;
const LAST = { sort: 'last_fetched_at', dir: 'desc' } as const;
const NAMED = { sort: 'name', dir: 'asc' } as const;
const ANYBODY = {
  entityId: null,
  affiliationStatus: null,
  activeOnly: false,
  categoryId: null,
  archived: false,
  orcids: null,
  hasOrcid: null,
};
const ANY = {
  needsAttention: null,
  doubtful: null,
  drifted: null,
  retracted: null,
  retractionKept: null,
  hasDoi: null,
  visibility: 'all',
  status: 'all',
  citations: true,
} as const;

const LISTINGS: Readonly<Record<string, Listing<unknown>>> = {
  suggestions: suggestionListing({ ...IN_ORG, doi: null, orcid: null }),
  'people of staff': staffPeople({ ...IN_ORG, ...ANYBODY, ...NAMED }),
  'publications of staff': staffPublications({ ...IN_ORG, ...NO_FILTER, ...ANY, ...LAST }),
  'people of a website': listed(websitePeople({ ...IN_ORG, hasOrcid: true, narrowed: [] }), async (rows) =>
    rows.map(await personItemsFor(readModels, rows)),
  ),
  'public publications': publicPublicationListing({ ...IN_ORG, ...NO_FILTER, ...LAST }),
  researchers: researcherListing({ ...IN_ORG, hasOrcid: true, narrowed: [], ...NAMED }),
};

const listings = suite('a listing');

for (const projection of allProjections) await commitAll(readModels, projection, chapters);

for (const [name, listing] of Object.entries(LISTINGS))
  listings(`of ${name} makes as many queries for a hundred items as for one`, async () => {
    const askedFor = async (perPage: number): Promise<number> => {
      const before = reads;
      const { items } = await findPage(readModels, listing, { page: 1, perPage });
      assert.equal(items.length, perPage);
      return reads - before;
    };
    assert.equal(await askedFor(ITEMS), await askedFor(1));
  });

listings('of suggestions names the linked co-authors of the suggested person', async () => {
  const { items } = await findPage(readModels, suggestionListing({ ...IN_ORG, doi: null, orcid: null }), {
    page: 1,
    perPage: ITEMS,
  });
  const shown = items.flatMap(({ suggestions }) =>
    suggestions.map(({ person: { orcid, affiliation }, evidence }) => [
      orcid,
      affiliation?.entity_id,
      evidence.co_authors,
    ]),
  );
  const expected = Array.from({ length: ITEMS }, (_, n) => [
    suggestedOf(n),
    `e${n}`,
    n === ITEMS - 1 ? [] : [linkedOf(n)],
  ]);
  assert.deepEqual(new Map(shown.map((each) => [each[0], each])), new Map(expected.map((each) => [each[0], each])));
});

listings(
  'of suggestions shows the first ones and the total for each publication, and all for a single one',
  async () => {
    const count = ANSWER.suggestions + 1;
    const orcids = Array.from({ length: count }, (_, n) => inventedOrcid(n));
    const rows = memoryReadModels();
    await commitAll(rows, catalogue, [
      inStream(
        `publication-org~${inventedDoi(0)}`,
        added(inventedDoi(0)),
        matched(...orcids.map((orcid) => ({ orcid, author: 0 }))),
      ),
    ]);
    const firstOf = async (doi: string | null) =>
      (await findPage(rows, suggestionListing({ ...IN_ORG, doi, orcid: null }), { page: 1, perPage: 1 })).items[0];
    const first = await firstOf(null);
    assert.equal(first?.suggestion_count, count);
    assert.deepEqual(
      first.suggestions.map(({ person }) => person.orcid),
      orcids.slice(0, ANSWER.suggestions),
    );
    assert.equal((await firstOf(inventedDoi(0)))?.suggestions.length, count);
  },
);
