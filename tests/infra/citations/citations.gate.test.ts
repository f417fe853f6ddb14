/** Citations: in the reader's language, off this thread, once per workspace and content, and sanitized. */
import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { richText } from '../../../commands/text/index.ts';
import type { CslItem } from '../../../domain/csl.ts';
import { authorsOmitted, trimmed } from '../../../domain/publication/trimming.ts';
import { citedPart, withRetraction } from '../../../domain/publication/cited.ts';
import { CITATION } from '../../../domain/limits.ts';
import type { Log } from '../../../commands/ports.ts';
import { keyOf, openCitations } from '../../../infra/citations/index.ts';
import { closing } from '../../support/closing.ts';
import { silent } from '../../support/installation.ts';
import { until } from '../../support/until.ts';
import { suite } from '../../support/suite.ts';

const citing = suite('citing');
const citations = openCitations({ log: silent });
citing.after(() => citations.close());

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

/** On a busy machine, a citation may take longer than a request waits; they are written in order. */
const written = (from: typeof citations, items: readonly CslItem[], locale = 'en', workspace = 'org') =>
  until(
    () => from.apa(workspace, items, locale),
    (answer) => answer.at(-1) !== null,
  );

const firstOf = async (from: typeof citations): Promise<string> => String((await written(from, [csl]))[0]);

const write = (items: readonly CslItem[], locale = 'en', workspace = 'org'): Promise<readonly (string | null)[]> =>
  written(citations, items, locale, workspace);

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

/** A record that has everything. */
const FULL: CslItem = {
  ...csl,
  abstract: 'An abstract that no citation has.',
  note: 'A note that no citation has.',
  keyword: 'keywords that no citation has',
  author: [...csl.author, ...Array.from({ length: 30 }, (_, n) => ({ family: `Family${n}`, given: 'Ada' }))],
  volume: '12',
  issue: '3',
  page: '101-109',
  publisher: 'Kiln Society',
  'publisher-place': 'Bath',
  language: 'en',
  ISSN: '1234-5679',
  URL: 'https://doi.org/10.5555/12345678',
};

citing('writes each style, without what no citation has, and with a retraction behind the title', async () => {
  const begins: Readonly<Record<string, RegExp>> = {
    apa: /^Carberry, J\., .* … Family29, A\. \(2021\)\. On <i>psychoceramics<\/i> \[Retracted\]\. /u,
    'chicago-author-date': /^Carberry, Josiah, .* et al\. 2021\. “On <i>Psychoceramics<\/i> \[Retracted\]\.” /u,
    harvard: /^Carberry, J\. <i>et al\.<\/i> \(2021\) “On <i>psychoceramics<\/i> \[Retracted\],” /u,
    ieee: /^\[\u{e000}\] J\. Carberry <i>et al\.<\/i>, “On <i>psychoceramics<\/i> \[Retracted\],” /u,
    'iso690-author-date-de':
      /^CARBERRY, Josiah, .* FAMILY18 et al\., 2021\. On <i>psychoceramics<\/i> \[Retracted\]\. .* Bd\. 12/u,
    'iso690-author-date-en': /^CARBERRY, Josiah, .* Ada et al\., 2021\. On <i>psychoceramics<\/i> \[Retracted\]\. /u,
    mla: /^Carberry, Josiah, et al\. “On <i>Psychoceramics<\/i> \[Retracted\]\.” /u,
    vancouver: /^\u{e000}\. Carberry J, .* et al\. On <i>psychoceramics<\/i> \[Retracted\]\. /u,
  };
  for (const { name: style } of citations.styles) {
    const [text] = await citations.written('org', [withRetraction(FULL, true)], { style, locale: null });
    assert.match(String(text), begins[style] ?? /never/u, style);
    assert.doesNotMatch(String(text), /that no citation has/u, style);
    assert.ok(/10\.5555\/12345678/u.test(String(text)), style);
  }
  const [german] = await citations.written('org', [FULL], { style: 'apa', locale: 'de-DE' });
  assert.match(String(german), / & Family29|… Family29/u);
});

citing('does not take an article without volume and pages for one that is not published', async () => {
  for (const { name: style } of citations.styles) {
    const [text] = await citations.written('org', [csl], { style, locale: 'en-US' });
    assert.doesNotMatch(String(text), /preprint|ahead of print/iu, style);
  }
});

citing('ends the title of a dataset with one full stop', async () => {
  const dataset = { ...csl, type: 'dataset', URL: 'https://example.org/pots' };
  for (const { name: style } of citations.styles) {
    const [text] = await citations.written('org', [dataset], { style, locale: 'en-US' });
    assert.doesNotMatch(String(text).replaceAll(/<[^>]*>/gu, ''), /\.\s*\./u, style);
  }
});

citing('caches by content and workspace, so that no workspace sees the record of another', async () => {
  const ask = async (workspace: string, title: string): Promise<string> =>
    String((await write([{ ...csl, title }], 'en', workspace))[0]);
  assert.match(await ask('a', 'Confidential'), /Confidential/u);
  assert.match(await ask('b', 'Harmless'), /Harmless/u);
  assert.match(await ask('a', 'Confidential'), /Confidential/u);
  const part = citedPart(csl);
  assert.ok(part);
  const question = { item: part, style: 'apa.csl', locale: 'en-US' };
  const keys = [
    keyOf('a', question),
    keyOf('b', question),
    keyOf('a', { ...question, item: { ...part, title: 'x' } }),
    keyOf('a', { ...question, style: 'mla.csl' }),
    keyOf('a', { ...question, locale: null }),
  ];
  assert.equal(new Set(keys).size, keys.length);
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
  assert.deepEqual(await citations.apa('org', [{ ...csl, title: 'x'.repeat(1_000_000) }], 'en'), [null]);
});

citing('writes a record of more authors than are kept, with the last of them', async () => {
  const author = Array.from({ length: 7_000 }, (_, n) => ({ family: `Family${n}`, given: 'Given' }));
  const kept = trimmed({ ...csl, author }, new Set());
  assert.equal(authorsOmitted(kept), 1_000);
  const [written] = await write([kept]);
  assert.match(String(written), /^Family0, G\., .*Family18, G\., .*Family6999, G\. \(2021\)/u);
});

citing('shows no more of a name than its first 300 characters', async () => {
  const author = [{ family: "'".repeat(9_900), given: 'A' }];
  assert.equal((citedPart({ ...csl, author })?.author ?? [])[0]?.family?.length, 300);
  const [citation] = await write([{ ...csl, author: [{ literal: '𝒜'.repeat(9_900) }] }]);
  assert.match(String(citation), /^𝒜{300}\. /u);
});

const page = (name: string, length = 50): readonly CslItem[] =>
  Array.from({ length }, (_, n) => ({ ...csl, title: `${name} ${n}` }));

const writtenIn = (written: readonly (string | null)[]): number => written.filter((each) => each !== null).length;

citing('does not wait for a process that is still loading', async () => {
  await using begun = closing(openCitations({ log: silent }));
  mock.timers.enable({ apis: ['setTimeout'] });
  const early = begun.apa('org', page('Early'), 'en');
  mock.timers.tick(CITATION.waitMs);
  mock.timers.reset();
  assert.equal(writtenIn(await early), 0);
  assert.equal(writtenIn(await written(begun, page('Early'))), 50);
});

/** The style compares each apostrophe with those after it. */
const slow = (n: number): CslItem => ({ ...csl, title: `${"'".repeat(60_000)} ${n}` });

const withGivenUp = (): { readonly log: Log; readonly count: () => number } => {
  let given = 0;
  const warn: Log['warn'] = (_fields, message) => void (message === 'a citation took too long' && (given += 1));
  return { log: { ...silent, warn }, count: () => given };
};

citing('gives up a record that takes too long, until it changes', async () => {
  const givenUp = withGivenUp();
  await using begun = closing(openCitations(givenUp));
  await until(
    () => begun.apa('org', [slow(0)], 'en'),
    () => givenUp.count() > 0,
  );
  assert.deepEqual(await begun.apa('org', [slow(0)], 'en'), [null]);
  assert.match(await firstOf(begun), /Carberry/u);
  assert.equal(givenUp.count(), 1, 'tried once');
});

citing('lets workspaces take turns', async () => {
  const givenUp = withGivenUp();
  await using begun = closing(openCitations(givenUp));
  const others = begun.apa(
    'other',
    Array.from({ length: 20 }, (_, n) => slow(n)),
    'en',
  );
  assert.match(await firstOf(begun), /Carberry/u);
  assert.ok(givenUp.count() < 5, `${givenUp.count()} of another workspace came before`);
  assert.equal(writtenIn(await others), 0);
});

citing('lets no workspace have more than a few pages waiting', async () => {
  await using begun = closing(openCitations({ log: silent }));
  const pages = ['First', 'Second', 'Third'].map((name) => page(name, 100));
  const asked = pages.map((each) => begun.apa('org', each, 'en'));
  assert.equal(writtenIn((await asked[2]) ?? []), 0);
  await Promise.all(asked);
  const [last = []] = pages.slice(-1);
  assert.equal(writtenIn(await written(begun, last)), last.length);
});

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
