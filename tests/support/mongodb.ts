/** The MongoDB that tests run on: `MONGODB_URL`, else a container if Docker is running, else none. */
import { randomUUID } from 'node:crypto';
import { MongoClient } from 'mongodb';
import type { StartedTestContainer } from 'testcontainers';
import { closing } from './closing.ts';
import { dockerAnswers } from './docker.ts';
import { suite } from './suite.ts';

const IMAGE = 'mongo:7.0.16';
const PORT = 27_017;

/** A replica set of one: its writes are acknowledged by a majority and retried under their number, as in production. */
const INITIATE = `
  rs.initiate({ _id: 'rs0', members: [{ _id: 0, host: '127.0.0.1:${PORT}' }] });
  while (!db.hello().isWritablePrimary) sleep(50);
`;

export type MongoUnderTest = { readonly url: string; stop(): Promise<void> };

const initiated = async (container: StartedTestContainer): Promise<MongoUnderTest> => {
  const stop = async (): Promise<void> => {
    await container.stop();
  };
  const { exitCode, output } = await container.exec(['mongosh', '--quiet', '--eval', INITIATE]);
  if (exitCode !== 0) {
    await stop();
    throw new Error(`the replica set was not initiated: ${output}`);
  }
  // Its own name for itself is not valid out here.
  return {
    url: `mongodb://${container.getHost()}:${container.getMappedPort(PORT)}/?directConnection=true`,
    stop,
  };
};

export const mongodbUnderTest = async (): Promise<MongoUnderTest | { readonly reason: string }> => {
  const url = process.env['MONGODB_URL'];
  if (url !== undefined && url !== '') return { url, stop: () => Promise.resolve() };
  if (!(await dockerAnswers())) return { reason: 'MONGODB_URL is not set and no Docker engine answers' };
  const { GenericContainer, Wait } = await import('testcontainers');
  return initiated(
    await new GenericContainer(IMAGE)
      .withCommand(['mongod', '--replSet', 'rs0', '--bind_ip_all'])
      .withExposedPorts(PORT)
      .withWaitStrategy(Wait.forLogMessage('Waiting for connections'))
      .start(),
  );
};

/** Tests on a MongoDB, which is stopped after them. Without one, a single test of this name is skipped with the reason. */
export const onMongoDb = async (what: string, title: string, declare: (url: string) => void): Promise<void> => {
  const server = await mongodbUnderTest();
  if ('reason' in server) return suite(what).skip(title, server.reason);
  declare(server.url);
  await suite('the MongoDB of these tests').holds(server);
};

/** A unique name. */
export const freshDatabase = (): string => `test_${randomUUID().replaceAll('-', '').slice(0, 20)}`;

/** The URL with this database; credentials remain with the given authentication database, or the default. */
export const withDatabase = (url: string, name: string): string => {
  const [, server = '', database = 'admin', query = ''] = /^([^:]+:\/\/[^/?]+)(?:\/([^?]+)?)?(\?.*)?$/.exec(url) ?? [];
  const source = server.includes('@') && !query.includes('authSource=') ? `authSource=${database}` : '';
  const rest = [query.slice(1), source].filter((part) => part !== '').join('&');
  return `${server}/${name}${rest === '' ? '' : `?${rest}`}`;
};

const DEFAULT_PORT = 27_017;

/** The address of the server in the URL, the first of several. */
export const serverOf = (url: string): { readonly host: string; readonly port: number } => {
  const [, host = '', port] = /^mongodb:\/\/(?:[^@/]*@)?([^:,/?]+)(?::(\d+))?/.exec(url) ?? [];
  return { host, port: Number(port ?? DEFAULT_PORT) };
};

/** The URL by way of a proxy on this machine, with its credentials and options. */
export const throughPort = (url: string, port: number): string => {
  const [, credentials = '', database = '', query = ''] =
    /^mongodb:\/\/([^@/]*@)?[^/?]+(?:\/([^?]*))?(?:\?(.*))?$/.exec(url) ?? [];
  const options = new URLSearchParams(query);
  options.delete('replicaSet');
  options.set('directConnection', 'true');
  return `mongodb://${credentials}127.0.0.1:${port}/${database}?${options.toString()}`;
};

export const dropDatabase = async (url: string, name: string): Promise<void> => {
  const client = await MongoClient.connect(url);
  await client.db(name).dropDatabase();
  await client.close();
};

export type FreshDatabase = AsyncDisposable & { readonly name: string; readonly url: string };

/** A database of its own on the server, which is dropped at the end of the block. */
export const inFreshDatabase = (server: string): FreshDatabase => {
  const name = freshDatabase();
  return closing({ name, url: withDatabase(server, name), remove: () => dropDatabase(server, name) });
};
