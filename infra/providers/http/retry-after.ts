/** Parses `Retry-After` (RFC 9110, 10.2.3). */

/** A cap, since a date in the header or our clock may be wrong by years. */
const MAX_MS = 15 * 60_000;

/** Milliseconds from `now` (epoch ms); null if the header is absent or invalid. */
export const retryAfterMs = (header: string | undefined, now: number): number | null => {
  const text = header?.trim() ?? '';
  if (text === '') return null;
  const wait = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(wait) ? null : Math.min(MAX_MS, Math.max(0, wait));
};
