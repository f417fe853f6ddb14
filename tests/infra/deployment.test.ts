/** Containers: their files refer only to what the program has. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { readConfig } from '../../infra/config.ts';
import { suite } from '../support/suite.ts';

type Service = {
  readonly build?: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
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

for (const file of ['infra/compose.yaml', 'infra/compose.small.yaml']) {
  const { services } = parse(readFileSync(file, 'utf8'), { merge: true }) as Composed;
  const ours = Object.entries(services).filter(([, { build }]) => build !== undefined);

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
}
