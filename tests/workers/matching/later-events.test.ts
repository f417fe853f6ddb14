/** Matching by a release that cannot read some events yet, and by the next one, which can. */
import assert from 'node:assert/strict';
import { loadState } from '../../../commands/aggregate.ts';
import { newCaller } from '../../../commands/caller.ts';
import { handle } from '../../../commands/handle.ts';
import { personAggregate } from '../../../commands/person.ts';
import type { EventStore } from '../../../commands/ports.ts';
import { publicationAggregate } from '../../../commands/publication.ts';
import { BEGINNING, type Position, type Recorded } from '../../../domain/event.ts';
import { randomIds } from '../../../infra/system.ts';
import { matchedUpTo, runMatching } from '../../../workers/matching/index.ts';
import { inventedOrcid } from '../../support/history/papers.ts';
import { openInstallation, type Installation } from '../../support/installation.ts';
import { until } from '../../support/until.ts';
import { suite } from '../../support/suite.ts';
import { addPaper } from '../../support/papers.ts';
import { running } from '../../support/closing.ts';

const ADA = inventedOrcid(1);
const BEYOND = 1_000;
const caller = () => newCaller(randomIds, 'org', { type: 'user', id: 'member' });

const register = (installation: Installation, orcid: string, name: string) =>
  handle(
    installation,
    personAggregate,
    orcid,
    { type: 'RegisterPerson', orcid, name, biography: null, saidBy: 'staff' },
    caller(),
  );

/** The position of the event that says so. */
const publish = async (installation: Installation, doi: string): Promise<Position> => {
  const original = { type: 'article', title: doi, DOI: doi, author: [{ literal: 'Ada Writer' }] } as const;
  const { position } = await addPaper(installation, doi, { original });
  assert.ok(position !== null);
  return position;
};

const suggestedOf = async ({ events }: Installation, doi: string): Promise<readonly string[]> => {
  const { state } = await loadState(events, publicationAggregate, 'org', doi);
  return state.status === 'absent' ? [] : state.match.suggested.map(({ orcid }) => orcid);
};

/** The log as seen by a release for which the events at these positions have a later schema version. */
const seenByFormer = (events: EventStore, later: ReadonlySet<Position>): EventStore => {
  const seen = (event: Recorded): Recorded =>
    later.has(event.position) ? { ...event, schemaVersion: event.schemaVersion + BEYOND } : event;
  const each = async function* (read: AsyncIterable<Recorded>): AsyncIterable<Recorded> {
    for await (const event of read) yield seen(event);
  };
  return {
    ...events,
    readAll: (options) => each(events.readAll(options)),
    readStream: (stream, options) => each(events.readStream(stream, options)),
    subscribe: async function* (options) {
      for await (const delivery of events.subscribe(options))
        yield delivery.kind === 'event' ? { ...delivery, event: seen(delivery.event) } : delivery;
    },
  };
};

/** Runs until the condition holds, and returns the position after which it started to read. */
const matched = async (
  installation: Installation,
  events: EventStore,
  isDone: () => Promise<boolean>,
): Promise<Position | null> => {
  let began: Position | null = null;
  const subscribe: EventStore['subscribe'] = (options) => {
    began = options.after ?? BEGINNING;
    return events.subscribe(options);
  };
  const deps = { ...installation, events: { ...events, subscribe } };
  await using _matching = running((signal) => runMatching(deps, signal));
  await until(isDone, (done) => done && began !== null);
  return began;
};

const later = suite('matching that skipped events of a later release');

later('returns to the first of them only once it can read it, even if interrupted', async () => {
  await using installation = await openInstallation({ matching: false });
  const toItsEnd = async (): Promise<boolean> =>
    (await matchedUpTo(installation.state)) >= (await installation.events.head());
  const found = async (doi: string): Promise<boolean> => (await suggestedOf(installation, doi)).includes(ADA);
  const { events } = installation;
  await register(installation, ADA, 'Ada Writer');
  const [first, second] = [await publish(installation, '10.5555/a'), await publish(installation, '10.5555/b')];
  await register(installation, inventedOrcid(2), 'Bea Reader');
  await installation.settled();
  const former = seenByFormer(events, new Set([first, second]));

  await matched(installation, former, toItsEnd);
  assert.equal(await found('10.5555/a'), false);
  const upTo = await matchedUpTo(installation.state);
  assert.ok(upTo > second, 'it is blocked by events that it cannot read');

  // The same release once more, and one that can read only the second: they continue where matching was.
  assert.equal(await matched(installation, former, toItsEnd), upTo);
  assert.equal(await matched(installation, seenByFormer(events, new Set([first])), toItsEnd), upTo);
  assert.equal(await found('10.5555/b'), false);

  // Aborted as it starts to read.
  const cut = new AbortController();
  const subscribe: EventStore['subscribe'] = (options) => {
    cut.abort();
    return events.subscribe(options);
  };
  await runMatching({ ...installation, events: { ...events, subscribe } }, cut.signal);
  assert.equal(await found('10.5555/a'), false);

  const both = async (): Promise<boolean> => (await found('10.5555/a')) && found('10.5555/b');
  const back = await matched(installation, events, async () => (await both()) && toItsEnd());
  assert.ok(back !== null && back < first, String(back));
  const after = await matched(installation, events, toItsEnd);
  assert.ok(after !== null && after > second, String(after));
});
