/** Ids that group several requests into one action on the timeline, or let one request be followed. */

const BYTES = 16;

/** Avoids `randomUUID`: over plain HTTP, browsers offer it only on localhost. */
export const newCause = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('');
