/** Containers: their files refer only to what the program has. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { readConfig } from '../../infra/config.ts';
import { suite } from '../support/suite.ts';

type Service = {
  readonly build?: object;
  readonly command?: readonly string[];
  readonly image?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly env_file?: readonly { readonly path: string; readonly required: boolean }[];
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly logging?: { readonly options: Readonly<Record<string, string>> };
};
type Composed = { readonly services: Readonly<Record<string, Service>> };

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

for (const file of ['infra/compose.yaml', 'infra/compose.small.yaml', 'infra/compose.embedded.yaml']) {
  const { services } = parse(readFileSync(file, 'utf8'), { merge: true }) as Composed;
  const ours = Object.entries(services).filter(([, { build }]) => build !== undefined);

  deployment(`of ${file} starts existing roles, with known variables and accepted values`, () => {
    const names = known();
    for (const [service, { command = [], environment = {} }] of ours) {
      if (command.length > 0) assert.deepEqual(command.slice(0, 2), ['start', '--role'], service);
      assert.ok(['api', 'projector', 'worker', undefined].includes(command[2]), service);
      const unknown = Object.keys(environment).filter((name) => !names.has(name));
      assert.deepEqual(unknown, [], service);
      const filled = Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, filledIn(value)]));
      const { eventStoreUrl, mongodbUrl } = readConfig(filled);
      for (const url of [eventStoreUrl, mongodbUrl])
        for (const [host = ''] of url?.matchAll(/(?<=[/,])[a-z]+(-\d)?(?=:)/g) ?? [])
          assert.ok(host in services, `${service} asks for ${host}`);
    }
  });

  deployment(
    `of ${file} reads all settings from a file, rotates the logs, and is looked after without another Node`,
    () => {
      for (const [service, { env_file: files, healthcheck, logging }] of ours) {
        assert.deepEqual(files, [{ path: '.env', required: false }], service);
        assert.equal(healthcheck?.test[1], 'bash', service);
        assert.match(logging?.options['max-size'] ?? '', /^\d+m$/u, service);
      }
    },
  );

  deployment(`of ${file} can start other servers`, () => {
    for (const [service, { image = '', build }] of Object.entries(services))
      if (build === undefined) assert.match(image, /^\$\{(?:EVENTSTORE|MONGODB)_IMAGE:-[^}]+\}$/u, service);
  });
}
