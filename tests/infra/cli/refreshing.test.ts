/** `colophon refresh` over an installation. */
import assert from 'node:assert/strict';
import { replaying } from '../../../infra/demo/replaying.ts';
import { ORCIDS, SAMPLE } from '../../../infra/demo/sample.ts';
import { doiCheckKey } from '../../../commands/last-checks.ts';
import { cli, idle, operationsIn } from '../../support/command-line.ts';
import { inPlace } from '../../support/stores.ts';
import { suite } from '../../support/suite.ts';

const refreshing = suite('refreshing at the command line');

const [ORCID = ''] = ORCIDS;
const [DOI = ''] = Object.keys(SAMPLE.crossref);
const KEYWORDS = {
  ...SAMPLE,
  crossref: { ...SAMPLE.crossref, [DOI]: { ...(SAMPLE.crossref[DOI] as object), subject: ['Pots'] } },
};

refreshing('requests what an earlier release has read, and reports what changed', () =>
  inPlace(
    async (place) => {
      const sample = await replaying(SAMPLE);
      const urls = Object.entries(sample.urls).map(([name, url]) => [`${name.toUpperCase()}_API_URL`, url]);
      const operations = operationsIn({ ...place.env, ...(Object.fromEntries(urls) as Record<string, string>) });
      assert.equal((await cli(['ingest', ORCID], operations)).code, 0);
      assert.match(
        (await cli(['refresh'], operations)).out,
        /^refreshing publications\n0 changed, 0 unchanged, 0 failed$/u,
      );

      const stores = await place.open();
      const { parser: _parser, ...check } = (await stores.state.get(doiCheckKey(DOI)))?.value as { parser?: number };
      await stores.state.put(doiCheckKey(DOI), check);
      await stores.close();
      sample.change(KEYWORDS);
      const { code, out } = await cli(['refresh', '--json'], operations);
      await sample.close();
      assert.deepEqual([code, JSON.parse(out)], [0, { changed: 1, unchanged: 0, failed: 0, left: 0, down: null }]);
    },
    { forPrograms: true },
  ),
);

refreshing('reports a provider that is down, and fails', async () => {
  const refresh = () => Promise.resolve({ changed: 1, unchanged: 0, failed: 5, left: 40, down: 'crossref' } as const);
  assert.deepEqual(await cli(['refresh'], { ...idle, refresh }), {
    code: 1,
    out: '1 changed, 0 unchanged, 5 failed\nCrossref cannot be reached: 40 publications and those that failed remain',
    complaints: [],
  });
});

refreshing('of a workspace that does not exist fails', () =>
  inPlace(
    async ({ env }) => {
      await cli(['workspaces', 'create', 'org'], operationsIn(env));
      const { code, complaints } = await cli(['refresh', '--workspace', 'nowhere'], operationsIn(env));
      assert.deepEqual([code, complaints.length], [1, 1]);
      assert.match(complaints[0] ?? '', /nowhere/u);
    },
    { forPrograms: true },
  ),
);
