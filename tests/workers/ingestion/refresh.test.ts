/** What an earlier release read less of is requested once more without conditions: by the next harvest, or at once. */
import assert from 'node:assert/strict';
import { loadState } from '../../../commands/aggregate.ts';
import { publicationAggregate } from '../../../commands/publication.ts';
import { listsKey } from '../../../commands/last-checks.ts';
import { providerChecksOf } from '../../../workers/ingestion/provider-checks.ts';
import { type Refreshed, refreshAll } from '../../../workers/ingestion/refresh.ts';
import { ingestAll } from '../../support/ingesting.ts';
import type { Installation } from '../../support/installation.ts';
import { suite } from '../../support/suite.ts';
import { inWorkspace, on, type Stage } from './harvest/stage.ts';

const reading = suite('a release that reads more');

/** As the earlier release has left them. */
const upgraded = async ({ installation, orcids, dois, readMore }: Stage): Promise<void> => {
  const stored = providerChecksOf(installation);
  for (const doi of dois) {
    const { parser: _parser, ...check } = (await stored.doi(doi)) ?? assert.fail(`${doi} was never requested`);
    await stored.rememberDoi(doi, check);
  }
  for (const orcid of orcids) await installation.state.remove(listsKey(orcid));
  readMore();
};

const factsOf = async ({ events }: Installation, doi: string, workspace = 'org'): Promise<unknown> => {
  const { state } = await loadState(events, publicationAggregate, workspace, doi);
  return state.status === 'absent' ? null : [state.original.subject, state.original.language];
};
const FACTS = [['Pots'], 'en'];

reading('has the next harvest request every record without conditions, once', () =>
  on({ people: 1, papers: 3 }, async (stage) => {
    const { night, installation, dois } = stage;
    for (let n = 0; n < 3; n += 1) await night();
    await upgraded(stage);
    assert.deepEqual((await night()).requests.crossref, 3);
    for (const doi of dois) assert.deepEqual(await factsOf(installation, doi), FACTS);
    // They changed, so their schedule begins again.
    const later = [await night(), await night(), await night()];
    assert.deepEqual(
      later.map(({ requests, changed }) => [requests.crossref, changed]),
      [
        [3, 0],
        [3, 0],
        [0, 0],
      ],
    );
  }),
);

reading('does so for each workspace, and none has the others request again', () =>
  on({ people: 1, papers: 2 }, async (stage) => {
    const { night, installation, orcids, dois, counted } = stage;
    const lab = inWorkspace(installation, 'lab');
    await ingestAll(lab, orcids);
    for (let n = 0; n < 3; n += 1) await night();
    await upgraded(stage);
    counted();
    await night();
    for (const workspace of ['org', 'lab'])
      for (const doi of dois) assert.deepEqual(await factsOf(installation, doi, workspace), FACTS, workspace);
    const requests = [await night(), await night(), await night()].map((each) => each.requests.crossref);
    assert.deepEqual(requests, [2, 2, 0]);
  }),
);

const refreshing = (
  { installation }: Pick<Stage, 'installation'>,
  watch: (done: number) => void = () => undefined,
  signal = new AbortController().signal,
): Promise<Refreshed> => refreshAll(installation, installation.caller, watch, signal);

reading('goes on after an interruption with what is left, and then has nothing to request', () =>
  on({ people: 1, papers: 120 }, async (stage) => {
    const { counted, installation, dois } = stage;
    await upgraded(stage);
    const [stop, steps]: [AbortController, number[]] = [new AbortController(), []];
    const stopped = await refreshing(
      stage,
      (done) => {
        steps.push(done);
        if (done === 50) stop.abort();
      },
      stop.signal,
    );
    assert.deepEqual([stopped, steps], [{ changed: 50, unchanged: 0, failed: 0, left: 70, down: null }, [0, 50]]);
    assert.deepEqual(counted().crossref, 50);
    await installation.settled();
    assert.deepEqual(await refreshing(stage), { changed: 70, unchanged: 0, failed: 0, left: 0, down: null });
    const { crossref, facts } = counted();
    assert.deepEqual([crossref, facts], [70, 2]);
    await installation.settled();
    assert.deepEqual(await refreshing(stage), { changed: 0, unchanged: 0, failed: 0, left: 0, down: null });
    assert.deepEqual([counted().crossref, await factsOf(installation, dois[119] ?? '')], [0, FACTS]);
  }),
);

reading('leaves what fails for the next time', () =>
  on({ people: 1, papers: 3 }, async (stage) => {
    const { fail, installation, dois, counted } = stage;
    await upgraded(stage);
    fail(dois[1] ?? '');
    assert.deepEqual(await refreshing(stage), { changed: 2, unchanged: 0, failed: 1, left: 0, down: null });
    fail();
    counted();
    await installation.settled();
    assert.deepEqual(await refreshing(stage), { changed: 1, unchanged: 0, failed: 0, left: 0, down: null });
    assert.equal(counted().crossref, 1);
  }),
);

reading('stops while a provider is down', () =>
  on({ people: 1, papers: 60 }, async (stage) => {
    await upgraded(stage);
    stage.fail(...stage.dois);
    const { down, left, changed } = await refreshing(stage);
    assert.deepEqual([down, left, changed], ['crossref', 60, 0]);
  }),
);
