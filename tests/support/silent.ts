/** A log that discards what is written. */
import type { Log } from '../../commands/ports.ts';

export const silent: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
