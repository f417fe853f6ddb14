/** Works from lists, recorded as a job records them, and their resulting items. */
import assert from 'node:assert/strict';
import { loadState } from '../../../../commands/aggregate.ts';
import { newCaller } from '../../../../commands/caller.ts';
import type { EventStore, StateStore } from '../../../../commands/ports.ts';
import { publicationAggregate } from '../../../../commands/publication.ts';
import { resolveWork } from '../../../../commands/work-identity/resolve.ts';
import { undoEvent } from '../../../../commands/undo/undo-event.ts';
import type { Recorded as RecordedInLog } from '../../../../domain/event.ts';
import { type Present } from '../../../../domain/publication/state.ts';
import { aliasesOf } from '../../../../domain/publication/naming.ts';
import { DEFAULT_INTERVAL_MS } from '../../../../domain/ingestion/schedule.ts';
import { randomIds, systemClock } from '../../../../infra/system.ts';
import { planOf } from '../../../../workers/ingestion/plan.ts';
import type { ListedWork, Providers } from '../../../../workers/ingestion/ports.ts';
import { recordListed } from '../../../../workers/ingestion/record-all.ts';
import { recordPublication, recordWork } from '../../../../workers/ingestion/record.ts';
import { memoryEventStore } from '../../../support/memory-event-store.ts';
import { memoryReadModels } from '../../../support/memory-read-models.ts';
import { silent } from '../../../support/silent.ts';
import { withAdminCheck } from '../../../../projections/queries/members.ts';

export const CARBERRY = '0000-0002-1825-0097';
export const ADA = '0000-0001-5109-3700';
export const DOI = '10.5555/pots.1';
const NOW = new AbortController().signal;
/** Without earlier responses. */
const state = { get: () => Promise.resolve(null), put: () => Promise.resolve(null) } as unknown as StateStore;
/** A registry that has a record of this title for every DOI, or none. */
const registry = (title: string | null) => {
  const source = { provider: 'crossref', url: 'https://api.crossref.org/works/1' } as const;
  const answer = () => ({ kind: 'described', csl: { type: 'book', title }, source, fetchedAt: Date.now() });
  const described = () => ({ ...answer(), retractedBy: [], retracts: [] });
  const describe = () => Promise.resolve(title === null ? { kind: 'notThere' } : described());
  return { describe } as unknown as Providers;
};

type Names = { readonly doi?: string; readonly title?: string; readonly entry?: string; readonly orcid?: string };

/** The entries of an ORCID list, by `isbn.1` and the like. */
export const listed = (
  names: readonly string[],
  { doi, title = 'On pots', entry = '1', orcid = CARBERRY }: Names = {},
): ListedWork => ({
  source: 'orcid',
  dois: doi === undefined ? [] : [doi],
  identifiers: names.map((name) => ({ type: name.split('.')[0] ?? '', value: name.split('.')[1] ?? '' })),
  fallbackKey: `${orcid}.${entry}`,
  summary: { type: 'book', title },
  from: { provider: 'orcid', url: `https://pub.orcid.org/v3.0/${orcid}/works` },
  listedName: null,
});

export const open = (events: EventStore = memoryEventStore(), registered: string | null = null) => {
  const asking = { providers: registry(registered), harvestIntervalMs: DEFAULT_INTERVAL_MS };
  const deps = {
    events,
    clock: systemClock,
    ids: randomIds,
    ...asking,
    state,
    readModels: memoryReadModels(),
    log: silent,
  };
  const caller = () => newCaller(randomIds, 'org', { type: 'system', id: 'test' });
  /** As a job does. */
  const ingest = async (list: readonly ListedWork[], orcid = CARBERRY): Promise<void> => {
    const plan = planOf(list, []);
    const all = [
      ...[...plan.publications].map(([doi, planned]) => [doi, planned] as const),
      ...[...plan.works].map(([, planned]) => [null, planned] as const),
    ];
    await Promise.all(
      all.map(([doi, planned]) => {
        const links = planned.basis === null ? [] : [{ orcid, basis: planned.basis }];
        const publication = (found: string, isHiddenIfNew: boolean) =>
          recordPublication(
            deps,
            { doi: found, links, facts: undefined, fallback: planned.listed, isHiddenIfNew },
            caller(),
            NOW,
          );
        const work = (key: string) => recordWork(deps, key, planned, orcid, caller());
        return recordListed(deps, doi, planned, orcid, { publication, work }, caller());
      }),
    );
  };
  const log = async (): Promise<readonly RecordedInLog[]> => {
    const all: RecordedInLog[] = [];
    for await (const event of events.readAll()) all.push(event);
    return all;
  };
  /** By its DOI or key. */
  const item = async (id = DOI) => (await loadState(events, publicationAggregate, 'org', id)).state as Present;
  /** Undoes the latest event of this type. */
  const undo = async (type: string, of = ''): Promise<void> => {
    const event = (await log()).findLast((each) => each.type === type && each.stream.endsWith(of));
    assert.ok(event);
    const request = { by: { role: 'member', at: systemClock.now() }, dryRun: false } as const;
    await undoEvent(withAdminCheck(deps), { ...event, place: event.position }, request, caller());
  };
  /** The current item of a list entry. */
  const itemOf = async (entry: ListedWork): Promise<string> => {
    const named = {
      doi: entry.dois[0] ?? null,
      aliases: aliasesOf(entry),
      entry: { summary: entry.summary, owner: CARBERRY },
      list: entry.from.url,
      at: 1,
    };
    return (await resolveWork(deps, named, caller())).id;
  };
  /** DOIs, and for works the identifiers in the lists. */
  const items = async (): Promise<readonly string[]> => {
    const streams = [...new Set((await log()).map(({ stream }) => stream))];
    const idsOf = (kind: string) =>
      streams.flatMap((name) => (name.startsWith(`${kind}-org~`) ? [name.slice(kind.length + 5)] : []));
    const works = await Promise.all(idsOf('work').map(item));
    const live = works.filter(
      ({ status, supersededBy }) => (status as string) !== 'absent' && supersededBy === undefined,
    );
    return [
      ...idsOf('publication'),
      ...live.map(({ identifiers = [], doi: key }) => [...identifiers].sort().join('+') || key),
    ].sort();
  };
  return { deps, caller, ingest, log, undo, itemOf, item, items };
};
