/** The cost of projecting an edit of a paper, by the number of people linked to it. */
import path from 'node:path';
import { openMongoReadModels } from '../../infra/mongodb/rows/index.ts';
import { openSqliteReadModels } from '../../infra/sqlite/rows/index.ts';
import type { ColophonEvent } from '../../domain/events.ts';
import { catalogue } from '../../projections/catalogue/index.ts';
import { collectionsOf } from '../../projections/define.ts';
import type { ReadModels } from '../../projections/ports.ts';
import type { Weighed } from '../../workers/projector/batches.ts';
import { followBatch } from '../../workers/projector/live.ts';
import { startFolding, type Folding } from '../../workers/projector/fold-batch.ts';
import { weigh } from '../../workers/projector/held-rows.ts';
import { inventedDoi, inventedOrcid } from '../support/history/papers.ts';
import { memoryEventStore, type MemoryEventStore } from '../support/memory-event-store.ts';
import { dropDatabase, freshDatabase, mongodbUnderTest } from '../support/mongodb.ts';
import { append } from '../support/people.ts';
import { silent } from '../support/silent.ts';
import { ratioAtMost, type Bench, type Report } from './report.ts';
import { freshFolder } from './support/run-folder.ts';
import { elapsed, median } from './support/timing.ts';

const WORKSPACE = 'org';
/** Authors of a paper, and how many of them are linked: the record of a paper with thousands of authors is long by itself. */
const SIZES = [
  { authors: 1, linked: 1 },
  { authors: 3_000, linked: 1 },
  { authors: 3_000, linked: 3_000 },
] as const;
type Size = (typeof SIZES)[number];
const MANY = SIZES[2].authors;
/** Of each size. */
const PAPERS = 10;
const ROUNDS = 15;
const WARM_UP = 3;
const BEGAN = Date.UTC(2024, 0, 1);

type Appends = { readonly stream: string; readonly events: readonly ColophonEvent[] };

const paperStream = (doi: string): string => `publication-${WORKSPACE}~${doi}`;

const paper = (doi: string, { authors, linked }: Size): Appends => {
  const orcids = Array.from({ length: authors }, (_, n) => inventedOrcid(n));
  const author = orcids.map((orcid, n) => ({ family: `Family${n}`, given: `Given${n}`, ORCID: orcid }));
  return {
    stream: paperStream(doi),
    events: [
      {
        type: 'PublicationAdded',
        data: {
          doi,
          original: { type: 'article-journal', title: `Of ${doi}`, DOI: doi, author },
          source: { provider: 'crossref', url: `https://api.crossref.org/works/${doi}` },
          ...{ fetchedAt: BEGAN, enrichment: null, citedByCount: 1, notices: [] },
        },
      },
      { type: 'AuthorLinked', data: { links: [{ basis: 'metadata', orcids: orcids.slice(0, linked) }] } },
    ],
  };
};

const edited = (doi: string, round: number): Appends => ({
  stream: paperStream(doi),
  events: [
    {
      type: 'PublicationEdited',
      data: {
        changes: [{ path: '/title', before: `Title ${round - 1}`, after: `Title ${round}` }],
        ...{ reverted: [] },
      },
    },
  ],
});

const linkedToo = (doi: string, round: number): Appends => ({
  stream: paperStream(doi),
  events: [{ type: 'AuthorLinked', data: { links: [{ basis: 'staff', orcids: [inventedOrcid(MANY + round)] }] } }],
});

type Following = { readonly events: MemoryEventStore; readonly readModels: ReadModels; readonly folding: Folding };

/** The time that the projector takes for these events, in milliseconds. */
const follow = async ({ events, readModels, folding }: Following, appends: readonly Appends[]): Promise<number> => {
  const from = await events.head();
  for (const each of appends) await append({ events }, each.stream, WORKSPACE, each.events);
  const batch: Weighed[] = [];
  for await (const event of events.readAll({ from })) batch.push({ event, weight: weigh(event.data) });
  const position = await events.head();
  return elapsed(() =>
    followBatch({ readModels, clock: { now: Date.now }, log: silent }, folding, {
      events: batch,
      position,
      caughtUp: true,
    }),
  );
};

const measureOver = async (report: Report, store: string, readModels: ReadModels): Promise<void> => {
  const folding = startFolding(catalogue, readModels, { position: -1 });
  const following = { events: memoryEventStore(), readModels, folding };
  for (const collection of collectionsOf(catalogue)) await readModels.create(collection, 'now');
  const groups = SIZES.map((size, group) => ({
    size,
    dois: Array.from({ length: PAPERS }, (_, n) => inventedDoi(group * PAPERS + n)),
  }));
  for (const { dois, size } of groups) for (const doi of dois) await follow(following, [paper(doi, size)]);
  let round = 0;
  const costs = {
    'an edit of the title': ([doi = '']: readonly string[]) => [edited(doi, round)],
    'one more person linked': ([doi = '']: readonly string[]) => [linkedToo(doi, round)],
  };
  for (const [what, appends] of Object.entries(costs)) {
    const times = groups.map((): number[] => []);
    for (let n = 0; n < ROUNDS + WARM_UP; n += 1) {
      round += 1;
      for (const [group, { dois }] of groups.entries()) {
        const ms = await follow(following, appends(dois));
        if (n >= WARM_UP) times[group]?.push(ms);
      }
    }
    const [small = NaN, one = NaN, all = NaN] = times.map(median);
    report({
      ...{ what: `${what}, ${store}`, value: all, unit: 'ms' },
      ...{ baseline: { what: 'with one of the authors linked', value: one }, aim: ratioAtMost(1.5) },
      note: `of a paper with one author: ${small.toPrecision(3)} ms`,
    });
  }
};

export const largePapers: Bench = {
  about: `The time of the catalogue's projector for one event, committed, of a paper with ${MANY.toLocaleString('en')} authors who are all linked to it, beside
one with as many authors of whom one is linked: an edit of the title, and one more linked person.
Medians of ${ROUNDS} rounds, all in turn. \`MONGODB_URL\` names a MongoDB; a stand-in that speaks its protocol indexes all elements of an
array again when one is added. Before counts were updated
only for people who were linked or unlinked, one more person took the embedded stores 5.6 times as long where all were linked.`,
  measure: async (report) => {
    const file = path.join(await freshFolder('large-papers'), 'rows.db');
    const readModels = await openSqliteReadModels({ file });
    try {
      await measureOver(report, 'embedded', readModels);
    } finally {
      await readModels.close();
    }
    const mongodb = await mongodbUnderTest();
    if ('reason' in mongodb) return report({ what: 'MongoDB', skipped: mongodb.reason });
    const database = freshDatabase();
    const rows = await openMongoReadModels({ url: mongodb.url, database });
    try {
      await measureOver(report, 'MongoDB', rows);
    } finally {
      await rows.close();
    }
    await dropDatabase(mongodb.url, database);
    await mongodb.stop();
  },
};
