/** Every event type has a sentence, and its stream is followed. */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { DESCRIPTIONS } from '../../../projections/timeline/describe/index.ts';
import { timelineProjection } from '../../../projections/timeline/index.ts';
import { describe } from '../../../projections/timeline/describe/index.ts';
import { everyExample } from '../../support/examples/index.ts';
import { memoryEventStore } from '../../support/memory-event-store.ts';
import { writeHistory } from '../../support/history.ts';
import { newEvent } from '../../support/new-event.ts';
import { suite } from '../../support/suite.ts';

const describing = suite('the timeline');

/** As declared in the event files, parsed without the compiler. */
const declared = async (): Promise<ReadonlySet<string>> => {
  const types = new Set<string>();
  for (const entry of await readdir('domain', { recursive: true })) {
    if (!entry.endsWith('events.ts')) continue;
    const source = await readFile(`domain/${entry}`, 'utf8');
    for (const [, type] of source.matchAll(/DomainEvent<\s*'(\w+)'/gu)) if (type !== undefined) types.add(type);
    for (const [, type] of source.matchAll(/readonly type: '(\w+)'/gu)) if (type !== undefined) types.add(type);
  }
  return types;
};

describing('has words for every event type, and for no other', async () => {
  assert.deepEqual([...(await declared())].sort(), Object.keys(DESCRIPTIONS).sort());
});

describing('describes every event type in one sentence, with what changed', () => {
  const described = new Set<string>();
  for (const event of everyExample()) {
    const words = describe(event);
    assert.ok(words, event.type);
    assert.match(words.summary, /^[A-Z][^\n]{3,}$/u, event.type);
    assert.doesNotMatch(words.summary, /undefined|null|\[object|NaN/u, event.type);
    assert.ok(words.changes.length > 0, `${event.type} says nothing of what changed`);
    for (const { path, before, after } of words.changes) {
      assert.match(path, /^\//u, event.type);
      assert.notDeepEqual(before, after, `${event.type} ${path}`);
    }
    described.add(event.type);
  }
  assert.deepEqual([...described].sort(), Object.keys(DESCRIPTIONS).sort());
});

describing('describes the rejection of a suggestion as such, not as unlinking', () => {
  const sentence = (basis: 'staff' | 'metadata', wereOpen?: true): string | undefined => {
    const data = { links: [{ basis, orcids: ['0000-0002-1825-0097'] }], ...(wereOpen && { wereOpen }) };
    const [example] = everyExample().filter(({ type }) => type === 'AuthorUnlinked');
    return example && describe({ ...example, data })?.summary;
  };
  assert.deepEqual(
    [sentence('staff'), sentence('staff', true), sentence('metadata', true)],
    [
      'Unlinked 0000-0002-1825-0097, by hand',
      'Rejected 0000-0002-1825-0097 as an author',
      'Took back the rejection of 0000-0002-1825-0097',
    ],
  );
});

describing('distinguishes further evidence for a link from a new link', () => {
  const [example] = everyExample().filter(({ type }) => type === 'AuthorLinked');
  const links = [{ basis: 'orcid_list', orcids: ['0000-0002-1825-0097'] }];
  const sentence = example && describe({ ...example, data: { links, wereLinked: true } });
  assert.deepEqual(
    [sentence?.summary, sentence?.changes, sentence?.mentions],
    [
      'Kept 0000-0002-1825-0097 linked, on their own ORCID list',
      [{ path: '/confirmed_orcids', before: null, after: '0000-0002-1825-0097' }],
      ['0000-0002-1825-0097'],
    ],
  );
});

describing('describes each event of a long history, and follows its stream', async () => {
  const events = memoryEventStore();
  await writeHistory(events, { events: 3_000 });
  for await (const event of events.readAll()) {
    const words = describe(event);
    assert.ok(
      words !== null && words.summary.length > 3 && !/undefined|null|\[object|\n/u.test(words.summary),
      event.type,
    );
    assert.ok(
      timelineProjection.streams.some((prefix) => event.stream.startsWith(prefix)),
      event.stream,
    );
    assert.ok(words.changes.length > 0, `${event.type} says nothing of what changed`);
    for (const { path } of words.changes) assert.match(path, /^\//u);
  }
});

describing('mentions an event of a later release, with its subject', () => {
  const event = { ...newEvent(1), type: 'MemberPromoted', stream: 'member-test~jo', revision: 0, position: 0 };
  const { subject, severity, changes } = describe(event);
  assert.deepEqual(
    { subject, severity, changes },
    { subject: { type: 'user', id: 'jo' }, severity: 'warning', changes: [] },
  );
});

describing('recognizes the subject of a stream by its prefix, whatever name follows', () => {
  const of = (stream: string) => describe({ ...newEvent(1), type: 'Later', stream, revision: 0, position: 0 }).subject;
  assert.deepEqual(of('publication-test~10.5555/a-test~b'), { type: 'publication', id: '10.5555/a-test~b' });
  assert.deepEqual(of('site-test~tools'), { type: 'workspace', id: 'test' });
});

describing('mentions only the one that changed of two values set together', () => {
  const data = {
    ...{ peopleType: 'phd', categoryIds: ['a'] },
    before: { peopleType: 'phd', categoryIds: ['a', 'b'] },
  };
  const event = { ...newEvent(1), type: 'PersonClassified', data, stream: 'person-test~x', revision: 1, position: 1 };
  assert.deepEqual(describe(event).changes, [{ path: '/category_ids', before: ['a', 'b'], after: ['a'] }]);
});
