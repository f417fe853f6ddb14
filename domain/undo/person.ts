/** How each event of a person is undone: what staff put back, no provider overwrites. */
import { Refused } from '../errors.ts';
import type { Json } from '../json.ts';
import type { LocalizedText } from '../localized-text.ts';
import type { Affiliation, PersonEvent } from '../person/events.ts';
import { isAffiliated, person, type Person, type PersonCommand } from '../person/person.ts';
import { inversesOf, type Parts, type Undoer } from './inverse.ts';
import type { Undoable } from './plan.ts';

const PATH = {
  name: '/name',
  biography: '/biography',
  photo: '/photo_url',
  type: '/people_type',
  categories: '/category_ids',
  affiliation: '/affiliation',
  archived: '/archived',
} as const;

const view = (state: Person): Parts => {
  if (state.status === 'absent') return { [PATH.archived]: true };
  const { name, biography, photoUrl, peopleType, categoryIds, affiliation, status } = state;
  return {
    [PATH.name]: name?.value,
    [PATH.biography]: biography?.value ?? undefined,
    [PATH.photo]: photoUrl ?? undefined,
    [PATH.type]: peopleType ?? undefined,
    [PATH.categories]: categoryIds,
    [PATH.affiliation]: affiliation ?? undefined,
    [PATH.archived]: status === 'archived',
  };
};

const naming = (name: Json | undefined): PersonCommand => {
  if (name === undefined)
    throw new Refused('conflict', 'no_earlier_name', 'the person had no name before; give another one instead');
  return { type: 'ReviseProfile', name: name as LocalizedText };
};

/** What is put back was there before: a correction is undone by one. */
const affiliating = (wanted: Json | undefined, present: Affiliation | null, now: number): PersonCommand => {
  if (wanted === undefined) return { type: 'EndAffiliation', now };
  const { entityId, status, startsAt } = wanted as unknown as Affiliation;
  const corrects = isAffiliated(present, { entityId, status });
  return { type: 'ChangeAffiliation', entityId, status, startsAt, corrects, now };
};

/** The command that puts one part back. */
const putting = (path: string, wanted: Json | undefined, state: Person, { at }: Undoer): PersonCommand => {
  switch (path) {
    case PATH.name:
      return naming(wanted);
    case PATH.biography:
      return { type: 'ReviseProfile', biography: (wanted ?? null) as LocalizedText | null };
    case PATH.photo:
      return { type: 'ReviseProfile', photoUrl: (wanted ?? null) as string | null };
    case PATH.type:
      return { type: 'ReviseProfile', peopleType: (wanted ?? null) as string | null };
    case PATH.categories:
      return { type: 'ReviseProfile', categoryIds: (wanted ?? []) as readonly string[] };
    case PATH.affiliation:
      return affiliating(wanted, state.status === 'absent' ? null : state.affiliation, at);
    default:
      return { type: wanted === true ? 'ArchivePerson' : 'UnarchivePerson' };
  }
};

const { made, changed } = inversesOf<Person, PersonCommand, PersonEvent>(
  {
    role: 'member',
    view,
    put: (wanted, now, by) => Object.entries(wanted).map(([path, value]) => putting(path, value, now, by)),
  },
  PATH.archived,
);

export const undoablePerson: Undoable<Person, PersonCommand, PersonEvent> = {
  decider: person,
  inverses: {
    PersonRegistered: made,
    PersonNamed: changed,
    PersonDescribed: changed,
    PersonPhotographed: changed,
    PersonClassified: changed,
    // One change: the person is not without an affiliation in between.
    AffiliationEnded: { ...changed, next: 'AffiliationStarted' },
    AffiliationStarted: { ...changed, previous: 'AffiliationEnded' },
    PersonArchived: changed,
    PersonUnarchived: changed,
  },
};
