/** Data of commit 663189b are opened, restored and moved to servers: all content is kept, and can be written to. */
import { deepStrictEqual as equal, ok, strictEqual as is } from 'node:assert/strict';
import path from 'node:path';
import Database from 'libsql';
import { handle } from '../../commands/handle.ts';
import { categoryAggregate, entityAggregate } from '../../commands/aggregates.ts';
import { erasePerson } from '../../commands/erase-person.ts';
import { ingestionAggregate } from '../../commands/ingestion.ts';
import { installationAggregate } from '../../commands/installation.ts';
import { personAggregate } from '../../commands/person.ts';
import { projectAggregate } from '../../commands/project.ts';
import { publicationAggregate } from '../../commands/publication.ts';
import { workAggregate } from '../../commands/work.ts';
import { newCaller } from '../../commands/caller.ts';
import { operationsOf } from '../../infra/wiring/command-line/operations.ts';
import { readConfig } from '../../infra/config.ts';
import { randomIds } from '../../infra/system.ts';
import { allProjections } from '../../projections/all.ts';
import type { Operations } from '../../workers/cli/operations.ts';
import { serveDashboard } from '../support/dashboard.ts';
import { answersOf663189b, missingFrom, with663189b, type Answer, type Known } from '../support/earlier-release.ts';
import { startDouble } from '../support/eventstoredb-double/double.ts';
import { openInstallation, type Installation } from '../support/installation.ts';
import { servePublic } from '../support/serving.ts';
import { filesIn, placeOf } from '../support/stores.ts';
import { suite } from '../support/suite.ts';
import { until } from '../workers/rebuild/leading.ts';
import { onMongoDb, inFreshDatabase } from '../support/mongodb.ts';

const { answers, keys, ...people } = await answersOf663189b();

const operations = (env: Readonly<Record<string, string>>): Operations => {
  const config = readConfig({ LOG_LEVEL: 'silent', ...env });
  return operationsOf({
    signal: new AbortController().signal,
    say: () => undefined,
    warn: () => undefined,
    config: () => config,
  });
};
const quietly = (): void => undefined;

/** Positions that differ between stores, and fields that change when a use is recorded. */
const POSITION = /\/(position|next_cursor)$/u;
const USED = /\/last_used_at$/u;
/** A job that passes from worker to worker is where it was. */
const STANDS = /^staff {2}\/api\/ingest\/stuck \/body\/jobs\/3\/last_transition_at$/u;

/** A person without a known name is addressed by the iD. */
const NAMELESS = /\/(people\/2|0000-9000-0000-0048 \/body)\/slug$/u;

/** In an edit, changes of the record come before dashboard-only fields. */
const ORDERED = /\/10\.5555%2Fedited\/history\?.* \/body\/history\/3\/changes\/[01]\/(path|after)$/u;
/** The former state of a revoked key or credential is named as the APIs name it. */
const REVOKED = /\/changes\/0\/before: "usable" is "active"$/u;
/** Each release words the summaries; the events that they sum up are compared. */
const WORDED = /^staff .*\/(events|history)\/\d+\/summary$/u;
/** Citations are HTML now: the words are the same. */
const withoutMarkup = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer), (key, value: unknown) =>
    key === 'apa_citation' && typeof value === 'string' ? value.replaceAll(/<\/?i>/gu, '') : value,
  ) as unknown;

/** Repeats the recorded requests, as the same users. */
const differences = async (
  installation: Installation,
  otherwise: readonly RegExp[] = [],
): Promise<readonly string[]> => {
  const expected = [USED, STANDS, NAMELESS, ORDERED, WORDED, ...otherwise];
  await using dashboard = await serveDashboard(installation);
  await using served = await servePublic(installation);
  const librarian = await dashboard.signIn('superadmin', { email: 'librarian@example.org' });
  const ask = async ({ as, path: recorded, workspace = 'org' }: Answer) => {
    if (as === 'staff') return librarian.get(recorded, { headers: { 'x-workspace-id': workspace } });
    return served.get(recorded, as === 'nobody' ? {} : { headers: { 'x-api-key': keys[as] } });
  };
  // Citations are formatted separately, and a page does not wait long for the first of them.
  const listing = answers.find(({ as }) => as === 'staff');
  ok(listing);
  await until(async () => !(await ask(listing)).text.includes('"apa_citation":null'));
  const found: string[] = [];
  for (const answer of answers) {
    const { status, body, as } = answer;
    const now = await ask(answer);
    const [before, after] = [
      { status, body },
      { status: now.status, body: withoutMarkup(now.body) },
    ];
    found.push(...missingFrom(before, after, `${as} ${answer.workspace ?? ''} ${answer.path} `));
  }
  return found.filter(
    (each) => !REVOKED.test(each) && !expected.some((pattern) => pattern.test(each.split(': ')[0] ?? '')),
  );
};

const verified = async (env: Readonly<Record<string, string>>): Promise<void> => {
  const { projections } = operations(env);
  for (const { name } of allProjections) equal((await projections.verify(name, quietly)).differences, [], name);
};

/** One command to an aggregate of each kind, each in a state as after years of use. */
const canBeWrittenTo = async (installation: Installation, { ada, ben, queued }: Omit<Known, 'keys' | 'answers'>) => {
  const caller = () => newCaller(randomIds, 'org', { type: 'user', id: 'u-librarian' });
  const written = async (work: Promise<{ readonly events: readonly unknown[] }>): Promise<void> =>
    ok((await work).events.length > 0);
  const doi = (name: string): string => `10.5555/${name}`;
  const changes = [{ field: 'title', after: 'Said again' }];
  for (const name of ['edited', 'drifted', 'reverted', 'retracted', 'suggested'])
    await written(
      handle(installation, publicationAggregate, doi(name), { type: 'EditPublication', changes }, caller()),
    );
  await written(handle(installation, publicationAggregate, doi('deleted'), { type: 'RestorePublication' }, caller()));
  await written(handle(installation, publicationAggregate, doi('hidden'), { type: 'ShowPublication' }, caller()));
  await written(
    handle(
      installation,
      workAggregate,
      'pmid:1',
      { type: 'EditWork', changes: [{ field: 'title', after: 'Said again' }] },
      caller(),
    ),
  );
  const name = { type: 'ReviseProfile', name: 'Said again' } as const;
  for (const orcid of [ada, ben]) await written(handle(installation, personAggregate, orcid, name, caller()));
  await written(handle(installation, categoryAggregate, 'glass', { type: 'RenameCategory', name: 'Again' }, caller()));
  await written(handle(installation, entityAggregate, 'clay', { type: 'RenameEntity', name: 'Again' }, caller()));
  await written(handle(installation, projectAggregate, 'glass', { type: 'MoveProject', move: 'unpublish' }, caller()));
  const start = { type: 'StartIngestion', jobId: 'job-0', worker: 'w', now: Date.now() } as const;
  await written(handle(installation, ingestionAggregate, queued, start, caller()));
  const revise = { type: 'ReviseInstallation', fields: { displayName: 'Again' } } as const;
  await written(handle(installation, installationAggregate, 'museum', revise, caller()));
  ok((await erasePerson(installation, ben, caller())).events > 0);
  await installation.settled();
};

const open = (place = filesIn('')): Promise<Installation> => openInstallation({ place, matching: false });

const during = async (installation: Installation, work: (opened: Installation) => Promise<void>): Promise<void> => {
  try {
    await installation.settled();
    await work(installation);
  } finally {
    await installation.stop();
  }
};

const old = suite('a data folder of 663189b', { timeoutMs: 240_000, onFilesAlone: 'the folder holds files' });

old('keeps its content, has the rows that it would have, and can be written to', () =>
  with663189b(async ({ files }) => {
    await during(await open(filesIn(files)), async (installation) => {
      equal(await differences(installation), []);
    });
    await verified({ DATA_DIR: files });
    await during(await open(filesIn(files)), (installation) => canBeWrittenTo(installation, people));
    await verified({ DATA_DIR: files });
  }),
);

old('keeps the layout of its rows, so that the older release can open them again', () =>
  with663189b(async ({ files }) => {
    const file = path.join(files, 'read.db');
    const look = () => {
      const db = new Database(file);
      try {
        const tables = db.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'table'").all() as {
          readonly name: string;
          readonly sql: string | null;
        }[];
        const [version] = db.prepare('PRAGMA user_version').raw().all() as [number][];
        return { version: version?.[0], tables: new Map(tables.map(({ name, sql }) => [name, sql])) };
      } finally {
        db.close();
      }
    };
    const before = look();
    is(before.version, 2);
    await during(await open(filesIn(files)), async () => undefined);
    const after = look();
    is(after.version, 2);
    for (const [name, sql] of before.tables) is(after.tables.get(name), sql, name);
  }),
);

old('is backed up, and its backup restored, with all its content', () =>
  with663189b(async ({ backup, elsewhere }) => {
    const { events } = await operations({ DATA_DIR: elsewhere }).restore(backup, false, quietly);
    ok(events > 0);
    await during(await open(filesIn(elsewhere)), async (installation) => {
      equal(await differences(installation), []);
      await canBeWrittenTo(installation, people);
    });
    await verified({ DATA_DIR: elsewhere });
  }),
);

await onMongoDb('a data folder of 663189b', 'moves to servers, with all its content', (mongodb) =>
  old('moves to servers, with all its content', () =>
    with663189b(async ({ files, elsewhere }) => {
      await using double = await startDouble();
      await using database = inFreshDatabase(mongodb);
      const servers = { EVENTSTORE_URL: double.url, MONGODB_URL: database.url };
      await operations({ DATA_DIR: files, MONGODB_URL: servers.MONGODB_URL }).migrate(double.url, quietly);
      await during(await open(placeOf({ DATA_DIR: elsewhere, ...servers })), async (installation) => {
        equal(await differences(installation, [POSITION]), []);
        await canBeWrittenTo(installation, people);
      });
      await verified({ DATA_DIR: elsewhere, ...servers });
    }),
  ),
);
