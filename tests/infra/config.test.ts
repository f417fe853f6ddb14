import assert from 'node:assert/strict';
import { BadConfig, createClient, readConfig } from '../../infra/config.ts';
import { suite } from '../support/suite.ts';

const configuration = suite('the configuration');

const refused = (env: Record<string, string>): string => {
  try {
    readConfig(env);
  } catch (error) {
    assert.ok(error instanceof BadConfig);
    return error.message;
  }
  throw new assert.AssertionError({ message: 'was accepted' });
};

configuration('has a default for everything', () => {
  const config = readConfig({});
  assert.equal(config.host, '127.0.0.1');
  assert.equal(config.publicPort, 3000);
  assert.equal(config.publicUrl, 'http://127.0.0.1:3000');
  assert.equal(config.eventStoreUrl, null);
  assert.equal(config.metricsPort, null);
  assert.deepEqual(config.ingestSources, ['orcid', 'openalex']);
});

configuration('treats an empty variable as unset', () =>
  assert.equal(readConfig({ PUBLIC_PORT: '' }).publicPort, 3000),
);

configuration('keeps origin verification away from private addresses by default', () => {
  assert.equal(readConfig({}).allowPrivateOrigins, false);
  assert.equal(readConfig({ ALLOW_PRIVATE_ORIGINS: 'FALSE' }).allowPrivateOrigins, false);
  assert.equal(readConfig({ ALLOW_PRIVATE_ORIGINS: 'true' }).allowPrivateOrigins, true);
});

configuration('accepts several hosts of a cluster, for stores only', () => {
  const MONGODB_URL = 'mongodb://u:p@a:27017,b:27017,c:27017/colophon?replicaSet=rs0';
  const EVENTSTORE_URL = 'esdb://a:2113,b:2113,c:2113?tls=true';
  const { mongodbUrl, eventStoreUrl } = readConfig({ MONGODB_URL, EVENTSTORE_URL });
  assert.deepEqual([mongodbUrl, eventStoreUrl], [MONGODB_URL, EVENTSTORE_URL]);
  assert.match(refused({ ORCID_API_URL: 'http://a:80,b:80' }), /ORCID_API_URL/);
});

configuration('builds the public URL from an IPv6 host', () =>
  assert.equal(readConfig({ HOST: '::1', PUBLIC_PORT: '80' }).publicUrl, 'http://[::1]:80'),
);

configuration('accepts the addresses of whole clusters', () => {
  const urls = {
    EVENTSTORE_URL: 'esdb://admin:a,b@es-1:2113,es-2:2113,es-3:2113?tls=false',
    MONGODB_URL: 'mongodb://m-1:27017,m-2:27017/colophon?replicaSet=rs',
  };
  const { eventStoreUrl, mongodbUrl } = readConfig(urls);
  assert.deepEqual([eventStoreUrl, mongodbUrl], Object.values(urls));
});

for (const [name, value, accepted] of [
  ['PUBLIC_PORT', 'http', 'a whole number from 0 to 65535'],
  ['DASHBOARD_PORT', '3000', 'a port other than PUBLIC_PORT'],
  ['DASHBOARD_URL', 'https://example.org/colophon', 'a URL without a path or query'],
  ['METRICS_PORT', '3001', 'a port other than PUBLIC_PORT and DASHBOARD_PORT'],
  ['MONGODB_SHARDING', 'on', 'auto or off without MONGODB_URL'],
  ['PROVIDER_MAILTO', 'library', 'an e-mail address such as jo@example.org'],
  ['PUBLIC_PORT', '70000', 'a whole number from 0 to 65535'],
  ['PUBLIC_PORT', '-1', 'a whole number from 0 to 65535'],
  ['METRICS_PORT', 'yes', 'a whole number from 0 to 65535'],
  ['SHARDS', '2.5', 'a whole number from 1 to 1024'],
  ['ORCID_API_URL', 'pub.orcid.org', 'a URL that starts with http:// or https://'],
  ['EVENTSTORE_URL', 'http://localhost:2113', 'esdb://'],
  ['EVENTSTORE_URL', 'esdb:localhost:2113', 'esdb://'],
  ['MONGODB_URL', 'postgres://localhost', 'mongodb://'],
  ['MONGODB_URL', 'mongodb:localhost', 'mongodb://'],
  ['INGEST_SOURCES', 'orcid,scopus', 'one or more of orcid, openalex, comma-separated'],
  ['RESET_DATA_EMAILS', 'nonsense', 'an e-mail address such as jo@example.org'],
  ['TRUSTED_PROXIES', 'nonsense', 'addresses or networks such as 10.0.0.0/8'],
  ['ALLOW_PRIVATE_ORIGINS', 'yes', 'true or false'],
  ['LOG_LEVEL', 'loud', 'one of fatal'],
] as const)
  configuration(`refuses ${name}=${value} and states what it accepts`, () => {
    const message = refused({ [name]: value });
    assert.ok(message.startsWith(`${name}=${value} is not accepted`), message);
    assert.ok(message.includes(accepted), message);
    assert.ok(!message.includes('\n'));
  });

for (const [name, value] of [
  ['MONGODB_URL', 'postgres://user:hunter2@localhost'],
  ['MONGODB_URL', 'user:hunter2@localhost:27017/colophon'],
  ['EVENTSTORE_URL', 'user:hunter2@localhost:2113?tls=true'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'user:hunter2@localhost:4318'],
  ['DASHBOARD_URL', 'https://user:hunt\ner2@example.org/colophon'],
] as const)
  configuration(`does not reveal the password of a refused address: ${name}=${JSON.stringify(value)}`, () =>
    assert.doesNotMatch(refused({ [name]: value }), /hunt|er2/u),
  );

configuration('refuses a query in the URL of the dashboard', () =>
  assert.match(
    refused({ DASHBOARD_URL: 'https://example.org/?a=b' }),
    /^DASHBOARD_URL=https:\/\/example.org\/ is not accepted/u,
  ),
);

configuration('does not reveal the password of an address that a client refuses, and describes the format', () => {
  const clientOf = (url: string) =>
    createClient('MONGODB_URL', url, () => {
      throw new Error('Invalid connection string');
    });
  assert.throws(() => clientOf('mongodb:/user:hunter2@localhost'), {
    message: /^MONGODB_URL=localhost is not accepted/u,
  });
  assert.throws(() => clientOf('mongodb://user:hunt@er2@localhost'), {
    message:
      'MONGODB_URL=mongodb://localhost is not accepted: Invalid connection string (an @ in the user name or password is written %40)',
  });
});

configuration('finds variables that are named almost like a setting, and leaves others alone', () => {
  const others = {
    HOME: '/root',
    HOSTNAME: 'a',
    OPENAI_API_KEY: 'k',
    NODE_ENV: 'production',
    PATH: '/bin',
    PORT: '80',
  };
  const env = { ...others, PUBLIC_PORT: '80', PUBLIC_PROT: '81', MONGODB_URI: 'x', DATADIR: '/data', public_url: '' };
  assert.deepEqual(
    readConfig(env).misspelt.map(({ name, meant }) => `${name} → ${meant}`),
    ['PUBLIC_PROT → PUBLIC_PORT', 'MONGODB_URI → MONGODB_URL', 'DATADIR → DATA_DIR', 'public_url → PUBLIC_URL'],
  );
});
