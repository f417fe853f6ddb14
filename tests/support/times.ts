/** How long each test file took when it last passed here, so that the longest can start first. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export type Times = Map<string, { readonly ms: number; readonly processorMs: number }>;

const FILE = 'node_modules/.cache/test-times.json';

export const readTimes = (): Times => {
  try {
    return new Map(Object.entries(JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, never>));
  } catch {
    return new Map();
  }
};

export const writeTimes = (times: Times): void => {
  mkdirSync(path.dirname(FILE), { recursive: true });
  writeFileSync(FILE, JSON.stringify(Object.fromEntries(times)));
};
