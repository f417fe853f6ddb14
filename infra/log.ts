/** Structured log lines on standard error, one JSON object each. */
import { pino } from 'pino';
import type { Log } from '../commands/ports.ts';
import type { Config } from './config.ts';

/** Fields that may contain a secret are always redacted. */
const SECRETS = ['authorization', 'cookie', 'apiKey', 'token', 'password', 'secret'].flatMap((name) => [
  name,
  `*.${name}`,
]);

/** Lines that cannot be written, for example on a full disk, are buffered up to this size; further lines are dropped. */
const MOST_HELD_BYTES = 1024 * 1024;

const standardError = () => {
  const destination = pino.destination({ dest: 2, sync: true, maxLength: MOST_HELD_BYTES });
  // A full log disk must not stop the service.
  destination.on('error', () => undefined);
  return destination;
};

export const openLog = (level: Config['logLevel'], base: Readonly<Record<string, unknown>> = {}): Log =>
  pino({ level, base, redact: { paths: SECRETS, censor: '[redacted]' } }, standardError());
