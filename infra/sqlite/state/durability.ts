/** Which records of the state must survive a power cut. */

/**
 * Users and jobs, to which durable events refer, and the ends of sessions. Everything else is renewed or counted, often many times a
 * second, and may lose its last writes.
 */
const DURABLE = ['user', 'session/', 'sign-in', 'publication-batch', 'undo', 'projecting/'];

export const synchronousFor = (key: string): 'FULL' | 'NORMAL' =>
  DURABLE.some((kind) => key.startsWith(kind)) ? 'FULL' : 'NORMAL';
