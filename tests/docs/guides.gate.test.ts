/** The guides: every snippet is run unchanged, and the response is as shown. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { noBrowser, openBrowser } from '../browser/support/browser.ts';
import { serveDashboard } from '../support/dashboard.ts';
import { openIngested } from '../support/ingested.ts';
import { partnerKey, plugIn } from '../support/plug-ins.ts';
import { servePublic } from '../support/serving.ts';
import { suite } from '../support/suite.ts';

const GUIDES = ['cms-developer.md', 'partner.md', 'dashboard-api.md'];
/** Followed by `install.gate.test.ts`. */
const INSTALLING = 'install.md';
const BLOCK = /^```(sh|js|json|php|html)\n([\s\S]*?)^```$/gmu;

type Language = 'sh' | 'js' | 'php' | 'html';
type Snippet = { readonly language: Language; readonly code: string; readonly shows: unknown };

/** Each snippet with the response that is shown after it. */
const snippetsOf = (guide: string): readonly Snippet[] => {
  const blocks = [...guide.matchAll(BLOCK)].map(([, language = '', text = '']) => ({ language, text }));
  return blocks.flatMap(({ language, text }, index) => {
    if (language === 'json') return [];
    const next = blocks[index + 1];
    const shows = next?.language === 'json' ? (JSON.parse(next.text) as unknown) : undefined;
    return [{ language: language as Snippet['language'], code: text, shows }];
  });
};

/**
 * Numbers that differ at each run: positions of the log and of a job, how often a slow job has reported, and the people it linked
 * before concurrent jobs did.
 */
const OF_THE_MOMENT = /\/(?:position|attempt|found|events|undone|refused|steps)$/u;

/**
 * The documented response is part of the actual one: every name exists, and every value is the same, unless it is a placeholder
 * (`…`) or varies with time. Of a list the first entries are shown; one that is shown empty is empty.
 */
const assertShown = (shown: unknown, answered: unknown, at: string): void => {
  if (Array.isArray(shown)) {
    assert.ok(Array.isArray(answered), at);
    if (shown.length === 0) assert.deepEqual(answered, [], at);
    assert.ok(answered.length >= shown.length, `${at} has only ${answered.length} items`);
    for (const [index, value] of shown.entries()) assertShown(value, answered[index], `${at}/${index}`);
  } else if (typeof shown === 'object' && shown !== null)
    for (const [name, value] of Object.entries(shown)) {
      assert.ok(
        typeof answered === 'object' && answered !== null && name in answered,
        `${at}/${name} is missing from the response`,
      );
      assertShown(value, (answered as Readonly<Record<string, unknown>>)[name], `${at}/${name}`);
    }
  else if (typeof shown === 'number' && OF_THE_MOMENT.test(at)) assert.equal(typeof answered, 'number', at);
  else if (shown !== '…') assert.equal(answered, shown, at);
};

const guides = suite('a guide');

const installation = await guides.holds(openIngested());
const served = await guides.holds(servePublic(installation));
const dashboard = await guides.holds(serveDashboard(installation));
const admin = await dashboard.signIn('workspace_admin');
const env = {
  PATH: process.env['PATH'] ?? '',
  BASE_URL: served.url,
  DASHBOARD_URL: dashboard.url,
  // With no more rights than the guide for administrators grants it.
  CREDENTIAL: (await plugIn(installation, { scopes: ['publications.read'] })).credential,
  KEY: (await partnerKey(installation)).headers['x-api-key'] ?? '',
  TOKEN: admin.token ?? '',
  ORCID: '0000-0002-1825-0097',
  DOI: '10.5555/cpot.2019.001',
};

/** A page is opened in a browser, below. */
type Run = Exclude<Language, 'html'>;

const COMMANDS: Readonly<Record<Run, (code: string) => readonly [command: string, args: readonly string[]]>> = {
  sh: (code) => ['bash', ['-euc', code]],
  js: (code) => [process.execPath, ['--input-type=module', '-e', code]],
  php: (code) => ['php', ['-r', code.replace(/^<\?php/u, '')]],
};

const hasPhp = await promisify(execFile)('php', ['-v']).then(
  () => true,
  () => false,
);

const run = async ({ language, code }: Snippet & { readonly language: Run }): Promise<string> => {
  const [command, args] = COMMANDS[language](code);
  const { stdout } = await promisify(execFile)(command, args, { env });
  return stdout;
};

for (const name of GUIDES)
  guides(`has only examples that work: ${name}`, async () => {
    const snippets = snippetsOf(await readFile(`docs/${name}`, 'utf8'));
    assert.ok(snippets.length >= 3);
    for (const { language, ...snippet } of snippets) {
      if (language === 'html' || language === 'php') continue;
      const out = await run({ ...snippet, language });
      if (snippet.shows === undefined) continue;
      // Of several requests the last is shown.
      const last =
        out
          .trim()
          .split(/\n|(?<=\})(?=\{)/u)
          .at(-1) ?? '';
      assertShown(snippet.shows, JSON.parse(last), snippet.code);
    }
  });

const snippetIn = async (language: Language): Promise<Snippet> => {
  const snippets = snippetsOf(await readFile('docs/cms-developer.md', 'utf8'));
  const found = snippets.find((snippet) => snippet.language === language);
  assert.ok(found);
  return found;
};

const { total: ofCarberry } = (await served.get(`/v1/researchers/${env.ORCID}/publications`)).body as {
  readonly total: number;
};
const shownOfCarberry = Math.min(10, ofCarberry);

const assertList = (html: string): void => {
  assert.equal(html.match(/<li>/gu)?.length, shownOfCarberry);
  assert.match(html, /Carberry/u);
};

if (hasPhp)
  guides('shows the list of one person in PHP', async () =>
    assertList(await run({ ...(await snippetIn('php')), language: 'php' })),
  );
else guides.skip('shows the list of one person in PHP', 'php is not installed');

guides('shows the list of one person in JavaScript', async () => {
  const { html } = JSON.parse(await run({ ...(await snippetIn('js')), language: 'js' })) as { readonly html: string };
  assertList(html);
  assert.match(html, /<a href="\/people\/josiah-s-carberry-0097">/u);
});

if (noBrowser === null)
  guides('shows the list of one person in a page', async () => {
    const { code } = await snippetIn('html');
    const page = await (await guides.holds(openBrowser())).newPage();
    await page.setContent(code.replace('https://publications.example.org', served.url));
    await page
      .locator('#publications li')
      .nth(shownOfCarberry - 1)
      .waitFor();
    assertList(await page.locator('#publications').innerHTML());
  });
else guides.skip('shows the list of one person in a page', noBrowser);

guides('is tested, each of them', async () => {
  const written = (await readdir('docs')).filter((file) => file.endsWith('.md'));
  for (const file of written)
    if (/```(?:sh|js|php|html)\n/u.test(await readFile(`docs/${file}`, 'utf8')))
      assert.ok([...GUIDES, INSTALLING].includes(file), file);
});
