/** Logs and waits that discard everything. */
import type { Log } from '../../commands/ports.ts';
import type { Waits } from '../../commands/waits.ts';

export const silent: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

export const noWaits: Waits = () => undefined;
