#!/usr/bin/env node
/** The program: reads its arguments and environment, and stops in order when it is told to. */
import { constants } from 'node:os';
import { standardOut } from '../workers/cli/output.ts';
import { INTERRUPTED, runCommandLine } from '../workers/cli/program.ts';
import { operationsOf } from './wiring/command-line/operations.ts';
import { readConfig } from './config.ts';
import { OWN_UMASK } from './own.ts';
import { version } from './version.ts';

/** The exit code of a process that a signal ended is this plus the signal's number. */
const ENDED_BY = 128;

process.umask(OWN_UMASK);

const FAILED = 1;

/** A terminal signals every process of a command, and the one that has started the others passes it on to them. */
const PASSED_ON_WITHIN_MS = 500;

/** What a process that has stopped grants to whatever keeps it alive. */
const EXITS_WITHIN_MS = 500;

const stop = new AbortController();
let interrupted = INTERRUPTED;
let interruptedAt = 0;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    if (stop.signal.aborted) {
      // Asked a second time, it does not wait for what is under way.
      if (performance.now() - interruptedAt > PASSED_ON_WITHIN_MS) process.exit(interrupted);
      return;
    }
    interrupted = ENDED_BY + constants.signals[signal];
    interruptedAt = performance.now();
    stop.abort();
  });

// A reader such as `head` may close the output early: the command still finishes. On a full disk it finishes too, but reports a failure.
process.stderr.on('error', () => undefined);
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE' || process.exitCode === FAILED) return;
  process.exitCode = FAILED;
  process.stderr.write(`colophon: the output could not be written: ${message}\n`);
});

const operations = operationsOf({ signal: stop.signal, say: standardOut.line, config: () => readConfig(process.env) });
const code = await runCommandLine(process.argv.slice(2), operations, version, standardOut, (line) =>
  process.stderr.write(`${line}\n`),
);
process.exitCode = code === INTERRUPTED ? interrupted : code;
// All that it had opened is closed; an attempt to reach a server that is away would still hold it up. An exit at once would
// keep SQLite from moving its write-ahead logs to the files, which it does when the statements of a connection are collected.
if (stop.signal.aborted) setTimeout(() => process.exit(), EXITS_WITHIN_MS).unref();
