/** The rules of a person: values set by staff stand, whatever a provider says later. */
import type { Decider } from '../decider.ts';
import { deciding } from '../deciding.ts';
import { equal } from '../equal.ts';
import { isWithin } from '../characters.ts';
import { Refused } from '../errors.ts';
import { evolving } from '../evolving.ts';
import { AFFILIATIONS, TEXT } from '../limits.ts';
import { everyText, type LocalizedText } from '../localized-text.ts';
import type { Known } from '../must-exist.ts';
import { distinctWords } from '../search-terms.ts';
import {
  type Affiliations,
  affiliationsAfter,
  ended,
  isPast,
  pastAfter,
  type PastCorrection,
  restored,
} from './affiliations.ts';
import type { Absorbed, Affiliation, AffiliationStatus, PersonEvent, SaidBy } from './events.ts';
import { hasOrcid } from './id.ts';
import type { Person, Said } from './state.ts';
import { absorbedAfter, absorbing, merged, own, released, takenOver } from './merging.ts';

export type { Person } from './state.ts';

const TAIL = 4;

/**
 * A URL slug, readable, and seldom that of two people of one name, since it ends like the iD: `josiah-carberry-0097`; the iD itself for a name without a letter or digit.
 */
const slugOf = (name: LocalizedText, orcid: string): string => {
  const words = distinctWords(everyText(name)[0] ?? '');
  return words.length === 0 ? orcid : [...words, orcid.slice(-TAIL).toLowerCase()].join('-');
};

/** Set by staff; absent fields stay unchanged. */
type Profile = {
  readonly name?: LocalizedText;
  readonly biography?: LocalizedText | null;
  readonly photoUrl?: string | null;
  readonly peopleType?: string | null;
  readonly categoryIds?: readonly string[];
};

/** Epoch ms. Without a start it begins now, or keeps its start if it is the current one. */
export type AffiliationAsked = {
  readonly entityId: string;
  readonly status: AffiliationStatus;
  readonly startsAt?: number;
  /** End of the current one. */
  readonly endsAt?: number;
  /** Replaces the current one, which was recorded wrongly. */
  readonly corrects?: boolean;
};

export type PersonCommand =
  | {
      readonly type: 'RegisterPerson';
      readonly orcid: string;
      /** Null says nothing about it. */
      readonly name: LocalizedText | null;
      /** All names on ORCID, in order. Absent says nothing about them. */
      readonly allNames?: readonly string[];
      /** Null: there is none, or no longer. Absent says nothing about it. */
      readonly biography?: LocalizedText | null;
      readonly saidBy: SaidBy;
    }
  | ({ readonly type: 'ReviseProfile' } & Profile)
  | ({ readonly type: 'ChangeAffiliation'; readonly now: number } & AffiliationAsked)
  /** `now` in epoch ms. */
  | ({ readonly type: 'CorrectPastAffiliation'; readonly now: number } & PastCorrection)
  /** Undoes later changes: the current affiliation is that of `earlier` again. */
  | { readonly type: 'RestoreAffiliation'; readonly earlier: Affiliations }
  | { readonly type: 'MergePerson'; readonly into: string }
  | { readonly type: 'SeparatePerson' }
  /** Of `other`, who is merged into this one, what this one lacks. `now` in epoch ms. */
  | { readonly type: 'TakeOverPerson'; readonly other: Known<Person>; readonly now: number }
  | { readonly type: 'AbsorbPerson'; readonly absorbed: Absorbed }
  | { readonly type: 'ReleasePerson'; readonly from: string }
  | { readonly type: 'ArchivePerson' }
  | { readonly type: 'UnarchivePerson' };

const UNSAID = { name: null, otherNames: [], biography: null } as const;

const overrides = <T>(known: Said<T> | null, value: T, by: SaidBy): boolean =>
  known === null || (known.by === by ? !equal(known.value, value) : by === 'staff');

const NAMELESS = { value: undefined, by: 'provider' } as const;

const was = <T>(before: T | null | undefined): { readonly before?: T } => (before == null ? {} : { before });

type Names = { readonly name?: LocalizedText; readonly allNames?: readonly string[] };

/** A name from ORCID that staff replace becomes one of the others. */
const named = (
  known: Pick<Known<Person>, 'orcid' | 'name' | 'otherNames'>,
  said: Names,
  saidBy: SaidBy,
): readonly PersonEvent[] => {
  const isNew = said.name !== undefined && overrides(known.name, said.name, saidBy);
  const { value: name, by } = isNew ? { value: said.name, by: saidBy } : (known.name ?? NAMELESS);
  if (name === undefined) return [];
  const isReplaced = by === 'staff' && known.name?.by === 'provider';
  const others = [...(isReplaced ? everyText(known.name.value) : []), ...known.otherNames];
  const own = by === 'provider' ? everyText(name) : [];
  const otherNames = [...new Set(said.allNames ?? others)]
    .filter((each) => !own.includes(each) && isWithin(each, TEXT.nameCharacters))
    .slice(0, TEXT.otherNames);
  const isOther = !equal(otherNames, known.otherNames);
  if (!isNew && !isOther) return [];
  const data = { name, slug: slugOf(name, known.orcid), saidBy: by, ...was(known.name?.value) };
  return [{ type: 'PersonNamed', data: { ...data, ...(isOther && { otherNames }) } }];
};

const said = (
  known: Pick<Known<Person>, 'orcid' | 'name' | 'otherNames' | 'biography'>,
  { biography, ...names }: Names & Pick<Profile, 'biography'>,
  saidBy: SaidBy,
): readonly PersonEvent[] => {
  const events = [...named(known, names, saidBy)];
  if (biography !== undefined && overrides(known.biography, biography, saidBy))
    events.push({ type: 'PersonDescribed', data: { biography, saidBy, ...was(known.biography?.value) } });
  return events;
};

const registered = (
  state: Person,
  { orcid, name, allNames, biography, saidBy }: Extract<PersonCommand, { readonly type: 'RegisterPerson' }>,
): readonly PersonEvent[] => {
  if (!hasOrcid(orcid) && state.status === 'absent' && name === null)
    throw new Refused('invalid', 'name_required', 'a person without an ORCID iD needs a name', {
      field: 'name',
      accepted: 'a name, or the ORCID iD of the person',
    });
  const known = state.status === 'absent' ? { orcid, ...UNSAID } : own(state);
  const isSaid = biography !== undefined && (biography !== null || known.biography !== null);
  const profile = {
    ...(name !== null && { name }),
    ...(allNames !== undefined && { allNames }),
    ...(isSaid && { biography }),
  };
  if (state.status === 'absent')
    return [{ type: 'PersonRegistered', data: { orcid } }, ...said(known, profile, saidBy)];
  // Staff who register an iD again under another name probably mistyped it, or did not see the first registration.
  if (saidBy === 'staff' && name !== null && state.name !== null && !equal(state.name.value, name))
    throw new Refused('conflict', 'person_exists', 'registered already, under another name', { field: 'name' });
  return said(known, profile, saidBy);
};

const revised = (state: Known<Person>, profile: Profile): readonly PersonEvent[] => {
  const { name, ...others } = profile;
  const { photoUrl = state.photoUrl, peopleType = state.peopleType, categoryIds = state.categoryIds } = others;
  // Interfaces send the name with every change: if it is unchanged, it stays the provider's.
  const isAlone = others.biography === undefined && others.categoryIds === undefined;
  const events = [...said(state, !isAlone && equal(name, state.name?.value) ? others : profile, 'staff')];
  if (photoUrl !== state.photoUrl)
    events.push({ type: 'PersonPhotographed', data: { photoUrl, ...was(state.photoUrl) } });
  const before = { peopleType: state.peopleType, categoryIds: state.categoryIds };
  if (!equal(before, { peopleType, categoryIds })) {
    const wasClassified = before.peopleType !== null || before.categoryIds.length > 0;
    events.push({ type: 'PersonClassified', data: { peopleType, categoryIds, ...(wasClassified && { before }) } });
  }
  return events;
};

/** Throws for an end before the start, or in the future, since an affiliation with an end is no longer current. */
const mustHaveEnded = (startsAt: number, endsAt: number, now: number): void => {
  const refuse = (message: string, accepted: string): never => {
    throw new Refused('invalid', 'invalid_end', message, { field: 'ends_at', accepted });
  };
  if (endsAt < startsAt) refuse('it would end before it began', 'an end that is not before the start');
  if (endsAt > now) refuse('it has not ended yet', 'an end that is not in the future');
};

/** Whether this is the current affiliation, regardless of its start. */
export const isAffiliated = (
  affiliation: Affiliation | null,
  { entityId, status }: Pick<Affiliation, 'entityId' | 'status'>,
): boolean => affiliation?.entityId === entityId && affiliation.status === status;

const affiliating = (
  { affiliation }: Known<Person>,
  { entityId, status, corrects = false, endsAt, ...when }: AffiliationAsked & { readonly now: number },
): readonly PersonEvent[] => {
  const present = isAffiliated(affiliation, { entityId, status }) ? affiliation : null;
  const startsAt = when.startsAt ?? present?.startsAt ?? when.now;
  const wanted: Affiliation = { entityId, status, startsAt };
  if (endsAt !== undefined) {
    if (present === null)
      throw new Refused('conflict', 'affiliation_not_present', 'the person has no such affiliation now');
    mustHaveEnded(startsAt, endsAt, when.now);
  }
  const over = endsAt === undefined ? [] : [ended(wanted, endsAt)];
  if (affiliation !== null && equal(affiliation, wanted)) return over;
  const started: PersonEvent = { type: 'AffiliationStarted', data: wanted };
  if (affiliation === null) return [started, ...over];
  return [ended(affiliation, startsAt, corrects), started, ...over];
};

const correctingPast = (
  { past }: Known<Person>,
  { before, after, now }: PastCorrection & { readonly now: number },
): readonly PersonEvent[] => {
  const isGone = before === null || !isPast(past, before);
  if (equal(before, after) || (isGone && (after === null || isPast(past, after)))) return [];
  if (before !== null && isGone)
    throw new Refused('not_found', 'affiliation_not_found', 'the person has no such earlier affiliation', {
      field: 'before',
    });
  if (after !== null) mustHaveEnded(after.startsAt, after.endsAt, now);
  if (before === null && past.length >= AFFILIATIONS.corrected)
    throw new Refused(
      'conflict',
      'too_many_affiliations',
      'the person has as many earlier affiliations as can be added',
      {
        field: 'after',
        accepted: `at most ${AFFILIATIONS.corrected} earlier affiliations`,
      },
    );
  return [{ type: 'PastAffiliationCorrected', data: { before, after } }];
};

export const person: Decider<Person, PersonCommand, PersonEvent> = {
  initial: { status: 'absent' },

  decide: deciding<Person, PersonCommand, PersonEvent>('person')(
    { RegisterPerson: registered },
    {
      ReviseProfile: (state, command) => revised(own(state), command),
      ChangeAffiliation: (state, command) => affiliating(own(state), command),
      CorrectPastAffiliation: (state, { before, after, now }) => correctingPast(own(state), { before, after, now }),
      RestoreAffiliation: (state, { earlier }) => restored(own(state), earlier),
      MergePerson: (state, { into }) => merged(state, into),
      SeparatePerson: ({ mergedInto: from }) =>
        from === undefined ? [] : [{ type: 'PersonSeparated', data: { from } }],
      TakeOverPerson: (state, { other, now }) => [
        ...(state.name === null && other.name !== null ? named(state, { name: other.name.value }, other.name.by) : []),
        ...takenOver(own(state), other, now),
      ],
      AbsorbPerson: (state, { absorbed }) => absorbing(own(state), absorbed),
      ReleasePerson: (state, { from }) => released(state, from),
      ArchivePerson: (state) => (own(state).status === 'archived' ? [] : [{ type: 'PersonArchived', data: {} }]),
      UnarchivePerson: (state) => (own(state).status === 'active' ? [] : [{ type: 'PersonUnarchived', data: {} }]),
    },
  ),

  evolve: evolving<Person, PersonEvent, 'PersonRegistered'>(
    {
      PersonRegistered: (state, { orcid }) => {
        const rest = { photoUrl: null, peopleType: null, categoryIds: [], affiliation: null, past: [] };
        return state.status === 'absent' ? { status: 'active', orcid, ...UNSAID, ...rest } : state;
      },
    },
    {
      PersonNamed: (state, { name: value, saidBy: by, otherNames = state.otherNames }) => ({
        ...state,
        name: { value, by },
        otherNames,
      }),
      PersonDescribed: (state, { biography: value, saidBy: by }) => ({ ...state, biography: { value, by } }),
      PersonPhotographed: (state, { photoUrl }) => ({ ...state, photoUrl }),
      PersonClassified: (state, { peopleType, categoryIds }) => ({ ...state, peopleType, categoryIds }),
      AffiliationEnded: (state, data) => ({
        ...state,
        ...affiliationsAfter(state, { type: 'AffiliationEnded', data }),
      }),
      AffiliationStarted: (state, data) => ({
        ...state,
        ...affiliationsAfter(state, { type: 'AffiliationStarted', data }),
      }),
      PastAffiliationCorrected: (state, data) => ({ ...state, past: pastAfter(state.past, data) }),
      PersonMerged: (state, { into }) => ({ ...state, mergedInto: into }),
      PersonSeparated: ({ mergedInto: _into, ...state }) => state,
      PersonAbsorbed: (state, data) => ({
        ...state,
        absorbed: absorbedAfter(state.absorbed, { type: 'PersonAbsorbed', data }),
      }),
      PersonReleased: (state, data) => ({
        ...state,
        absorbed: absorbedAfter(state.absorbed, { type: 'PersonReleased', data }),
      }),
      PersonArchived: (state) => ({ ...state, status: 'archived' }),
      PersonUnarchived: (state) => ({ ...state, status: 'active' }),
    },
  ),
};
