/** Leaders of the worker role are suspended past their lease just before an append, and resume after another has led. */
import assert from 'node:assert/strict';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { loadState } from '../../../commands/aggregate.ts';
import { handle } from '../../../commands/handle.ts';
import { ingestionAggregate } from '../../../commands/ingestion.ts';
import { installationAggregate } from '../../../commands/installation.ts';
import { publicationAggregate } from '../../../commands/publication.ts';
import type { IngestionCommand } from '../../../domain/ingestion/ingestion.ts';
import type { InstallationCommand } from '../../../domain/installation/installation.ts';
import { NO_COUNTS } from '../../../domain/ingestion/state.ts';
import { matchedUpTo } from '../../../workers/matching/index.ts';
import { jobsOf } from '../../support/ingesting.ts';
import { openInstallation, type Installation } from '../../support/installation.ts';
import { append, QUIXOTE } from '../../support/people.ts';
import { until } from '../../support/until.ts';
import { inPlace } from '../../support/stores.ts';
import { script } from '../../support/script.ts';
import { suite } from '../../support/suite.ts';
import { lead } from './lead.ts';
import { typesIn } from '../../support/event-stores.ts';

const SLEEPER = script('sleeper', import.meta.url);

type Test = {
  readonly installation: Installation;
  /** Another process leads, and the test continues when this is done. */
  readonly meanwhile: (work: () => Promise<void>) => Promise<void>;
};

/** Resolves when the child sends this message. */
const hear = async (child: ChildProcess, what: string): Promise<void> => {
  for (;;) {
    const [message] = (await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(() => Promise.reject(new Error(`it ended before it said ${what}`))),
    ])) as [unknown];
    if (message === what) return;
  }
};

const whileAsleep = (
  role: string,
  before: (installation: Installation) => Promise<void>,
  test: (test: Test) => Promise<void>,
): Promise<void> =>
  inPlace(
    async (place) => {
      const installation = await openInstallation({ place, matching: false });
      const over = new AbortController();
      let leading: Promise<void> = Promise.resolve();
      await before(installation);
      await installation.settled();
      const env = { PATH: process.env['PATH'], ...place.env };
      const child = fork(SLEEPER.file, [role], { execArgv: [...SLEEPER.execArgv], env });
      try {
        await hear(child, 'stops');
        await test({
          installation,
          meanwhile: async (work) => {
            leading = lead(role, installation, 'successor', over.signal);
            await work();
            await installation.settled();
            const follows = hear(child, 'follows');
            child.kill('SIGCONT');
            await follows;
            await installation.settled();
          },
        });
        const ended = once(child, 'exit');
        child.disconnect();
        assert.deepEqual(await ended, [0, null]);
      } finally {
        child.kill('SIGKILL');
        over.abort();
        await leading;
        await installation.stop();
      }
    },
    { forPrograms: true },
  );

const asleep = suite('suspended past its lease');

const DUE = ['0000-0002-1825-0097', '0000-0000-0000-1012', '0000-0000-0000-2023'] as const;

asleep('a harvest queues no one whose job its successor has run', () => {
  const jobId = 'long-ago';
  const done = [
    { type: 'IngestionStarted', data: { jobId, attempt: 1, worker: 'w' } },
    { type: 'IngestionSucceeded', data: { jobId, counts: NO_COUNTS, failedWorks: [] } },
  ] as const;
  return whileAsleep(
    'harvest',
    async (installation) => {
      for (const orcid of DUE)
        await append(installation, ingestionAggregate.stream('org', orcid), 'org', [
          { type: 'IngestionQueued', data: { jobId, orcid, shard: 0, triggerSource: 'cli' } },
          ...done,
        ]);
    },
    async ({ installation, meanwhile }) => {
      await meanwhile(async () => {
        const queued = await until(
          () => jobsOf(installation, DUE),
          (jobs) => jobs.every(({ status }) => status === 'queued'),
        );
        const { caller, ids } = installation;
        for (const { id, orcid } of queued) {
          const send = (command: IngestionCommand) =>
            handle(installation, ingestionAggregate, orcid, command, { ...caller, commandId: ids.next() });
          await send({ type: 'StartIngestion', jobId: id, worker: 'w', now: Date.now() });
          const report = { jobId: id, worker: 'w', counts: NO_COUNTS, failedWorks: [] };
          await send({ type: 'SucceedIngestion', ...report });
        }
      });
      const life = ['IngestionQueued', 'IngestionStarted', 'IngestionSucceeded'];
      for (const orcid of DUE)
        assert.deepEqual(await typesIn(installation, ingestionAggregate.stream('org', orcid)), [...life, ...life]);
    },
  );
});

asleep('an origin checker records nothing that its successor has recorded', () =>
  whileAsleep(
    'origins',
    async (installation) => {
      const { caller, ids } = installation;
      const send = (command: InstallationCommand) =>
        handle(installation, installationAggregate, 'museum', command, { ...caller, commandId: ids.next() });
      await send({
        type: 'CreateInstallation',
        id: 'museum',
        platform: 'cms_a',
        displayName: 'Museum',
        description: null,
        scopes: [],
      });
      await send({ type: 'AddOrigin', originId: 'o1', origin: 'https://museum.example', proof: 'p' });
    },
    async ({ installation, meanwhile }) => {
      const stream = installationAggregate.stream('org', 'museum');
      const outcome = ['InstallationCreated', 'OriginAdded', 'OriginVerified', 'InstallationActivated'];
      await meanwhile(async () => {
        await until(
          () => typesIn(installation, stream),
          (types) => types.length >= outcome.length,
        );
      });
      assert.deepEqual(await typesIn(installation, stream), outcome);
    },
  ),
);

const HAMILTON = '0000-0000-0000-3034';
const named = (name: string) => ({ type: 'PersonNamed', data: { name, slug: null, saidBy: 'staff' } }) as const;
const paper = (doi: string, family: string, given: string) =>
  ({
    type: 'PublicationAdded',
    data: {
      doi,
      original: { type: 'article-journal', title: doi, DOI: doi, author: [{ family, given }] },
      source: { provider: 'crossref', url: `https://api.crossref.org/works/${doi}` },
      ...{ fetchedAt: 0, enrichment: null, citedByCount: null, notices: [] },
    },
  }) as const;
const [RENAMED, KEPT] = ['10.5555/asleep.1', '10.5555/asleep.2'];

asleep('a match of a person who has been renamed since is not kept', () =>
  whileAsleep(
    'matching',
    async (installation) => {
      const stream = (doi: string): string => publicationAggregate.stream('org', doi);
      for (const [orcid, name] of [
        [QUIXOTE.orcid, 'Zebulon Quixotewright'],
        [HAMILTON, 'Ada Hamilton'],
      ] as const)
        await append(installation, `person-org~${orcid}`, 'org', [
          { type: 'PersonRegistered', data: { orcid } },
          named(name),
        ]);
      await append(installation, stream(RENAMED), 'org', [paper(RENAMED, 'Quixotewright', 'Zebulon')]);
      await append(installation, stream(KEPT), 'org', [paper(KEPT, 'Hamilton', 'Ada')]);
    },
    async ({ installation, meanwhile }) => {
      const { events, state } = installation;
      const suggestedFor = async (doi: string): Promise<readonly string[]> => {
        const loaded = await loadState(events, publicationAggregate, 'org', doi);
        return loaded.state.status === 'absent' ? [] : loaded.state.match.suggested.map(({ orcid }) => orcid);
      };
      const caughtUp = async (): Promise<void> => {
        await until(
          async () => (await matchedUpTo(state)) >= (await events.head()),
          (isThere) => isThere,
        );
      };
      await append(installation, `person-org~${QUIXOTE.orcid}`, 'org', [named('Somebody Else')]);
      await meanwhile(caughtUp);
      await caughtUp();
      assert.deepEqual([await suggestedFor(RENAMED), await suggestedFor(KEPT)], [[], [HAMILTON]]);
      assert.deepEqual(await typesIn(installation, publicationAggregate.stream('org', KEPT)), [
        'PublicationAdded',
        'AuthorsMatched',
      ]);
    },
  ),
);
