/** Which records of the state must survive a power cut. */

/**
 * Durable events name these users and jobs, which must be on the disk before them, and so must the end of a session. The rest is
 * repeated, renewed or counted, often many times a second: the last of it may be lost.
 */
const DURABLE = ['user', 'session/', 'sign-in', 'publication-batch', 'undo', 'projecting/'];

export const synchronousFor = (key: string): 'FULL' | 'NORMAL' =>
  DURABLE.some((kind) => key.startsWith(kind)) ? 'FULL' : 'NORMAL';
