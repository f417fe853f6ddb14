/** Structured log lines on standard error, one JSON object each. */
import { pino } from 'pino';
import type { Log } from '../commands/ports.ts';
import type { Config } from './config.ts';

/** What could hold a secret is cut out whatever a caller passes. */
const SECRETS = ['authorization', 'cookie', 'apiKey', 'token', 'password', 'secret'].flatMap((name) => [
  name,
  `*.${name}`,
]);

/** Lines that cannot be written now, as on a full disk, are written when they can be; what is more than these bytes is dropped. */
const MOST_HELD_BYTES = 1024 * 1024;

const standardError = () => {
  const destination = pino.destination({ dest: 2, sync: true, maxLength: MOST_HELD_BYTES });
  // A service does not end with the disk of its log.
  destination.on('error', () => undefined);
  return destination;
};

export const openLog = (level: Config['logLevel'], base: Readonly<Record<string, unknown>> = {}): Log =>
  pino({ level, base, redact: { paths: SECRETS, censor: '[redacted]' } }, standardError());
