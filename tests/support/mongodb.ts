/** The MongoDB that tests run on: `MONGODB_URL`, else a container where Docker answers, else none. */
import { randomUUID } from 'node:crypto';
import { dockerAnswers } from './docker.ts';

const IMAGE = 'mongo:7.0.16';

export type MongoUnderTest = { readonly url: string; stop(): Promise<void> };

export const mongodbUnderTest = async (): Promise<MongoUnderTest | { readonly reason: string }> => {
  const url = process.env['MONGODB_URL'];
  if (url !== undefined && url !== '') return { url, stop: () => Promise.resolve() };
  if (!(await dockerAnswers())) return { reason: 'MONGODB_URL is not set and no Docker engine answers' };
  const { GenericContainer, Wait } = await import('testcontainers');
  const container = await new GenericContainer(IMAGE)
    .withExposedPorts(27_017)
    .withWaitStrategy(Wait.forLogMessage('Waiting for connections'))
    .start();
  return {
    url: `mongodb://${container.getHost()}:${container.getMappedPort(27_017)}`,
    stop: async () => {
      await container.stop();
    },
  };
};

/** A name that no other test uses. */
export const freshDatabase = (): string => `test_${randomUUID().replaceAll('-', '').slice(0, 20)}`;
