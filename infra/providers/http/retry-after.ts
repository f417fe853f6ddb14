/** How long a provider asks us to wait (RFC 9110 §10.2.3). */

/** Longer than this nobody waits in a queue: the job comes back later. */
const LONGEST_MS = 15 * 60_000;

/** Milliseconds from `now` (epoch ms); null if the header says nothing. */
export const retryAfterMs = (header: string | undefined, now: number): number | null => {
  if (header === undefined) return null;
  const wait = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(wait) ? null : Math.min(LONGEST_MS, Math.max(0, wait));
};
