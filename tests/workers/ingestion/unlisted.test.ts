/** A work that is no longer on a person's ORCID list is unlinked from them, unless there is other evidence that they wrote it. */
import { orcidAddress } from '../../../domain/orcid.ts';
import assert from 'node:assert/strict';
import { loadState } from '../../../commands/aggregate.ts';
import { handle } from '../../../commands/handle.ts';
import { publicationAggregate } from '../../../commands/publication.ts';
import { RightsEnded } from '../../../commands/rights.ts';
import { linkedOrcids, type Present } from '../../../domain/publication/state.ts';
import { latestJobs, type JobItem } from '../../../projections/queries/ingestions.ts';
import { projectionKey } from '../../../projections/define.ts';
import type { ReadModels } from '../../../projections/ports.ts';
import { catalogue } from '../../../projections/catalogue/index.ts';
import { publications } from '../../../projections/catalogue/publications.ts';
import { digestOfAll, listNames } from '../../../workers/ingestion/lists.ts';
import { providerChecksOf } from '../../../workers/ingestion/provider-checks.ts';
import { unlinkUnlisted } from '../../../workers/ingestion/unlisted.ts';
import { type Described, type ListedWork, ProviderUnavailable } from '../../../workers/ingestion/ports.ts';
import { ingestAll } from '../../support/ingesting.ts';
import { openInstallation, type Installation } from '../../support/installation.ts';
import { listedAs } from '../../support/listed-as.ts';
import { providersThat } from '../../support/providers-that.ts';
import { suite } from '../../support/suite.ts';

const CARBERRY = '0000-0002-1825-0097';

/** DOIs that works now have, by their PMIDs. */
const published = new Map<string, readonly string[]>();

/** `10.5555/a` is a publication, anything else the PMID of a work. */
const entry = (name: string, source: ListedWork['source']): ListedWork => ({
  source,
  dois: name.startsWith('10.') ? [name] : (published.get(name) ?? []),
  identifiers: name.startsWith('10.') ? [] : [{ type: 'pmid', value: name }],
  fallbackKey: `${source}.${name}`,
  summary: { type: 'article-journal', title: `On ${name}` },
  from: { provider: source, url: `https://example.org/${source}` },
  listedName: 'Josiah Carberry',
});

/** Their metadata name the iD. */
const NAMED = ['10.5555/named.1', '10.5555/named.2', '10.5555/named.3'];
const naming = (DOI: string): Described => ({
  kind: 'described',
  csl: { type: 'book', title: 'Pots', DOI, author: [{ family: 'Carberry', ORCID: orcidAddress(CARBERRY) }] },
  source: { provider: 'crossref', url: `https://example.org/${DOI}` },
  fetchedAt: Date.now(),
  retracts: [],
  retractedBy: [],
});

const listing = suite('a list that has lost a work');

let installation: Installation;
let lists: Readonly<Record<ListedWork['source'], readonly string[]>> = { orcid: [], openalex: [] };
/** Works that cannot be fetched, and how often. */
const failing = new Map<string, { readonly code: string; left: number }>();
const providers = providersThat({
  describe: (provider, doi) => {
    if (NAMED.includes(doi)) return Promise.resolve(naming(doi));
    const failure = failing.get(doi);
    if (failure === undefined || failure.left === 0) return Promise.resolve({ kind: 'notThere' });
    failure.left -= 1;
    return Promise.reject(new ProviderUnavailable(provider, failure.code, 'fails'));
  },
  list: (source) => Promise.resolve(listedAs(lists[source].map((name) => entry(name, source)))),
});
listing.before(async () => {
  installation = { ...(await openInstallation({ matching: false })), providers };
});
listing.after(() => installation.stop());

const latestJob = async (): Promise<JobItem> => {
  const [job] = await latestJobs(installation.readModels, 'org', [CARBERRY]);
  assert.ok(job);
  return job;
};
const ingest = async (
  orcid: readonly string[],
  openalex: readonly string[] = [],
  options: Parameters<typeof ingestAll>[2] = {},
): Promise<void> => {
  lists = { orcid, openalex };
  const [job] = await ingestAll(installation, [CARBERRY], options);
  assert.equal(job?.status, 'succeeded');
};
const isLinked = async (name: string): Promise<boolean> => {
  const id = name.startsWith('10.') ? name : `pmid.${name}`;
  const { state } = await loadState(installation.events, publicationAggregate, 'org', id);
  return linkedOrcids(state as Present).includes(CARBERRY);
};
const linkedOf = async (names: readonly string[]): Promise<readonly string[]> => {
  const linked = await Promise.all(names.map(isLinked));
  return names.filter((_name, index) => linked[index]);
};

const ALL = ['10.5555/a', '10.5555/b', '10.5555/c', '10.5555/d', '1', '2', '3'];

listing('unlinks it from the person, and links it again when it is back', async () => {
  await ingest(ALL);
  assert.deepEqual(await linkedOf(ALL), ALL);
  await ingest(ALL.filter((name) => name !== '10.5555/a' && name !== '1'));
  assert.deepEqual(await linkedOf(ALL), ['10.5555/b', '10.5555/c', '10.5555/d', '2', '3']);
  await ingest(ALL);
  assert.deepEqual(await linkedOf(ALL), ALL);
});

/** The current rows, until a checkpoint is read. */
const rowsBehind = async (): Promise<ReadModels> => {
  const { readModels } = installation;
  const now = await readModels.find(publications, { where: { all: [{ field: 'workspace', eq: 'org' }] }, limit: 100 });
  let isBehind = true;
  return {
    ...readModels,
    find: (collection, ...args) =>
      isBehind && collection.name === publications.name
        ? Promise.resolve(now as never)
        : readModels.find(collection, ...args),
    checkpoint: (key) => {
      isBehind &&= key !== projectionKey(catalogue);
      return readModels.checkpoint(key);
    },
  };
};

listing('has not lost a work that has become a publication, even if rows lag', async () => {
  await ingest([...ALL, '7']);
  published.set('7', ['10.5555/published']);
  await ingestAll({ ...installation, readModels: await rowsBehind() }, [CARBERRY]);
  const { state } = await loadState(installation.events, publicationAggregate, 'org', 'pmid.7');
  assert.deepEqual([state.supersededBy, await isLinked('7')], ['10.5555/published', true]);
  assert.deepEqual([await isLinked('10.5555/published'), (await latestJob()).lost_works], [true, 0]);
});

const NONE = { whole: ['orcid'], listed: [] } as const;
const goOn = (): Promise<void> => Promise.resolve();

listing('unlinks no more once its requester may no longer do it', async () => {
  await ingest(ALL);
  let checks = 0;
  const ended = new RightsEnded('membership_ended', 'no longer a member');
  const once = (): Promise<void> => ((checks += 1) === 1 ? Promise.resolve() : Promise.reject(ended));
  const job = { orcid: CARBERRY, acceptsLosses: true };
  const { signal } = new AbortController();
  await assert.rejects(unlinkUnlisted(installation, job, NONE, installation.caller, { signal, goOn: once }), ended);
  assert.equal((await linkedOf(ALL)).length, ALL.length - 1);
});

listing('no longer unlinks it by a worker that has lost the job', async () => {
  await ingest(ALL);
  const lost = new AbortController();
  const events = {
    ...installation.events,
    readStream: (...args: Parameters<typeof installation.events.readStream>) => {
      lost.abort(new Error('another worker has the job'));
      return installation.events.readStream(...args);
    },
  };
  const listed = { whole: ['orcid'], listed: [{ id: '10.5555/b', sources: ['orcid'] }] } as const;
  const job = { orcid: CARBERRY, acceptsLosses: true };
  await assert.rejects(
    unlinkUnlisted({ ...installation, events }, job, listed, installation.caller, { signal: lost.signal, goOn }),
  );
  assert.deepEqual(await linkedOf(ALL), ALL);
});

listing('is not counted as checked by a worker that stops while the rows lag', async () => {
  const stop = new AbortController();
  const { readModels } = installation;
  const checkpoint: ReadModels['checkpoint'] = () => {
    stop.abort(new Error('the worker stops'));
    return Promise.resolve({ position: 0, phase: 'live' });
  };
  const behind = { ...installation, readModels: { ...readModels, checkpoint } };
  const job = { orcid: CARBERRY, acceptsLosses: true };
  const looking = unlinkUnlisted(behind, job, NONE, installation.caller, { signal: stop.signal, goOn });
  await assert.rejects(looking, /the worker stops/u);
});

listing('fails the job while the rows lag too far', async () => {
  const checkpoint: ReadModels['checkpoint'] = () => Promise.resolve({ position: 0, phase: 'live' });
  const behind = { ...installation, readModels: { ...installation.readModels, checkpoint } };
  const job = { orcid: CARBERRY, acceptsLosses: true };
  const { signal } = new AbortController();
  const looking = unlinkUnlisted(behind, job, NONE, installation.caller, { signal, goOn, withinMs: 0 });
  await assert.rejects(looking, { code: 'rows_behind' });
});

listing('keeps a link that another list or staff support', async () => {
  const link = { type: 'LinkAuthor', orcid: CARBERRY, basis: 'staff' } as const;
  await handle(installation, publicationAggregate, '10.5555/b', link, { ...installation.caller, commandId: 'staff' });
  await ingest(
    ALL.filter((name) => !['10.5555/a', '10.5555/b', '1'].includes(name)),
    ['10.5555/a', '1'],
  );
  assert.deepEqual(await linkedOf(ALL), ALL);
});

listing("withdraws OpenAlex's list as evidence like ORCID's, each by itself", async () => {
  const names = ['10.5555/o.1', '10.5555/o.2', '10.5555/o.3', '8', '9'];
  await ingest(ALL, names);
  assert.deepEqual(await linkedOf(names), names);
  await ingest(ALL, names.slice(1, 4));
  assert.deepEqual(await linkedOf(names), names.slice(1, 4));
  await ingest(ALL, []);
  assert.deepEqual([await linkedOf(names), (await latestJob()).lost_works], [names.slice(1, 4), 3]);
  await ingest(ALL, ['8'], { acceptsLosses: true });
  assert.deepEqual(await linkedOf(names), ['8']);
  await ingest(ALL, []);
  assert.deepEqual([await linkedOf(names), await linkedOf(ALL)], [[], ALL], 'the only one is corrected, not lost');
});

listing('unlinks nothing if half of the works or more are lost at once', async () => {
  await ingest(['10.5555/c', '10.5555/d', '2', '3'], ['10.5555/a', '1']);
  await ingest(['10.5555/c', '2'], []);
  assert.deepEqual(await linkedOf(ALL), ALL);
  assert.equal((await latestJob()).lost_works, 4);
  await ingest([]);
  assert.deepEqual(await linkedOf(ALL), ALL);
});

listing('unlinks all lost works when staff confirm that', async () => {
  await ingest(['10.5555/c', '2'], [], { acceptsLosses: true });
  // Staff have linked one.
  assert.deepEqual(await linkedOf(ALL), ['10.5555/b', '10.5555/c', '2']);
  assert.equal((await latestJob()).lost_works, 0);
});

listing(
  'unlinks works as confirmed by staff in a later attempt, if one could not be fetched in the first',
  async () => {
    await ingest(ALL);
    failing.set('10.5555/f', { code: 'server_error', left: 1 });
    await ingest(['10.5555/c', '10.5555/f'], [], { acceptsLosses: true });
    assert.deepEqual(await linkedOf([...ALL, '10.5555/f']), ['10.5555/b', '10.5555/c', '10.5555/f']);
  },
);

/** Whether the next harvest has nothing to do for the person while the lists stay the same. */
const isWorkedThrough = async (): Promise<boolean> => {
  const stored = providerChecksOf(installation);
  const digest = digestOfAll(listNames(installation), await stored.lists(CARBERRY));
  return (await stored.workedThrough('org', CARBERRY))?.digest === digest;
};

listing('is checked again by the next harvest if a work was only fetched in a later attempt', async () => {
  await ingest(ALL);
  assert.equal(await isWorkedThrough(), true);
  failing.set('10.5555/e', { code: 'server_error', left: 1 });
  const now = ['10.5555/b', '10.5555/c', '10.5555/d', '10.5555/e', '1', '2', '3'];
  await ingest(now);
  assert.deepEqual([await isLinked('10.5555/a'), await isWorkedThrough()], [true, false]);
  await ingest(now, [], { triggerSource: 'harvest' });
  assert.deepEqual([await isLinked('10.5555/a'), await isWorkedThrough()], [false, true]);
});

listing('finally names works that failed permanently in an earlier attempt', async () => {
  failing.set('10.5555/passing', { code: 'server_error', left: 1 });
  failing.set('10.5555/broken', { code: 'not_json', left: Infinity });
  lists = { orcid: [...ALL, '10.5555/passing', '10.5555/broken'], openalex: [] };
  const [job] = await ingestAll(installation, [CARBERRY]);
  assert.deepEqual(
    [job?.status, job?.attempt, job?.counts.failed, job?.failedWorks.map(({ work }) => work)],
    ['succeeded', 2, 1, ['10.5555/broken']],
  );
  assert.equal(await isWorkedThrough(), false);
});

listing('keeps works whose metadata name the person, which becomes the evidence', async () => {
  await ingest(NAMED, [], { acceptsLosses: true });
  await ingest(NAMED.slice(0, 1));
  assert.deepEqual([await linkedOf(NAMED), (await latestJob()).lost_works], [NAMED, 0]);
  const states = await Promise.all(
    NAMED.map((doi) => loadState(installation.events, publicationAggregate, 'org', doi)),
  );
  assert.deepEqual(
    states.map(({ state }) => (state as Present).links[CARBERRY]),
    ['orcid_list', 'metadata', 'metadata'],
  );
});
