/** Matching by a release that cannot read an event yet, and by the next one, which can. */
import assert from 'node:assert/strict';
import { loadState } from '../../../commands/aggregate.ts';
import { newCaller } from '../../../commands/caller.ts';
import { handle } from '../../../commands/handle.ts';
import { personAggregate } from '../../../commands/person.ts';
import type { EventStore } from '../../../commands/ports.ts';
import { publicationAggregate } from '../../../commands/publication.ts';
import type { Waits } from '../../../commands/waits.ts';
import { LaterRelease } from '../../../domain/errors.ts';
import type { Position, Recorded } from '../../../domain/event.ts';
import { randomIds } from '../../../infra/system.ts';
import { matchedUpTo, runMatchingRole } from '../../../workers/matching/index.ts';
import { inventedOrcid } from '../../support/history/papers.ts';
import { openInstallation, type Installation } from '../../support/installation.ts';
import { noWaits } from '../../support/silent.ts';
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

const later = suite('matching that meets an event of a later release');

later('stops before it and reports it, and continues there once it can be read', async () => {
  await using installation = await openInstallation({ matching: false });
  const { events, state } = installation;
  const found = async (doi: string): Promise<boolean> => (await suggestedOf(installation, doi)).includes(ADA);
  await register(installation, ADA, 'Ada Writer');
  await publish(installation, '10.5555/a');
  const second = await publish(installation, '10.5555/b');
  await installation.settled();
  const reported: LaterRelease[] = [];
  const waits: Waits = (_work, error) => void (error instanceof LaterRelease && reported.push(error));
  const former = { ...installation, events: seenByFormer(events, new Set([second])) };
  {
    await using _matching = running((signal) => runMatchingRole(former, { name: 'former', signal, waits }));
    await until(() => found('10.5555/a'), Boolean);
    await until(async () => reported.length > 1, Boolean);
    await until(
      () => matchedUpTo(state),
      (position) => position > 0,
    );
  }
  assert.match(reported[0]?.reason ?? '', /was written by a later release, upgrade this process/);
  assert.equal(await found('10.5555/b'), false);
  assert.ok((await matchedUpTo(state)) < second);

  await using _matching = running((signal) => runMatchingRole(installation, { name: 'next', signal, waits: noWaits }));
  await until(() => found('10.5555/b'), Boolean);
});
