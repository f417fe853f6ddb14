#!/usr/bin/env node
/** The entry point: reads arguments and environment, and shuts down gracefully on SIGINT and SIGTERM. */
import { constants } from 'node:os';
import { invocationOf, runIn } from './cli/invocation.ts';
import { FAILED, INTERRUPTED, standardOut } from './cli/output.ts';
import { runCommandLine } from './cli/program.ts';
import { readConfig } from './config.ts';
import { OWN_UMASK } from './private-files.ts';
import { release } from './version.ts';

/** A process ended by a signal exits with this plus the signal's number. */
const SIGNAL_EXIT_BASE = 128;

process.umask(OWN_UMASK);

/** The terminal signals every process of a command and the parent forwards the signal, so a repeat within this time counts as one. */
const FORWARDED_WITHIN_MS = 500;

const EXITS_WITHIN_MS = 500;

const stop = new AbortController();
let interrupted = INTERRUPTED;
let interruptedAt = 0;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    if (stop.signal.aborted) {
      // A second signal exits without waiting for work in progress.
      if (performance.now() - interruptedAt > FORWARDED_WITHIN_MS) process.exit(interrupted);
      return;
    }
    interrupted = SIGNAL_EXIT_BASE + constants.signals[signal];
    interruptedAt = performance.now();
    stop.abort();
  });

// If a reader such as `head` closes the output early, the command still finishes; on a full disk it finishes but reports a failure.
process.stderr.on('error', () => undefined);
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE' || process.exitCode === FAILED) return;
  process.exitCode = FAILED;
  process.stderr.write(`colophon: the output could not be written: ${message}\n`);
});

const complain = (line: string): void => void process.stderr.write(`${line}\n`);
const out = standardOut(stop.signal);
const run = runIn(
  invocationOf({ signal: stop.signal, say: out.line, warn: complain, config: () => readConfig(process.env) }),
);
const code = await runCommandLine(process.argv.slice(2), run, release, out, complain);
process.exitCode = code === INTERRUPTED ? interrupted : code;
// Pending attempts to reach an unavailable server would keep the process alive. Exiting immediately would prevent SQLite from
// checkpointing its write-ahead logs, which happens when a connection's statements are garbage-collected.
if (stop.signal.aborted) setTimeout(() => process.exit(), EXITS_WITHIN_MS).unref();
