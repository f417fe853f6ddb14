/** How long a provider asks us to wait (RFC 9110, 10.2.3). */

/** No wait is longer than this: providers mean minutes, clocks may be wrong by years. */
const LONGEST_MS = 15 * 60_000;

/** Milliseconds from `now` (epoch ms); null if the header says nothing. */
export const retryAfterMs = (header: string | undefined, now: number): number | null => {
  const text = header?.trim() ?? '';
  if (text === '') return null;
  const wait = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(wait) ? null : Math.min(LONGEST_MS, Math.max(0, wait));
};
