/**
 * Small example projections: papers that are tombstoned, readers that count them, jobs whose rows are removed, and the last
 * job queued, which is replaced each time.
 */
import type { NewEvent } from '../../../commands/ports.ts';
import type { ColophonEvent } from '../../../domain/events.ts';
import { eachLink } from '../../../domain/publication/links.ts';
import { schemaVersionOf } from '../../../domain/upcast.ts';
import { defineCount, defineFold, type Changes, type Projection } from '../../../projections/define.ts';
import type { Collection } from '../../../projections/ports.ts';
import { newEvent } from '../../support/new-event.ts';

type Paper = {
  readonly id: string;
  readonly shown: boolean;
  readonly by: readonly string[];
  readonly ever: readonly string[];
  /** Of the works that an event on another stream names, when it did. */
  readonly tried: number;
  readonly cited: number | null;
};
type Reader = { readonly id: string; readonly name: string | null; readonly papers: number };
type Queued = { readonly id: string; readonly jobId: string };
type Job = { readonly id: string; readonly seen: readonly string[] };

export const papers: Collection<Paper> = {
  name: 'papers_v1',
  indexes: [{ equal: ['shown', 'by'] }],
  arrays: ['by'],
  shown: ['tried'],
};
export const readers: Collection<Reader> = { name: 'readers_v1', indexes: [] };
export const jobs: Collection<Job> = { name: 'jobs_v1', indexes: [] };
export const lastQueued: Collection<Queued> = { name: 'last_queued_v1', indexes: [] };

const subject = ({ stream }: { readonly stream: string }): string => stream.slice(stream.indexOf('~') + 1);

const paperWhen: Changes<Paper> = {
  PublicationAdded: (row, { data }, id) => ({
    id,
    shown: true,
    by: row?.by ?? [],
    ever: row?.ever ?? [],
    tried: data.fetchedAt,
    cited: data.citedByCount,
  }),
  AuthorLinked: (row, { data: { links } }) => {
    const orcids = eachLink(links).map(({ orcid }) => orcid);
    return row === null
      ? null
      : { ...row, by: [...new Set([...row.by, ...orcids])], ever: [...new Set([...row.ever, ...orcids])] };
  },
  AuthorUnlinked: (row, { data: { links } }) => {
    const gone = new Set(eachLink(links).map(({ orcid }) => orcid));
    return row === null ? null : { ...row, by: row.by.filter((each) => !gone.has(each)) };
  },
  PublicationHidden: (row) => (row === null ? null : { ...row, shown: false }),
  PublicationShown: (row) => (row === null ? null : { ...row, shown: true }),
  PublicationDeleted: (row) => (row === null ? null : { ...row, shown: false, by: [] }),
  CitationCountChanged: (row, { data: { before, after } }) => {
    if (after === POISON) throw new TypeError('a fold broke');
    if (after === STRAY && row !== null) return { ...row, id: undefined as never };
    // Not only the new value, so that an event applied twice or out of order is noticed.
    return row === null ? null : { ...row, cited: (row.cited ?? 0) + (after ?? 0) - (before ?? 0) };
  },
  IngestionRetried: (row, { data: { works } }, id) =>
    row === null ? null : { ...row, tried: Math.max(row.tried, 10 + (works ?? []).indexOf(id)) },
};

const readerWhen: Changes<Reader> = {
  PersonRegistered: (row, _event, id) => row ?? { id, name: null, papers: 0 },
  PersonNamed: (row, { data: { name } }) => (row === null ? null : { ...row, name: JSON.stringify(name) }),
};

const jobWhen: Changes<Job> = {
  IngestionQueued: (row, { data: { jobId } }, id) => ({ id, seen: [...(row?.seen ?? []), jobId] }),
  IngestionRetried: (row, { data: { jobId } }) => (row === null ? null : { ...row, seen: [...row.seen, jobId] }),
  IngestionReset: () => null,
};

const lastQueuedWhen: Changes<Queued> = {
  IngestionQueued: (_row, { data: { jobId } }, id) => ({ id, jobId }),
  IngestionReset: () => null,
};

/** A citation count that the fold of papers cannot handle. */
export const POISON = -1;
/** A number of citations that makes the row one without an id. */
export const STRAY = -2;

export const shelf: Projection = {
  name: 'shelf',
  version: 1,
  streams: ['publication-', 'person-', 'ingestion-'],
  folds: [
    defineFold<Paper>({
      collection: papers,
      ids: (event) => (event.type === 'IngestionRetried' ? (event.data.works ?? []) : [subject(event)]),
      when: paperWhen,
      withheld: (row) => ({ ...row, shown: false }),
    }),
    defineFold<Reader>({ collection: readers, ids: (event) => [subject(event)], when: readerWhen }),
  ],
  counts: [
    defineCount({
      into: readers,
      field: 'papers',
      from: papers,
      where: [{ field: 'shown', eq: true }],
      by: 'by',
      keys: ({ ever }) => ever,
    }),
  ],
};

/** As folded by a release that accepts all citation counts. */
export const tolerant: Projection = {
  ...shelf,
  folds: shelf.folds.map((fold) =>
    fold.collection === papers ? { ...fold, when: { ...fold.when, CitationCountChanged: (row) => row } } : fold,
  ),
};

/** Independent of the shelf, on other streams. */
export const desk: Projection = {
  name: 'desk',
  version: 1,
  streams: ['ingestion-'],
  folds: [
    defineFold<Job>({ collection: jobs, ids: (event) => [subject(event)], when: jobWhen }),
    defineFold<Queued>({
      collection: lastQueued,
      ids: (event) => [subject(event)],
      when: lastQueuedWhen,
      overwrites: true,
    }),
  ],
  counts: [],
};

let facts = 0;
export const fact = (event: ColophonEvent): NewEvent => ({
  ...newEvent(++facts),
  ...event,
  schemaVersion: schemaVersionOf(event.type),
});

const source = { provider: 'crossref', url: 'https://api.crossref.org/' } as const;
const none = { found: 0, created: 0, refreshed: 0, unchanged: 0, failed: 0 };

export const added = (doi: string, cited: number | null = 0): ColophonEvent => ({
  type: 'PublicationAdded',
  data: { doi, original: { type: 'book' }, source, fetchedAt: 1, enrichment: null, citedByCount: cited, notices: [] },
});
export const linked = (orcid: string): ColophonEvent => ({
  type: 'AuthorLinked',
  data: { links: [{ basis: 'metadata', orcids: [orcid] }] },
});
export const unlinked = (orcid: string): ColophonEvent => ({
  type: 'AuthorUnlinked',
  data: { links: [{ basis: 'staff', orcids: [orcid] }] },
});
export const hidden: ColophonEvent = { type: 'PublicationHidden', data: {} };
export const shown: ColophonEvent = { type: 'PublicationShown', data: {} };
export const deleted: ColophonEvent = { type: 'PublicationDeleted', data: {} };
export const cited = (after: number): ColophonEvent => ({
  type: 'CitationCountChanged',
  data: { before: 0, after, fetchedAt: 2 },
});
export const registered = (orcid: string): ColophonEvent => ({ type: 'PersonRegistered', data: { orcid } });
export const named = (name: string): ColophonEvent => ({
  type: 'PersonNamed',
  data: { name, slug: null, saidBy: 'staff' },
});
export const queued = (orcid: string, jobId: string): ColophonEvent => ({
  type: 'IngestionQueued',
  data: { jobId, orcid, shard: 0, triggerSource: 'api' },
});
export const retried = (jobId: string, ...works: readonly string[]): ColophonEvent => ({
  type: 'IngestionRetried',
  data: { jobId, attempt: 1, counts: none, error: { code: 'c', message: 'm' }, notBefore: 1, works },
});
export const reset: ColophonEvent = { type: 'IngestionReset', data: {} };

export const paperStream = (doi: string): string => `publication-org~${doi}`;
export const readerStream = (orcid: string): string => `person-org~${orcid}`;
export const jobStream = (orcid: string): string => `ingestion-org~${orcid}`;
