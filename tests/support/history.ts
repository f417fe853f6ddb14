/** A catalogue's history as after years of harvesting: seeded, the same every time, of any length. */
import type { EventStore, NewEvent } from '../../commands/ports.ts';
import type { Counts } from '../../domain/ingestion/events.ts';
import type { ColophonEvent } from '../../domain/events.ts';
import { schemaVersionOf } from '../../domain/upcast.ts';
import type { Source } from '../../domain/publication/events.ts';
import { inventedDoi, inventedName, inventedOrcid, inventedPaper } from './history/papers.ts';
import { plugInLife } from './history/plug-ins.ts';
import { randomFrom, type Random } from './history/random.ts';

export type HistoryOptions = {
  /** The approximate number of events; the history ends with the append that reaches it. */
  readonly events: number;
  readonly seed?: number;
  readonly workspace?: string;
  /** Every n-th append comes from a process whose clock is slow. Default: none does. */
  readonly slowEvery?: number;
};

/** One append of the history. Appends to one stream must be kept in order. */
export type HistoryAppend = { readonly stream: string; readonly events: readonly NewEvent[] };

const BEGAN = Date.UTC(2020, 0, 1);
const STEP_MS = 1_000;
const SLOW_BY_MS = 60 * STEP_MS;
/** The share of the events in which the catalogue grows; after it, harvests find changes. */
const GROWTH = 0.7;
const PAPERS_A_PERSON = 24;
const PEOPLE_A_PLUG_IN = 20;
/** A publication and the events of adding it are about this many events of the growth. */
const EVENTS_A_PAPER = 2.8;

type Appends = { readonly stream: string; readonly events: readonly ColophonEvent[] };

const source = (doi: string): Source => ({
  provider: 'crossref',
  url: `https://api.crossref.org/works/${encodeURIComponent(doi)}`,
  etag: `"${doi.length}"`,
});

const counts = (created: number, refreshed: number, found: number): Counts => ({
  found,
  created,
  refreshed,
  unchanged: found - created - refreshed,
  failed: 0,
});

type Context = { readonly random: Random; readonly workspace: string; readonly now: () => number };

function* job(
  { random, workspace }: Context,
  orcid: string,
  appends: () => Iterable<Appends>,
  made: Counts,
): Generator<Appends> {
  const stream = `ingestion-${workspace}~${orcid}`;
  const jobId = random.uuid();
  yield {
    stream,
    events: [
      { type: 'IngestionQueued', data: { jobId, orcid, shard: random.between(0, 3), triggerSource: 'harvest' } },
      { type: 'IngestionStarted', data: { jobId, attempt: 1, worker: 'worker-1' } },
    ],
  };
  yield* appends();
  yield {
    stream,
    events: [
      { type: 'IngestionProgressed', data: { jobId, worker: 'worker-1', counts: made } },
      { type: 'IngestionSucceeded', data: { jobId, counts: made, failedWorks: [] } },
    ],
  };
}

function* added(context: Context, index: number, orcids: readonly string[]): Generator<Appends> {
  const { random, workspace, now } = context;
  const doi = inventedDoi(index);
  yield {
    stream: `publication-${workspace}~${doi}`,
    events: [
      {
        type: 'PublicationAdded',
        data: {
          doi,
          original: inventedPaper(random, index, orcids),
          source: source(doi),
          fetchedAt: now(),
          enrichment: {
            openalex_id: `W9${index}`,
            open_access_status: random.pick(['gold', 'green', 'closed']),
            is_retracted: random.chance(0.002),
          },
          citedByCount: Math.floor(random.next() ** 4 * 400),
          notices: [],
        },
      },
      ...(orcids.length === 0
        ? []
        : [{ type: 'AuthorLinked' as const, data: { links: [{ basis: 'metadata' as const, orcids }] } }]),
    ],
  };
}

function* registered({ random, workspace, now }: Context, orcid: string): Generator<Appends> {
  const { given = '', family = '' } = inventedName(random);
  yield {
    stream: `person-${workspace}~${orcid}`,
    events: [
      { type: 'PersonRegistered', data: { orcid } },
      { type: 'PersonNamed', data: { name: `${given} ${family}`, slug: null, saidBy: 'provider' } },
      { type: 'AffiliationStarted', data: { entityId: 'org', status: 'org', startsAt: now() } },
    ],
  };
}

function* pluggedIn({ random, workspace, now }: Context, index: number): Generator<Appends> {
  const id = `site-${index}`;
  for (const events of plugInLife(random, id, now())) yield { stream: `installation-${workspace}~${id}`, events };
}

/** What a later harvest, or a person, does to one publication; most of the time nothing has changed. */
const changed = ({ random, now }: Context, doi: string): readonly ColophonEvent[] => {
  const [drawn, fetchedAt] = [random.next(), now()];
  const cited = random.between(1, 500);
  if (drawn < 0.7) return [{ type: 'CitationCountChanged', data: { before: cited - 1, after: cited, fetchedAt } }];
  if (drawn < 0.9)
    return [
      {
        type: 'PublicationRefreshed',
        data: {
          changes: [{ path: '/publisher', before: 'Old Press', after: `New Press ${random.between(1, 9)}` }],
          source: source(doi),
          fetchedAt,
        },
      },
    ];
  if (drawn < 0.94) return [{ type: 'PublicationHidden', data: {} }];
  if (drawn < 0.97)
    return [
      {
        type: 'PublicationEdited',
        data: {
          changes: [{ path: '/title', before: 'A title', after: 'A better title' }],
          reverted: [],
        },
      },
    ];
  if (drawn < 0.985) return [{ type: 'PublicationDeleted', data: {} }];
  return [{ type: 'PublicationShown', data: {} }];
};

function* appendsOf(context: Context, events: number): Generator<Appends> {
  const { random, workspace } = context;
  const papers = Math.max(1, Math.floor((events * GROWTH) / EVENTS_A_PAPER));
  const people = Math.max(1, Math.ceil(papers / PAPERS_A_PERSON));
  const papersOf = (person: number): readonly number[] =>
    Array.from({ length: PAPERS_A_PERSON }, (_, n) => person * PAPERS_A_PERSON + n).filter((index) => index < papers);
  for (let person = 0; person < people; person++) {
    const orcid = inventedOrcid(person);
    if (person % PEOPLE_A_PLUG_IN === 0) yield* pluggedIn(context, person / PEOPLE_A_PLUG_IN);
    yield* registered(context, orcid);
    const mine = papersOf(person);
    const addAll = function* (): Generator<Appends> {
      for (const index of mine) {
        const others = Array.from({ length: random.between(0, 2) }, () => inventedOrcid(random.between(0, people - 1)));
        yield* added(context, index, [...new Set([orcid, ...others])]);
      }
    };
    yield* job(context, orcid, addAll, counts(mine.length, 0, mine.length));
  }
  for (;;) {
    const person = random.between(0, people - 1);
    const mine = papersOf(person);
    const findChanges = function* (): Generator<Appends> {
      for (const doi of mine.map(inventedDoi))
        if (random.chance(0.6)) yield { stream: `publication-${workspace}~${doi}`, events: changed(context, doi) };
    };
    yield* job(context, inventedOrcid(person), findChanges, counts(0, mine.length, mine.length));
  }
}

/** The history, append by append; only the current one is in memory. */
export function* history({
  events,
  seed = 1,
  workspace = 'org',
  slowEvery = Infinity,
}: HistoryOptions): Generator<HistoryAppend> {
  const random = randomFrom(seed);
  let at = BEGAN;
  const context: Context = { random, workspace, now: () => at };
  let written = 0;
  let appends = 0;
  for (const each of appendsOf(context, events)) {
    at += STEP_MS;
    appends += 1;
    const metadata = {
      workspace,
      actor: { type: 'system', id: 'ingestion' },
      correlationId: random.uuid(),
      causationId: null,
      at: appends % slowEvery === 0 ? at - SLOW_BY_MS : at,
    } as const;
    yield {
      stream: each.stream,
      events: each.events.map((event) => ({
        ...event,
        id: random.uuid(),
        schemaVersion: schemaVersionOf(event.type),
        metadata,
      })),
    };
    written += each.events.length;
    if (written >= events) return;
  }
}

/** Concurrent appends, far more than share an fsync. */
const TOGETHER = 512;

/** Appends the history to a store; returns the number of events. */
export const writeHistory = async (store: Pick<EventStore, 'append'>, options: HistoryOptions): Promise<number> => {
  let written = 0;
  let together = new Map<string, NewEvent[]>();
  const append = async (): Promise<void> => {
    await Promise.all([...together].map(([stream, events]) => store.append(stream, events, 'any')));
    together = new Map();
  };
  for (const { stream, events } of history(options)) {
    // Two concurrent appends to one stream could change places.
    if (together.has(stream) || together.size === TOGETHER) await append();
    together.set(stream, [...events]);
    written += events.length;
  }
  await append();
  return written;
};
