/** Asked from outside, by a stranger who has read the contracts. */
import { spawnSync } from 'node:child_process';
import { suite } from '../support/suite.ts';
import { fuzzing, WITHIN_MS } from './fuzzing.ts';

const contracts = suite('a program that is sent everything its contracts permit', { timeoutMs: WITHIN_MS });

if (spawnSync('python3', ['--version']).status !== 0) contracts.skip('keeps them', 'there is no python3');
else
  contracts('keeps them', async () => {
    await fuzzing('tests/fuzz/install');
    await fuzzing(process.execPath, '--import', 'tsx', 'tests/fuzz/run.ts', '200');
  });
