/** Opening a listener, and naming the variable to change where its port or its host cannot be had. */
import { BadConfig } from '../config.ts';

export type Setting = {
  readonly variable: 'PUBLIC_PORT' | 'DASHBOARD_PORT' | 'METRICS_PORT';
  readonly host: string;
  readonly port: number;
};

const complaintOf = ({ variable, host, port }: Setting, code: string | undefined): string | null => {
  switch (code) {
    case 'EADDRINUSE':
      return `${variable}=${port} is taken: something else listens there on ${host}. Stop it, or set ${variable} to another port`;
    case 'EACCES':
      return `${variable}=${port} is not allowed: this user may not listen there. Set ${variable} to a port above 1023`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST=${host} is no address of this machine`;
    default:
      return null;
  }
};

/** Throws `BadConfig` for what a setting can correct, else what `listen` throws. */
export const listenAs = async <T>(setting: Setting, listen: () => Promise<T>): Promise<T> => {
  try {
    return await listen();
  } catch (error) {
    const complaint = complaintOf(setting, (error as NodeJS.ErrnoException).code);
    throw complaint === null ? error : new BadConfig(complaint, { cause: error });
  }
};
