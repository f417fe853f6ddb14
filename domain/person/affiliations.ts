/** The affiliations of a person: one at a time, and those that have ended. */
import { equal } from '../equal.ts';
import type { Affiliation, PastAffiliation, PersonEvent } from './events.ts';

export type Affiliations = {
  readonly affiliation: Affiliation | null;
  /** Oldest first. */
  readonly past: readonly PastAffiliation[];
};

export type PastCorrection = Extract<PersonEvent, { readonly type: 'PastAffiliationCorrected' }>['data'];

export const isPast = (past: readonly PastAffiliation[], affiliation: PastAffiliation | null): boolean =>
  past.some((each) => equal(each, affiliation));

export const pastAfter = (
  past: readonly PastAffiliation[],
  { before, after }: PastCorrection,
): readonly PastAffiliation[] => {
  const corrected = past.findIndex((each) => equal(each, before));
  const others = past.filter((_, index) => index !== corrected);
  return after === null || isPast(others, after) ? others : [...others, after].sort((a, b) => a.endsAt - b.endsAt);
};

export type AffiliationEvent = Extract<PersonEvent, { readonly type: 'AffiliationStarted' | 'AffiliationEnded' }>;

export const affiliationsAfter = ({ past }: Affiliations, event: AffiliationEvent): Affiliations => {
  if (event.type === 'AffiliationEnded')
    return { affiliation: null, past: event.data.corrected === true ? past : [...past, event.data] };
  const { endedAt, ...affiliation } = event.data;
  if (endedAt === undefined) return { affiliation, past };
  const resumed = past.findLastIndex((each) => equal(each, { ...affiliation, endsAt: endedAt }));
  return { affiliation, past: past.filter((_, index) => index !== resumed) };
};

/** A corrected affiliation is removed as if it had never existed. */
export const ended = (affiliation: Affiliation, at: number, corrected = false): AffiliationEvent => ({
  type: 'AffiliationEnded',
  data: { ...affiliation, endsAt: Math.max(at, affiliation.startsAt), ...(corrected && { corrected }) },
});

/** When the affiliation ended, if it is a past one here and not there. */
const endOf = (affiliation: Affiliation, here: Affiliations, there: Affiliations): number | undefined =>
  here.past.findLast(
    (each) => equal(each, { ...affiliation, endsAt: each.endsAt }) && !there.past.some((other) => equal(other, each)),
  )?.endsAt;

/** Restores the earlier current affiliation: one that ended is resumed; one that began since is withdrawn, or ends when it had ended before. */
export const restored = (present: Affiliations, earlier: Affiliations): readonly AffiliationEvent[] => {
  const [current, wanted] = [present.affiliation, earlier.affiliation];
  if (equal(current, wanted)) return [];
  const events: AffiliationEvent[] = [];
  if (current !== null) {
    const endsAt = endOf(current, earlier, present);
    events.push(ended(current, endsAt ?? current.startsAt, endsAt === undefined));
  }
  if (wanted !== null) {
    const endedAt = endOf(wanted, present, earlier);
    events.push({ type: 'AffiliationStarted', data: { ...wanted, ...(endedAt !== undefined && { endedAt }) } });
  }
  return events;
};
