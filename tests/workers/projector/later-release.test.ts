/** Events that only a later release can read: nothing is guessed, nothing stops, and everything is reported. */
import { deepStrictEqual as equal, match, ok, strictEqual as is } from 'node:assert/strict';
import { describe } from '../../../projections/timeline/describe/index.ts';
import { bootstrap } from '../../../commands/bootstrap.ts';
import { handle } from '../../../commands/handle.ts';
import { publicationAggregate } from '../../../commands/publication.ts';
import { workspaceAggregate } from '../../../commands/aggregates.ts';
import { allProjections } from '../../../projections/all.ts';
import { timeline } from '../../../projections/timeline/index.ts';
import { requestRebuild } from '../../../workers/rebuild/requests.ts';
import { listProjections } from '../../../workers/rebuild/list.ts';
import { untilServing } from '../../../workers/rebuild/watch.ts';
import { openInstallation } from '../../support/installation.ts';
import { newEvent } from '../../support/new-event.ts';
import { rejectedWith } from '../../support/refused.ts';
import { suite } from '../../support/suite.ts';
import { inSetup, rowsOf, type Setup } from '../rebuild/leading.ts';
import { added, fact, hidden, paperStream, papers, shelf } from './shelf.ts';

const DOI = '10.5555/later';
const never = new AbortController().signal;

const ofLaterType = () => ({ ...newEvent(1), type: 'PublicationFramed' });
const ofLaterShape = () => ({ ...fact(hidden), data: { hidden: { until: 'ever' } }, schemaVersion: 9 });
const inOrg = <E extends ReturnType<typeof newEvent>>(event: E): E => ({
  ...event,
  metadata: { ...event.metadata, workspace: 'org' },
});

const later = suite('an event of a later release');

later('is shown on the timeline, and no command decides on a partly read stream', async () => {
  const installation = await openInstallation();
  const { events, readModels, caller } = installation;
  try {
    const stream = publicationAggregate.stream('org', DOI);
    await events.append(stream, [inOrg(fact(added(DOI)))], 'none');
    // A projection being filled would stop at them.
    await installation.settled();
    const both = [inOrg(ofLaterType()), inOrg(ofLaterShape())];
    const { revision } = await events.append(stream, both, 0);
    // Rows and the matching of authors get past it.
    await installation.settled();

    for (const command of [{ type: 'HidePublication' }, { type: 'DeletePublication' }] as const) {
      const refused = await rejectedWith(
        'conflict',
        'later_release',
        handle(installation, publicationAggregate, DOI, command, { ...caller, commandId: command.type }),
      );
      match(refused.message, /PublicationFramed is of a later release/);
      equal(refused.details?.['event'], both[0]?.id);
    }
    for await (const event of events.readStream(stream, { direction: 'backwards', limit: 1 }))
      is(event.revision, revision);

    for await (const event of events.readStream(stream, { from: 1 })) {
      const row = await readModels.get(timeline, event.id);
      equal([row?.['type'], row?.['severity'], row?.['workspace']], [event.type, 'warning', 'org']);
      const { subject, summary } = describe(event);
      equal([subject, summary], [{ type: 'publication', id: DOI }, `${event.type}, of a later release`]);
    }

    const listed = await listProjections({ ...installation, projections: allProjections });
    const errorOf = (name: string) => listed.find((each) => each.name === name)?.lastError;
    // The catalogue would have to fold the one, and cannot even tell whether it would have to fold the other.
    equal([errorOf('catalogue')?.kind, errorOf('catalogue')?.event?.id], ['skipped', both[1]?.id]);
    match(errorOf('catalogue')?.message ?? '', /version 9 of PublicationHidden is of a later release/);
    // The timeline shows that the event exists, and rebuilds its rows when it can be read.
    equal([errorOf('timeline')?.kind, errorOf('timeline')?.event?.id], ['skipped', both[1]?.id]);
    ok(listed.every((each) => each.state === 'live' && each.lagMs === 0));

    // A release that is rolled back starts.
    await events.append(workspaceAggregate.stream('org', 'org'), [inOrg(ofLaterType())], 'any');
    await bootstrap(installation);
  } finally {
    await installation.stop();
  }
});

const lastError = async ({ events, rows, state, clock }: Setup) => {
  const [listed] = await listProjections({ events, readModels: rows, state, projections: [shelf], clock });
  return listed?.lastError;
};

later('of a type that no row uses blocks no rebuild, and is reported once however many there are', () =>
  inSetup(async (setup) => {
    const { events, rows, append, lead, settled, readModels } = setup;
    await append(paperStream('a'), added('a'));
    await events.append(paperStream('a'), [ofLaterType(), ofLaterType()], 'any');
    const { log } = lead();
    await settled();
    const last = ofLaterType();
    await events.append(paperStream('a'), [ofLaterType(), last], 'any');
    await settled();
    equal([(await lastError(setup))?.kind, (await lastError(setup))?.event?.id], ['skipped', last.id]);
    is(log.lines.filter(({ message }) => message.startsWith('events of a later release')).length, 1);
    ok(await readModels.get(papers, 'a'));
    const wanted = await requestRebuild({ ...setup, readModels: rows }, [shelf]);
    ok(await untilServing({ ...setup, readModels: rows }, wanted, () => undefined, never));
    is((await rows.find({ name: 'poison_events', indexes: [] }, { where: { all: [] }, limit: 10 })).length, 2);
    equal(await rowsOf(rows, shelf, 1), await rowsOf(rows, shelf));
  }),
);

later('in a schema version that rows would have to read withholds them, and blocks no rebuild', () =>
  inSetup(async (setup) => {
    const { events, rows, append, lead, settled } = setup;
    await append(paperStream('a'), added('a'));
    lead();
    await settled();
    await events.append(paperStream('a'), [ofLaterShape()], 'any');
    await settled();
    // What the event says must not be guessed: it may have hidden the publication.
    const row = await rows.get(papers, 'a');
    equal([row?.['shown'], row?.withheld], [false, true]);
    const asking = { ...setup, readModels: rows };
    const wanted = await requestRebuild(asking, [shelf]);
    ok(await untilServing(asking, wanted, () => undefined, never));
    equal(await rowsOf(rows, shelf, 1), await rowsOf(rows, shelf));
  }),
);
