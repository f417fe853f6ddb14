/** Daily counts (UTC) of a key's admitted and refused requests, so a chart costs the same however much the key is used. */
import type { Clock, StateStore } from '../ports.ts';

const DAY_MS = 24 * 3_600_000;
/** How long counts and individual uses are kept. */
export const USES_KEPT_MS = 90 * DAY_MS;
/** How many days are shown, up to today. */
export const DAYS_SHOWN = 30;

type Kind = 'admitted' | 'refused';
export type DayOfUse = { readonly day: string } & Readonly<Record<Kind, number>>;

const daysOf = (keyHash: string): string => `key-use/${keyHash}/day/`;
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 'yyyy-mm-dd'.length);

/** The store's key for a day's count; `at` in epoch ms. */
export const countOnDay = (keyHash: string, kind: Kind, at: number): string => `${daysOf(keyHash)}${dayOf(at)}/${kind}`;

/** The last days, oldest first, including those without use. */
export const dailyUses = async (
  { state, clock }: { readonly state: Pick<StateStore, 'list'>; readonly clock: Clock },
  keyHash: string,
): Promise<readonly DayOfUse[]> => {
  const now = clock.now();
  const days = Array.from({ length: DAYS_SHOWN }, (_, index) => dayOf(now - (DAYS_SHOWN - 1 - index) * DAY_MS));
  const prefix = daysOf(keyHash);
  const counts = new Map<string, number>();
  for (const { key, value } of await state.list(prefix, { after: prefix + (days[0] ?? '') }))
    if (typeof value === 'number') counts.set(key.slice(prefix.length), value);
  return days.map((day) => ({
    day,
    admitted: counts.get(`${day}/admitted`) ?? 0,
    refused: counts.get(`${day}/refused`) ?? 0,
  }));
};
