/** What `colophon start` tells the operator of a new installation. */
import assert from 'node:assert/strict';
import { invocationOf } from '../../../infra/cli/invocation.ts';
import { startRoles } from '../../../infra/cli/start.ts';
import { readConfig } from '../../../infra/config.ts';
import { operationsIn } from '../../support/command-line.ts';
import { inFolder } from '../../support/folder.ts';
import { suite } from '../../support/suite.ts';
import { until } from '../../support/until.ts';

const starting = suite('a start of the service', { onFilesAlone: 'it is made in a folder of its own' });

const ENV = { PUBLIC_PORT: '0', DASHBOARD_PORT: '0', LOG_LEVEL: 'silent', HARVEST_INTERVAL_HOURS: '0' };
const PROXY = {
  PROXY_JWT_HEADER: 'x-jwt',
  PROXY_JWT_JWKS_URL: 'http://127.0.0.1:9/keys',
  PROXY_JWT_AUDIENCE: 'colophon',
  PROXY_JWT_ISSUER: 'proxy',
};

/** The lines that it prints, until `isEnough`. */
const linesOf = async (env: Readonly<Record<string, string>>, isEnough: (lines: readonly string[]) => boolean) => {
  const stop = new AbortController();
  const lines: string[] = [];
  const config = readConfig({ ...ENV, ...env });
  const say = (line: string): void => void lines.push(line);
  const invocation = invocationOf({ signal: stop.signal, say, warn: say, config: () => config });
  const running = startRoles(invocation, 'all');
  await until(() => Promise.resolve(lines), isEnough);
  stop.abort();
  await running;
  return lines.slice(1);
};

starting('prints the command that makes the first sign-in link, while no one can sign in', () =>
  inFolder(async (folder) => {
    const env = { DATA_DIR: folder };
    assert.deepEqual(await linesOf(env, ({ length }) => length === 3), [
      'No one can sign in yet. This makes the first sign-in link:',
      `  DATA_DIR='${folder}' colophon sessions create --email you@example.org --role superadmin`,
    ]);
    assert.deepEqual(await linesOf({ ...env, ...PROXY }, ({ length }) => length > 0), []);
    await operationsIn(env).createSession({ email: 'ada@example.org', role: 'superadmin', workspace: 'org' });
    assert.deepEqual(await linesOf(env, ({ length }) => length > 0), []);
  }),
);

starting('warns of a setting with a misspelt name, and starts', () =>
  inFolder(async (DATA_DIR) => {
    const stop = new AbortController();
    const [lines, warnings]: [string[], string[]] = [[], []];
    const config = readConfig({ ...ENV, DATA_DIR, PUBLIC_PROT: '80' });
    const say = (line: string): void => void lines.push(line);
    const warn = (line: string): void => void warnings.push(line);
    const running = startRoles(invocationOf({ signal: stop.signal, say, warn, config: () => config }), 'api');
    await until(
      () => Promise.resolve(lines),
      ({ length }) => length > 0,
    );
    stop.abort();
    await running;
    assert.deepEqual(warnings, ['colophon: PUBLIC_PROT is not a setting; did you mean PUBLIC_PORT?']);
  }),
);
