/** A harvest refreshes at once what Crossref has changed, and follows its schedule when Crossref cannot say. */
import assert from 'node:assert/strict';
import { loadState } from '../../../../commands/aggregate.ts';
import { publicationAggregate } from '../../../../commands/publication.ts';
import { type Providers, ProviderUnavailable } from '../../../../workers/ingestion/ports.ts';
import { ingestAll } from '../../../support/ingesting.ts';
import { type Installation } from '../../../support/installation.ts';
import { suite } from '../../../support/suite.ts';
import { on, type Stage } from './stage.ts';

const harvesting = suite('a harvest');

harvesting('refreshes in the next run what Crossref has changed before it is due, in one request per 50 DOIs', () =>
  on({ people: 1, papers: 120 }, async ({ night, correct, dois: [doi = ''], installation }) => {
    const requests: (readonly [described: number, changes: number])[] = [];
    for (let n = 0; n < 3; n += 1) {
      const { crossref, changes } = (await night()).requests;
      requests.push([crossref, changes]);
    }
    assert.deepEqual(requests, [
      [120, 0],
      [120, 0],
      [0, 3],
    ]);
    // Not due before the eighth night.
    for (let n = 0; n < 2; n += 1) await night();
    correct(doi);
    const { requests: after, changed, unchanged } = await night();
    assert.deepEqual([after.crossref, after.changes, changed, unchanged.publications], [1, 3, 1, 0]);
    const { state } = await loadState(installation.events, publicationAggregate, 'org', doi);
    assert.match(String(state.status !== 'absent' && state.original.title), /corrected/u);
    // It changed, so it is due after one interval; the others are not.
    assert.deepEqual((await night()).requests.crossref, 1);
  }),
);

harvesting('requests changes only of records by Crossref that are not due', () =>
  on(
    { people: 1, papers: 4, metadataOf: (doi) => (doi.endsWith('0') ? 'crossref' : 'datacite') },
    async ({ run, installation, dois: [doi] }) => {
      const about: (readonly string[])[] = [];
      const changedSince: Providers['changedSince'] = (requested, asking) => {
        about.push([...requested.keys()]);
        return installation.providers.changedSince(requested, asking);
      };
      const watched = { ...installation, providers: { ...installation.providers, changedSince } };
      for (let n = 0; n < 3; n += 1) await run(watched);
      assert.deepEqual(about, [[doi]]);
    },
  ),
);

const unableToSay = (
  code: string,
  { installation }: Stage,
): { readonly broken: Installation; readonly calls: () => number } => {
  let calls = 0;
  const changedSince: Providers['changedSince'] = () => {
    calls += 1;
    return Promise.reject(new ProviderUnavailable('crossref', code, 'is unavailable'));
  };
  return {
    broken: { ...installation, providers: { ...installation.providers, changedSince } },
    calls: () => calls,
  };
};

for (const code of ['server_error', 'rate_limited', 'timeout', 'refused', 'not_json', 'unexpected_shape'])
  harvesting(`continues on schedule when Crossref cannot say what has changed (${code})`, () =>
    on({ people: 1, papers: 2 }, async (stage) => {
      const { run, counted, cite, dois } = stage;
      const { broken, calls } = unableToSay(code, stage);
      for (let n = 0; n < 2; n += 1) await run(broken);
      counted();
      cite(dois[0] ?? '', 7);
      const quiet = await run(broken);
      assert.deepEqual([quiet.isDone, quiet.failed, quiet.changed, calls(), counted().crossref], [true, 0, 1, 1, 0]);
      const { isDone, unchanged } = await run(broken);
      assert.deepEqual([isDone, unchanged.publications, calls(), counted().crossref], [true, 2, 1, 2]);
    }),
  );

harvesting('finishes in one run while Crossref never reports changes, and soon stops requesting them', () =>
  on({ people: 1, papers: 320 }, async (stage) => {
    const { run, counted, cite, dois } = stage;
    const { broken, calls } = unableToSay('refused', stage);
    for (let n = 0; n < 2; n += 1) await run(broken);
    counted();
    cite(dois.at(-1) ?? '', 7);
    const { isDone, changed } = await run(broken);
    assert.deepEqual([isDone, changed, calls(), counted().crossref], [true, 1, 5, 0]);
  }),
);

harvesting('reports an error while requesting changes, and continues', () =>
  on({ people: 1, papers: 2 }, async ({ run, counted, installation }) => {
    const changedSince = (): Promise<never> => Promise.reject(new TypeError('a bug of our own'));
    const broken = { ...installation, providers: { ...installation.providers, changedSince } };
    for (let n = 0; n < 2; n += 1) await run(broken);
    counted();
    const { isDone, failed } = await run(broken);
    assert.deepEqual([isDone, failed, counted().facts], [true, 1, 1]);
  }),
);

harvesting('does not repeat requests that a job has made since Crossref was asked for changes', () =>
  on({ people: 1, papers: 2 }, async ({ run, counted, dois, orcids, installation }) => {
    const changedSince: Providers['changedSince'] = async () => {
      await ingestAll(installation, orcids);
      assert.equal(counted().crossref, 2);
      return new Set(dois);
    };
    for (let n = 0; n < 2; n += 1) await run();
    await run({ ...installation, providers: { ...installation.providers, changedSince } });
    assert.equal(counted().crossref, 0);
  }),
);
