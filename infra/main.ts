#!/usr/bin/env node
/** The program: reads its arguments and environment, and stops in order when it is told to. */
import { standardOut } from '../workers/cli/output.ts';
import { runCommandLine } from '../workers/cli/program.ts';
import { operationsOf } from './compose/operations.ts';
import { readConfig } from './config.ts';
import { version } from './version.ts';

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    // Asked a second time, it does not wait for what is under way.
    if (stop.signal.aborted) process.exit(1);
    stop.abort();
  });

const operations = operationsOf({ signal: stop.signal, say: standardOut.line, config: () => readConfig(process.env) });
process.exitCode = await runCommandLine(process.argv.slice(2), operations, version, standardOut, (line) =>
  process.stderr.write(`${line}\n`),
);
// All that it had opened is closed; an attempt to reach a server that is away would still hold it up.
if (stop.signal.aborted) process.exit();
