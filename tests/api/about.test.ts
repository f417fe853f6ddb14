/** What the public listener says about itself. */
import assert from 'node:assert/strict';
import { openInstallation } from '../support/installation.ts';
import { servePublic } from '../support/serving.ts';
import { suite } from '../support/suite.ts';

const about = suite('/about');

const served = await about.holds(servePublic(await about.holds(openInstallation())));

const ask = (accept: string): Promise<Response> => fetch(`${served.url}/about`, { headers: { accept } });

about('credits those who format citations, for people and for programs', async () => {
  const page = await ask('text/html,application/xhtml+xml,*/*;q=0.8');
  assert.match(page.headers.get('content-type') ?? '', /^text\/html/u);
  assert.match(page.headers.get('vary') ?? '', /Accept/u);
  const html = await page.text();
  for (const words of ['citeproc-js', 'CPAL-1.0', 'CC-BY-SA-3.0']) assert.ok(html.includes(words), words);
  const { credits } = (await (await ask('*/*')).json()) as {
    readonly credits: readonly { readonly license: string }[];
  };
  assert.deepEqual(
    credits.map(({ license }) => license),
    ['CPAL-1.0', 'CC-BY-SA-3.0'],
  );
});
