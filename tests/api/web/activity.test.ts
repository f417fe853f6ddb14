/** The page of the timeline: how events become entries, its URL, and when an undo is offered. */
import assert from 'node:assert/strict';
import { causesIn, daysIn, subjectsIn, typesIn } from '../../../api/web/dashboard/activity/causes.ts';
import { EVENT_TYPES, eventName, nameOf, pathName } from '../../../api/web/dashboard/events/naming.ts';
import { previewOf, untouched } from '../../../api/web/dashboard/activity/undo/state.ts';
import { activity, requestOf } from '../../../api/web/dashboard/activity/view.ts';
import { openApi } from '../../../api/web/client/api.ts';
import type { Event } from '../../../api/web/client/generated/operations.ts';
import { DESCRIPTIONS } from '../../../projections/timeline/describe/index.ts';
import { suite } from '../../support/suite.ts';

const page = suite('the page of the timeline');

let events = 0;
const event = (cause: string, type = 'PublicationEdited', subject = 'x', at = 0): Event => {
  events += 1;
  return {
    id: `event-${events}`,
    position: events,
    occurred_at: at,
    event_type: type,
    severity: 'info',
    status: 'succeeded',
    actor: { type: 'user', id: 'u', label: 'Jo' },
    subject: { type: 'publication', id: subject, label: subject },
    summary: '',
    changes: [],
    correlation_id: cause,
    causation_id: null,
    cause: null,
    undo_role: 'member',
    ...{ provider: null, evidence: [], undone: null },
  };
};

page('shows the events of one cause as one entry, at the place of the newest', () => {
  const [a, b, c, d] = [event('one'), event('two'), event('one'), event('three')];
  assert.deepEqual(causesIn([a, b, c, d]), [
    { id: 'one', events: [a, c] },
    { id: 'two', events: [b] },
    { id: 'three', events: [d] },
  ]);
});

page('summarises what happened to what, and how often', () => {
  const all = [
    event('one', 'PublicationEdited', 'x'),
    event('one', 'PublicationHidden', 'x'),
    event('one', 'PublicationHidden', 'y'),
  ];
  assert.deepEqual(typesIn(all), [
    { type: 'PublicationHidden', count: 2 },
    { type: 'PublicationEdited', count: 1 },
  ]);
  assert.deepEqual(
    subjectsIn(all).map(({ id }) => id),
    ['x', 'y'],
  );
});

page('puts entries under their days', () => {
  const noon = new Date(2026, 2, 9, 12).getTime();
  const days = daysIn(
    causesIn([event('a', 'X', 'x', noon), event('b', 'X', 'x', noon - 1), event('c', 'X', 'x', noon - 86_400_000)]),
  );
  assert.deepEqual(
    days.map(({ entries }) => entries.map(({ id }) => id)),
    [['a', 'b'], ['c']],
  );
});

page('has a name for every event type, and for those of later releases', () => {
  assert.deepEqual([...EVENT_TYPES].sort(), Object.keys(DESCRIPTIONS).sort());
  assert.equal(eventName('PublicationHidden'), 'Publication hidden');
  assert.equal(eventName('PublicationFramedTwice'), 'Publication framed twice');
});

page('distinguishes links from confirmations, and unlinking from rejection', () => {
  const named = (type: string, path?: string, before: unknown = null): string =>
    nameOf({ event_type: type, changes: path === undefined ? [] : [{ path, before, after: null }] });
  assert.deepEqual(
    [
      named('AuthorLinked'),
      named('AuthorLinked', '/person_orcids'),
      named('AuthorLinked', '/confirmed_orcids'),
      named('AuthorUnlinked', '/person_orcids', 'x'),
      named('AuthorUnlinked', '/suggestions', 'x'),
      named('AuthorUnlinked', '/suggestions'),
      named('PublicationEdited', '/suggestions'),
    ],
    [
      'Person linked or confirmed',
      'Person linked',
      'Link confirmed',
      'Person unlinked',
      'Suggestion rejected',
      'Rejection undone',
      'Publication edited',
    ],
  );
});

page('names fields in plain words', () => {
  assert.equal(pathName('/container-title'), 'Appeared in');
  assert.equal(pathName('/person_orcids'), 'Linked people');
  assert.equal(pathName('/author/0/given'), 'Authors, entry 1, given');
  assert.equal(pathName('/some_new~1field'), 'Some new/field');
  assert.equal(pathName('/custom/some_key'), 'Further data, some key');
});

page('keeps its whole query in the URL', () => {
  const search =
    '?q=pots&event_type=PublicationHidden&actor=user&status=failed&severity=error&from=2026-03-01&to=2026-03-09' +
    '&doi=10.5555%2Fx&orcid=0000-0002-1825-0097&subject=s&correlation_id=c&housekeeping=true&page=2&per_page=100';
  const view = activity.read(new URLSearchParams(search));
  assert.equal(activity.write(view), search);
  assert.equal(activity.filtersIn(view), 10);
  const request = requestOf(view);
  assert.equal(request?.from, new Date(2026, 2, 1).getTime());
  assert.equal(request?.to, new Date(2026, 2, 10).getTime() - 1);
});

page('hides housekeeping by default, except for failures and the events of one cause', () => {
  const housekeepingOf = (search: string) => requestOf(activity.read(new URLSearchParams(search)))?.housekeeping;
  assert.equal(housekeepingOf(''), false);
  assert.equal(housekeepingOf('from=yesterday'), false);
  for (const search of ['housekeeping=true', 'status=failed', 'correlation_id=c'])
    assert.equal(housekeepingOf(search), true);
});

const undoing = suite('the preview of an undo');

undoing('omits fields that were changed since, and fields above or below them', () => {
  const conflicts = [{ path: '/title' }, { path: '/author' }, { path: '/issued/date-parts' }];
  const paths = ['/title', '/titles', '/author/0', '/issued', '/volume'];
  assert.deepEqual(untouched(paths, conflicts), ['/titles', '/volume']);
});

type Sent = { readonly fields?: readonly string[] };

/** An event that changed `/title`, changed by someone since, and `/volume`, whose undo has another path. */
const answering = (sent: Sent[]) =>
  openApi({
    workspace: () => 'org',
    signedOut: () => undefined,
    fetch: async (_address, init) => {
      const body = JSON.parse(typeof init?.body === 'string' ? init.body : '{}') as Sent;
      sent.push(body);
      const json = (status: number, answer: unknown) =>
        Promise.resolve(
          new Response(JSON.stringify(answer), { status, headers: { 'content-type': 'application/json' } }),
        );
      const rest = { id: 'e', dry_run: true, reason: null, code: null, correlation_id: 'c' };
      if (body.fields?.includes('/volume/0') === true)
        return json(409, { error: 'no such field', details: { field: 'fields/0', accepted: ['/title', '/volume'] } });
      if (body.fields !== undefined)
        return json(200, {
          ...rest,
          outcome: 'undone',
          changes: [{ path: '/volume', before: '2', after: '1' }],
          conflicts: [],
        });
      return json(200, {
        ...rest,
        outcome: 'refused',
        changes: [],
        conflicts: [{ path: '/title', restores: 'a', stands: 'c' }],
      });
    },
  });

undoing('offers to undo the rest of an event if a part was changed since', async () => {
  const sent: Sent[] = [];
  const target = { kind: 'event', id: 'e', paths: ['/title', '/volume/0'], page: 1 } as const;
  const preview = await previewOf(answering(sent), target, {
    signal: new AbortController().signal,
    inBackground: false,
  });
  assert.ok(preview.kind === 'event');
  assert.deepEqual(preview.fields, ['/volume']);
  assert.deepEqual(
    preview.result.conflicts.map(({ path }) => path),
    ['/title'],
  );
  assert.deepEqual(
    preview.result.changes.map(({ path }) => path),
    ['/volume'],
  );
  assert.equal(sent.length, 3);
});
