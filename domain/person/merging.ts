/** Merging: one person turns out to be another, who takes over what they lack. */
import { equal } from '../equal.ts';
import { Refused } from '../errors.ts';
import { TEXT } from '../limits.ts';
import { everyText } from '../localized-text.ts';
import type { Known } from '../must-exist.ts';
import { ended } from './affiliations.ts';
import type { Absorbed, PersonEvent } from './events.ts';
import { hasOrcid } from './id.ts';
import type { Person } from './state.ts';

type Present = Known<Person>;

/** Their own names in every locale, those on ORCID, and those of people merged into them. */
const everyNameOf = ({ name, otherNames, absorbed = [] }: Present): readonly string[] => [
  ...(name === null ? [] : everyText(name.value)),
  ...otherNames,
  ...absorbed.flatMap(({ names }) => names),
];

/** The person, if they can be changed. */
export const own = (state: Present): Present => {
  if (state.mergedInto !== undefined)
    throw new Refused('conflict', 'person_merged', 'this person was merged into another one', {
      merged_into: state.mergedInto,
      accepted: 'changes to that person, or undo the merge',
    });
  return state;
};

/**
 * Only someone without an iD is merged into another person: records and lists keep naming an iD, so machines would link it again. The
 * owner of two iDs merges them at ORCID.
 */
export const merged = (state: Present, into: string): readonly PersonEvent[] => {
  const { orcid, mergedInto } = state;
  if (mergedInto === into) return [];
  own(state);
  if (hasOrcid(orcid))
    throw new Refused('conflict', 'has_orcid', `${orcid} is an ORCID iD, which records and lists will go on naming`, {
      field: 'orcid',
      accepted: 'a person without an ORCID iD; the owner of two iDs can merge them at orcid.org',
    });
  if (orcid === into)
    throw new Refused('invalid', 'same_person', 'a person cannot be merged into themselves', {
      field: 'into',
      accepted: 'another person',
    });
  return [{ type: 'PersonMerged', data: { into } }];
};

export const released = ({ absorbed = [] }: Present, from: string): readonly PersonEvent[] =>
  absorbed.some((each) => each.from === from) ? [{ type: 'PersonReleased', data: { from } }] : [];

export const absorbing = ({ absorbed = [] }: Present, data: Absorbed): readonly PersonEvent[] =>
  absorbed.some((each) => equal(each, data)) ? [] : [{ type: 'PersonAbsorbed', data }];

const without = (absorbed: readonly Absorbed[], from: string): readonly Absorbed[] =>
  absorbed.filter((each) => each.from !== from);

export const absorbedAfter = (
  absorbed: readonly Absorbed[] = [],
  event: Extract<PersonEvent, { readonly type: 'PersonAbsorbed' | 'PersonReleased' }>,
): readonly Absorbed[] => {
  const others = without(absorbed, event.data.from);
  return event.type === 'PersonReleased' ? others : [...others, event.data];
};

/** The affiliation goes on if the person has none; else it ends. `now` in epoch ms. */
const affiliationOf = (state: Present, other: Present, now: number) => {
  const { affiliation } = other;
  if (affiliation === null) return { started: [], past: [] };
  if (state.affiliation === null)
    return { started: [{ type: 'AffiliationStarted', data: affiliation }] as const, past: [] };
  if (equal(state.affiliation, affiliation)) return { started: [], past: [] };
  return { started: [], past: [ended(affiliation, now).data as Absorbed['past'][number]] };
};

/** What the person lacks and the other one has, but for the name. What they have themselves stays, and all names are kept. */
export const takenOver = (state: Present, other: Present, now: number): readonly PersonEvent[] => {
  const events: PersonEvent[] = [];
  if (state.status === 'archived' && other.status === 'active') events.push({ type: 'PersonUnarchived', data: {} });
  if (state.biography?.value == null && other.biography?.value != null)
    events.push({ type: 'PersonDescribed', data: { biography: other.biography.value, saidBy: other.biography.by } });
  if (state.photoUrl === null && other.photoUrl !== null)
    events.push({ type: 'PersonPhotographed', data: { photoUrl: other.photoUrl } });
  const before = { peopleType: state.peopleType, categoryIds: state.categoryIds };
  const both = {
    peopleType: before.peopleType ?? other.peopleType,
    categoryIds: [...new Set([...before.categoryIds, ...other.categoryIds])],
  };
  const wasClassified = before.peopleType !== null || before.categoryIds.length > 0;
  if (!equal(before, both))
    events.push({ type: 'PersonClassified', data: { ...both, ...(wasClassified && { before }) } });
  const { started, past } = affiliationOf(state, other, now);
  const others = without(state.absorbed ?? [], other.orcid);
  const known = new Set(everyNameOf({ ...state, name: state.name ?? other.name, absorbed: others }));
  const absorbed: Absorbed = {
    from: other.orcid,
    names: [...new Set(everyNameOf(other))].filter((name) => !known.has(name)).slice(0, TEXT.otherNames),
    past: [...other.past, ...(other.absorbed ?? []).flatMap((each) => each.past), ...past],
  };
  return [...events, ...started, ...absorbing(state, absorbed)];
};
