/** A filter by a type that CSL does not have: an empty list, with a warning that names near ones. */
import assert from 'node:assert/strict';
import { openIngested } from '../support/ingested.ts';
import { plugIn } from '../support/plug-ins.ts';
import { servePublic } from '../support/serving.ts';
import { suite } from '../support/suite.ts';

const warning = suite('a filter by a type');

const installation = await warning.holds(openIngested());
const served = await warning.holds(servePublic(installation));
const site = await plugIn(installation);

const ask = async (address: string) => {
  const { status, headers, body, text } = await served.get(address, { headers: site.headers });
  assert.equal(status, 200, text);
  return { total: (body as { readonly total: number }).total, warned: headers.get('x-colophon-warning') };
};

for (const [asked, meant] of [
  ['artcle', 'did you mean article?'],
  ['journal-article', 'did you mean article-journal, article,'],
  ['Book', 'did you mean book, review-book?'],
  ['proceedings-paper', 'did you mean paper-conference'],
  ['ü\n\u{1f980}', 'accepted: article, '],
] as const)
  warning(`that CSL does not have, ${JSON.stringify(asked)}, names near ones`, async () => {
    for (const [path, name] of [
      ['/v1/publications', 'publication_type'],
      ['/v1/works', 'publication_type'],
      ['/integrations/v1/publications', 'publication_type'],
      ['/integrations/v1/works', 'work_type'],
    ] as const) {
      const { total, warned } = await ask(`${path}?${name}=${encodeURIComponent(asked)}`);
      assert.equal(total, 0);
      assert.ok(warned?.startsWith(`${name} is not a CSL type`) === true && warned.includes(meant), String(warned));
    }
  });

warning('that CSL has warns of nothing, and no filter neither', async () => {
  for (const query of ['', '?publication_type=article-journal', '?publication_type=figure'])
    assert.equal((await ask(`/v1/publications${query}`)).warned, null);
});
