/** Mangled requests, and providers that answer mangled records, from another seed in each run. */
import { randomInt } from 'node:crypto';
import { suite } from '../support/suite.ts';
import { fuzzing, WITHIN_MS } from './fuzzing.ts';

const COUNT = 1_000;

const hostile = suite('a program among hostile clients and providers', { timeoutMs: WITHIN_MS });

hostile('answers all of them, and stays small and responsive', () =>
  fuzzing(
    process.execPath,
    '--import',
    'tsx',
    'tests/fuzz/run.ts',
    'hostile',
    String(COUNT),
    String(randomInt(1_000_000)),
  ),
);
