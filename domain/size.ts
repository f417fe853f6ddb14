/** How large records may be: an event must fit one append with its envelope, and stores take 1 MiB. */

/** Bytes of JSON; an append of this much leaves room for envelopes below 1 MiB. */
export const MAX_RECORD_BYTES = 900 * 1024;

const utf8 = new TextEncoder();

/** Bytes of the UTF-8 JSON of a value. */
export const jsonBytes = (value: unknown): number => utf8.encode(JSON.stringify(value) ?? '').length;
