/** An event that only a later release can read: rows are served as they were before it, and nothing is decided after it. */
import { deepStrictEqual as equal, match, ok, strictEqual as is } from 'node:assert/strict';
import { bootstrap } from '../../../commands/bootstrap.ts';
import { loadState } from '../../../commands/aggregate.ts';
import { handle } from '../../../commands/handle.ts';
import { publicationAggregate } from '../../../commands/publication.ts';
import { workspaceAggregate } from '../../../commands/aggregates.ts';
import type { LaterRelease } from '../../../domain/errors.ts';
import { describe } from '../../../projections/timeline/describe/index.ts';
import { answerTo } from '../../../api/http/errors.ts';
import { callerWith, depsOf } from '../../support/counter.ts';
import { memoryEventStore } from '../../support/memory-event-store.ts';
import { newEvent } from '../../support/new-event.ts';
import { rejectedWith } from '../../support/refused.ts';
import { silent } from '../../support/silent.ts';
import { suite } from '../../support/suite.ts';
import { inSetup, until } from '../rebuild/leading.ts';
import { added, cited, fact, hidden, paperStream, papers, shelf } from './shelf.ts';

const DOI = '10.5555/later';

const ofLaterType = () => ({ ...newEvent(1), type: 'PublicationFramed' });
const ofLaterShape = () => ({ ...fact(hidden), data: { hidden: { until: 'ever' } }, schemaVersion: 9 });

const later = suite('an event of a later release');

later('refuses every command on its stream with a 503, and no other', async () => {
  const events = memoryEventStore();
  const stream = publicationAggregate.stream('pots', DOI);
  await events.append(stream, [fact(added(DOI)), ofLaterShape(), fact(cited(3))], 'none');
  for (const type of ['HidePublication', 'DeletePublication'] as const) {
    const refused = await rejectedWith(
      'unavailable',
      'later_release',
      handle(depsOf(events), publicationAggregate, DOI, { type }, callerWith(type)),
    );
    match(refused.message, /PublicationHidden, version 9, at position \d+ was written by a later release, upgrade/);
    const { status, headers } = answerTo(refused, 'c', silent);
    equal([status, headers['Retry-After'] !== undefined], [503, true]);
  }
  const { state } = await loadState(events, publicationAggregate, 'pots', DOI);
  ok(state.status === 'active' && state.visible);
  is(state.citedByCount, 0, 'the state ends before it');
});

later('does not keep a release that was rolled back from starting', async () => {
  const events = memoryEventStore();
  const deps = depsOf(events);
  await bootstrap(deps);
  await events.append(workspaceAggregate.stream('org', 'org'), [ofLaterType()], 'any');
  await bootstrap(deps);
});

later('stops every projection before it, keeps the rows, and is reported until the process is upgraded', () =>
  inSetup(async ({ append, events, lead, settled, rows }) => {
    await append(paperStream('a'), added('a'));
    const waits: LaterRelease[] = [];
    lead({ onWait: (error) => void waits.push(error) });
    await settled();
    await append(paperStream('a'), cited(1));
    await events.append(paperStream('b'), [ofLaterType()], 'any');
    await append(paperStream('a'), cited(2));
    await until(() => waits.length > 0);
    const [{ reason } = { reason: '' }] = waits;
    match(reason, /PublicationFramed, version 1, at position \d+ was written by a later release, upgrade this process/);
    is((await rows.get(papers, 'a'))?.['cited'], 1);
  }),
);

later('keeps new rows from being served, and what it was met in is not poison', () =>
  inSetup(async ({ append, events, lead, rows }) => {
    await append(paperStream('a'), added('a'));
    await events.append(paperStream('a'), [ofLaterShape()], 'any');
    const waits: LaterRelease[] = [];
    lead({ projections: [shelf], onWait: (error) => void waits.push(error) });
    await until(() => waits.length > 0);
    ok((await rows.checkpoint('shelf_v1'))?.phase !== 'live');
    equal(await rows.find({ name: 'poison_events', indexes: [] }, { where: { all: [] }, limit: 10 }), []);
  }),
);

later('is named on the timeline, for which a later release may have made the row', () => {
  const event = { ...ofLaterType(), stream: `publication-test~${DOI}`, revision: 0, position: 1 };
  const { subject, summary, severity } = describe(event);
  equal(
    [subject, summary, severity],
    [{ type: 'publication', id: DOI }, 'PublicationFramed, of a later release', 'warning'],
  );
});
