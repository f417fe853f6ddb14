/** Citations: in the reader's language, off this thread, once per workspace and content, and sanitized. */
import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { richText } from '../../../commands/text/index.ts';
import type { CslItem } from '../../../domain/csl.ts';
import { authorsOmitted, trimmed } from '../../../domain/publication/trimming.ts';
import { citedPart } from '../../../domain/publication/cited.ts';
import { keyOf, openCitations } from '../../../infra/citations/index.ts';
import { closing } from '../../support/closing.ts';
import { silent } from '../../support/installation.ts';
import { suite } from '../../support/suite.ts';

const citing = suite('citing');
const citations = openCitations({ log: silent });
citing.after(() => citations.close());
citing.before(() => firstOf(citations).then(() => undefined));

const csl = {
  type: 'article-journal',
  title: 'On <i>psychoceramics</i>',
  author: [{ family: 'Carberry', given: 'Josiah' }],
  editor: [{ family: 'Öz', given: 'Ada' }],
  issued: { 'date-parts': [[2021, 3]] },
  'container-title': 'Journal of Psychoceramics',
  DOI: '10.5555/12345678',
  custom: { anything: true },
};

/** On a busy machine, a process may take longer to load than a citation may take. */
const firstOf = async (begun: typeof citations): Promise<string> => {
  const [citation = null] = await begun.apa('org', [csl], 'en');
  return citation ?? firstOf(begun);
};

const write = (items: readonly CslItem[], locale = 'en', workspace = 'org'): Promise<readonly (string | null)[]> =>
  citations.apa(workspace, items, locale);

citing('writes APA with the markup of its style', async () =>
  assert.deepEqual(await write([csl]), [
    'Carberry, J. (2021). On <i>psychoceramics</i>. <i>Journal of Psychoceramics</i>. https://doi.org/10.5555/12345678',
  ]),
);

citing('gives a review its own title, and that of the reviewed work if known', async () => {
  const { 'container-title': _journal, editor: _editor, ...alone } = csl;
  const report = { ...alone, type: 'review', title: 'Report on pots', genre: 'referee report' };
  const ofWork = { ...alone, type: 'review', title: 'Cracked', 'reviewed-title': 'On pots' };
  assert.deepEqual(await write([report, { ...report, 'container-title': 'Pots' }, ofWork]), [
    'Carberry, J. (2021, March). <i>Report on pots</i> [Referee report]. https://doi.org/10.5555/12345678',
    'Carberry, J. (2021). Report on pots [Referee report]. <i>Pots</i>. https://doi.org/10.5555/12345678',
    'Carberry, J. (2021). <i>Cracked</i> [Review of <i>On pots</i>]. https://doi.org/10.5555/12345678',
  ]);
});

citing('writes one for each item, in order, however malformed some are', async () => {
  const odd = { type: 'no-such-type', issued: { 'date-parts': [['x']] } } as never;
  const written = await write([{ ...csl, title: 'First' }, odd, { ...csl, title: 'Third' }], 'de-AT');
  assert.equal(written.length, 3);
  assert.match(String(written[0]), /First/u);
  assert.match(String(written[2]), /Third/u);
});

citing('caches by content and workspace, so that no workspace sees the record of another', async () => {
  const ask = async (workspace: string, title: string): Promise<string> =>
    String((await write([{ ...csl, title }], 'en', workspace))[0]);
  assert.match(await ask('a', 'Confidential'), /Confidential/u);
  assert.match(await ask('b', 'Harmless'), /Harmless/u);
  assert.match(await ask('a', 'Confidential'), /Confidential/u);
  const part = citedPart(csl);
  assert.ok(part);
  assert.notEqual(keyOf('a', 'en-US', part), keyOf('b', 'en-US', part));
  assert.notEqual(keyOf('a', 'en-US', part), keyOf('a', 'en-US', { ...part, title: 'x' }));
});

citing('sanitizes what a style made of a title', async () => {
  const hostile = [
    '&amp;lt;img src=x onerror=alert(1)&amp;gt;',
    '&lt;script>alert(1)&lt;/script>',
    '<img src=x onerror=alert(1)>',
    '<ſcript>alert(1)</ſcript>',
    '&#60;svg/onload=alert(1)&#62;',
    'a <i><svg/onload=alert(1)></i>',
  ];
  const records = hostile.flatMap((title) => [
    { ...csl, title, 'container-title': title, publisher: title, author: [{ literal: title }] },
    { ...csl, type: 'book', title, publisher: title, edition: title, DOI: title, URL: title },
  ]);
  for (const citation of await write(records)) {
    assert.ok(citation !== null);
    assert.equal(richText(citation), citation);
  }
});

citing('requests only the fields that a citation shows', async () => {
  const author = Array.from({ length: 6_000 }, (_, n) => ({ family: `Family${n}`, given: 'A' }));
  const [citation] = await write([{ ...csl, author }]);
  assert.match(String(citation), /Family18, A\., … Family5999, A\./u);
  assert.deepEqual(await write([{ ...csl, title: 'x'.repeat(1_000_000) }]), [null]);
});

citing('writes a record of more authors than are kept, with the last of them', async () => {
  const author = Array.from({ length: 7_000 }, (_, n) => ({ family: `Family${n}`, given: 'Given' }));
  const kept = trimmed({ ...csl, author }, new Set());
  assert.equal(authorsOmitted(kept), 1_000);
  const [written] = await write([kept]);
  assert.match(String(written), /^Family0, G\., .*Family18, G\., .*Family6999, G\. \(2021\)/u);
});

/** Runs with a manual clock, in a process of its own. */
const withTime = async (work: (begun: typeof citations) => Promise<void>): Promise<void> => {
  await using begun = closing(openCitations({ log: silent }));
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    await work(begun);
  } finally {
    mock.timers.reset();
  }
};

const page = (name: string): readonly CslItem[] =>
  Array.from({ length: 50 }, (_, n) => ({ ...csl, title: `${name} ${n}` }));

const writtenIn = (citations: readonly (string | null)[]): number => citations.filter((each) => each !== null).length;

citing('gives each request its full time, however many wait before it', () =>
  withTime(async (begun) => {
    const pages = ['First', 'Second', 'Third'].map((name) => begun.apa('org', page(name), 'en'));
    mock.timers.tick(10_000);
    assert.equal(writtenIn((await pages[0]) ?? []), 50);
    mock.timers.tick(10_000);
    assert.deepEqual((await Promise.all(pages)).map(writtenIn), [50, 50, 50]);
  }),
);

citing('fails only the request that is stuck', () =>
  withTime(async (begun) => {
    await firstOf(begun);
    const pages = ['Stuck', 'Second', 'Third'].map((name) => begun.apa('org', page(name), 'en'));
    mock.timers.tick(15_000);
    assert.deepEqual((await Promise.all(pages)).map(writtenIn), [0, 50, 50]);
  }),
);

citing('lets its process load, however long that takes', () =>
  withTime(async (begun) => {
    const early = begun.apa('org', page('Early'), 'en');
    const { execPath } = process;
    // It cannot be started again.
    process.execPath = '\0';
    try {
      mock.timers.tick(15_000);
      assert.equal(writtenIn(await early), 0);
      assert.equal(writtenIn(await begun.apa('org', page('Later'), 'en')), 50);
    } finally {
      process.execPath = execPath;
    }
  }),
);

/** `fork` rejects the first; the second ends in an error without an exit, as without file descriptors. */
for (const program of ['\0', '/nowhere/node'])
  citing(`retries after its process could not be started as ${JSON.stringify(program)}`, async () => {
    await using begun = closing(openCitations({ log: silent }));
    const { execPath } = process;
    process.execPath = program;
    const failed = begun.apa('org', [csl], 'en');
    process.execPath = execPath;
    assert.deepEqual(await failed, [null]);
    assert.match(await firstOf(begun), /Carberry/u);
  });
