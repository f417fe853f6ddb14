/** An id for several requests that are one action on the timeline, or for one that is to be followed. */

const BYTES = 16;

/** Over plain HTTP, browsers offer no `randomUUID` except on the local machine. */
export const newCause = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('');
