/** Structured log lines on standard error, one JSON object each. */
import { pino } from 'pino';
import type { Log } from '../commands/ports.ts';
import type { Config } from './config.ts';

/** What could hold a secret is cut out whatever a caller passes. */
const SECRETS = ['authorization', 'cookie', 'apiKey', 'token', 'password', 'secret'].flatMap((name) => [
  name,
  `*.${name}`,
]);

export const openLog = (level: Config['logLevel'], base: Readonly<Record<string, unknown>> = {}): Log =>
  pino({ level, base, redact: { paths: SECRETS, censor: '[redacted]' } }, pino.destination({ dest: 2, sync: true }));
