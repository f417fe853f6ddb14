/** Opens the stores for one command. */
import type { Log } from '../../../commands/ports.ts';
import { Interrupted } from '../../../workers/cli/ports.ts';
import type { Config } from '../../config.ts';
import { openLog } from '../../log.ts';
import { whileOpen } from '../../while-open.ts';
import { isStop, unlessInterrupted, type Open } from '../wait-for-stores.ts';
import { openStores, type OpenOptions } from '../stores.ts';
import { printedWaits, type CommandContext } from './operator-messages.ts';

/** Opens the stores while `work` runs. Embedded files must exist, unless `files` is `made`. */
export type WithStores = <T>(
  work: (context: CommandContext) => Promise<T>,
  options?: Pick<OpenOptions, 'ofLog' | 'files' | 'access'>,
) => Promise<T>;

/** By default logs only warnings: users run a command for its output. */
export const logOfCommand = ({ logLevel }: Config): Log =>
  openLog(logLevel === 'info' ? 'warn' : logLevel, { role: 'cli' });

export const withStoresOf =
  (config: Config, signal: AbortSignal, warn: CommandContext['warn']): WithStores =>
  async (work, options = {}) => {
    const log = logOfCommand(config);
    const open: Open = (_opening, opening) => unlessInterrupted(signal, opening);
    const opened = await openStores(config, log, { files: 'required', open, ...options });
    return whileOpen(opened, (stores) => work({ config, stores, log, signal, warn, waits: printedWaits(warn) })).catch(
      (error: unknown) => {
        throw isStop(error, signal) ? new Interrupted('run it again') : error;
      },
    );
  };
