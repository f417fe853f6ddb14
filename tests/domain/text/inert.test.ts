/** Texts that older releases stored are harmless when they are read, whatever the log contains. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Recorded } from '../../../domain/event.ts';
import { inertMarkup, inertText } from '../../../domain/text/inert.ts';
import { upcast } from '../../../domain/upcast.ts';
import { ALLOWED, elementsOf, hostile } from '../../support/hostile-texts.ts';
import { suite } from '../../support/suite.ts';

const inert = suite('an inert text');

inert('has only permitted tags, whatever it contained', () =>
  fc.assert(
    fc.property(hostile, (text) => {
      assert.deepEqual(elementsOf(inertText(text)), []);
      for (const element of elementsOf(inertMarkup(text))) assert.ok(ALLOWED.has(element), inertMarkup(text));
      assert.equal(inertMarkup(inertMarkup(text)), inertMarkup(text));
    }),
    { numRuns: 1_500 },
  ),
);

inert('keeps what is harmless, and tags only in pairs', () => {
  for (const text of ['p < 10 & x > y', 'H<sub>2</sub>O', '<i>a <b>b</b></i>', 'AT&amp;T'])
    assert.equal(inertMarkup(text), text);
  assert.equal(inertMarkup('<i>a</b> <b>c</b>'), '< i>a< /b> <b>c</b>');
  assert.equal(
    inertMarkup('<span style="font-variant: small-caps;">A</span>'),
    '<span style="font-variant:small-caps">A</span>',
  );
  assert.equal(inertText('H<sub>2</sub>O'), 'H< sub>2< /sub>O');
});

const BAD = '<img src=x onerror=alert(1)>';
const GOOD = '< img src=x onerror=alert(1)>';

const read = (type: string, data: unknown, schemaVersion = 1): unknown => {
  const event = { id: 'e', stream: 's', revision: 0, position: 0, type, schemaVersion, data, metadata: {} };
  return upcast(event as unknown as Recorded)[0]?.data;
};

const old = suite('an event of an older release');

old('of a publication is read with markup in titles alone', () => {
  const record = (bad: string, doi: string) => ({
    type: 'article',
    DOI: doi,
    title: `<i>a</i> ${bad}`,
    publisher: bad,
    author: [{ family: bad }],
    custom: { deep: [bad] },
  });
  const doi = '10.1002/(sici)1<i::aid>3';
  assert.deepEqual(read('PublicationAdded', { doi, original: record(BAD, doi), enrichment: { topics: [BAD] } }), {
    doi,
    original: record(GOOD, doi),
    enrichment: { topics: [GOOD] },
  });
  const edit = (bad: string) => ({
    changes: [
      { path: '/title', before: `<b>a</b>${bad}`, after: bad },
      { path: '/author/0', after: { family: bad } },
    ],
    reverted: [],
    overlay: { title: { value: `<b>a</b>${bad}` }, note: { value: bad }, issue: { removed: true } },
    custom: { q: 1 },
  });
  assert.deepEqual(read('PublicationEdited', edit(BAD), 2), edit(GOOD));
});

old('of any other type is read without tags', () => {
  for (const [type, of] of [
    ['PersonNamed', (text: string) => ({ name: { en: text }, slug: null, saidBy: 'staff' })],
    ['PersonDescribed', (text: string) => ({ biography: text, saidBy: 'provider' })],
    ['CategoryRenamed', (text: string) => ({ name: text, before: text })],
    ['EntityCreated', (text: string) => ({ id: 'x', name: text })],
    ['WorkspaceCreated', (text: string) => ({ id: 'x', name: text })],
    ['InstallationRevised', (text: string) => ({ before: {}, after: { displayName: text } })],
    ['ApiKeyIssued', (text: string) => ({ keyHash: 'x', clientName: text })],
    [
      'ProjectCreated',
      (text: string) => ({ id: 'x', fields: { title: text, programme: text, funding_entities: [{ n: text }] } }),
    ],
    [
      'IngestionSucceeded',
      (text: string) => ({ failedWorks: [{ work: '10.1/<i>', error: { code: 'x', message: text } }] }),
    ],
  ] as const)
    assert.deepEqual(read(type, of(BAD)), of(GOOD), type);
});

old('that is harmless is read unchanged', () => {
  const data = { original: { type: 'book', title: 'H<sub>2</sub>O & p < 10', author: [{ family: 'A' }] } };
  assert.equal(read('PublicationAdded', data), data);
});
