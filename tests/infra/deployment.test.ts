/** Containers: their files refer only to what the program has, and follow simple rules. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { readConfig } from '../../infra/config.ts';
import { suite } from '../support/suite.ts';

type Service = {
  readonly image?: string;
  readonly build?: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly volumes?: readonly string[];
  readonly read_only?: boolean;
};
type Composed = {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
};

const text = (file: string): string => readFileSync(file, 'utf8');

/** Every variable that the configuration reads. */
const known = (): ReadonlySet<string> => {
  const names = new Set<string>();
  const readName = (_env: object, name: string): undefined => void names.add(name);
  readConfig(new Proxy({}, { get: readName }));
  return names;
};

/** `${NAME:-value}` as compose expands it where nothing is set. */
const filledIn = (value: string): string => value.replace(/\$\{\w+:-([^}]*)\}/g, '$1');

const deployment = suite('deployment');

for (const [file, each] of [
  ['infra/compose.yaml', { api: 2, projector: 2, worker: 2, eventstore: 3, mongodb: 3 }],
  ['infra/compose.small.yaml', { api: 1, projector: 1, worker: 1, eventstore: 1, mongodb: 1 }],
] as const) {
  const { services, volumes } = parse(text(file), { merge: true }) as Composed;
  const all = Object.entries(services);
  const ours = all.filter(([, { build }]) => build !== undefined);
  const servers = all.filter(([name]) => /^(eventstore|mongodb)(-\d)?$/.test(name));

  deployment(`of ${file} has the stated number of each service`, () => {
    const roles = ours.map(([, { command }]) => command?.[2]);
    const count = (name: string): number =>
      roles.filter((role) => role === name).length + servers.filter(([server]) => server.startsWith(name)).length;
    assert.deepEqual(Object.fromEntries(Object.keys(each).map((name) => [name, count(name)])), each);
    assert.equal(all.length, ours.length + servers.length + 1, 'something else is composed');
  });

  deployment(`of ${file} starts existing roles, with known variables and accepted values`, () => {
    const names = known();
    for (const [service, { command = [], environment = {} }] of ours) {
      assert.deepEqual(command.slice(0, 2), ['start', '--role'], service);
      assert.ok(['api', 'projector', 'worker', 'all'].includes(command[2] ?? ''), service);
      const unknown = Object.keys(environment).filter((name) => !names.has(name));
      assert.deepEqual(unknown, [], service);
      const filled = Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, filledIn(value)]));
      const { eventStoreUrl, mongodbUrl } = readConfig(filled);
      for (const url of [eventStoreUrl, mongodbUrl])
        for (const [host = ''] of url?.matchAll(/(?<=[/,])[a-z]+(-\d)?(?=:)/g) ?? [])
          assert.ok(host in services, `${service} asks for ${host}`);
    }
  });

  deployment(`of ${file} waits for healthy services, all of which have a health check`, () => {
    for (const [service, { healthcheck, depends_on: needs = {} }] of all) {
      if (service !== 'mongodb-init') assert.equal(healthcheck?.test[0], 'CMD', `${service} has no health check`);
      for (const [needed, { condition }] of Object.entries(needs)) {
        assert.ok(services[needed], `${service} needs ${needed}`);
        const ends = services[needed].healthcheck === undefined;
        assert.equal(condition, ends ? 'service_completed_successfully' : 'service_healthy');
      }
    }
  });

  deployment(`of ${file} keeps the servers' data on volumes, and writes nothing of its own`, () => {
    const kept = servers.map(([name, { volumes: mounted = [] }]) => {
      assert.equal(mounted.length, 1, name);
      return mounted[0]?.split(':')[0];
    });
    assert.deepEqual(kept.sort(), Object.keys(volumes).sort());
    for (const [name, { read_only: isReadOnly }] of ours) assert.ok(isReadOnly, name);
  });

  deployment(`of ${file} names the release of every image`, () => {
    for (const [name, { image = '', build }] of all)
      if (build === undefined) assert.match(image, /:[\w.-]*\d[\w.-]*$/, name);
  });
}

const dockerfile = text('Dockerfile')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));
const lines = (word: string): readonly string[] => dockerfile.filter((line) => line.startsWith(`${word} `));

deployment('by the Dockerfile starts from a named release and runs as an unprivileged user', () => {
  for (const from of lines('FROM')) assert.match(from, /^FROM node:20[\w.-]*(@sha256:[0-9a-f]{64})?( AS \w+)?$/);
  assert.ok(!dockerfile.join('\n').includes('latest'));
  const last = dockerfile.slice(dockerfile.lastIndexOf(lines('FROM').at(-1) ?? ''));
  const user = last.findLast((line) => line.startsWith('USER '));
  assert.ok(user !== undefined && !/USER (root|0)/.test(user));
  assert.ok(last.indexOf(user) < last.findIndex((line) => line.startsWith('ENTRYPOINT')));
});

deployment('by the Dockerfile installs the locked versions, without development dependencies', () => {
  const installs = dockerfile.filter((line) => /npm (ci|i|install)\b/.test(line));
  assert.ok(installs.every((line) => line.includes('npm ci')));
  assert.ok(installs.some((line) => line.includes('--omit=dev')));
  for (const [index, line] of dockerfile.entries())
    if (line.includes('npm ci')) assert.match(dockerfile[index - 1] ?? '', /^COPY package.json package-lock.json /);
});

deployment('collects garbage in each thread by itself in the container, which often has one processor', () => {
  assert.deepEqual(lines('ENTRYPOINT'), ['ENTRYPOINT ["node", "--single-threaded-gc", "dist/infra/main.js"]']);
});

deployment('by the Dockerfile contains all files of the package', () => {
  const { files } = JSON.parse(text('package.json')) as { files: readonly string[] };
  const copied = lines('COPY').join('\n');
  for (const file of files) assert.ok(copied.includes(file), `${file} is missing`);
  const ignored = text('.dockerignore').split('\n');
  for (const name of ['node_modules', '.git', 'data', '.env*']) assert.ok(ignored.includes(name), name);
});
