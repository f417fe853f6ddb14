/** How each event of a person is undone: what staff put back, no provider overwrites. */
import { Refused } from '../errors.ts';
import type { Json } from '../json.ts';
import type { LocalizedText } from '../localized-text.ts';
import type { Affiliation, PersonEvent } from '../person/events.ts';
import { person, type Person, type PersonCommand } from '../person/person.ts';
import { removing, restoring, type Inverse, type Parts, type Undoer } from './inverse.ts';
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
  return { type: 'NamePerson', name: name as LocalizedText, saidBy: 'staff' };
};

const affiliating = (affiliation: Json | undefined, now: number): PersonCommand =>
  affiliation === undefined
    ? { type: 'EndAffiliation', now }
    : { type: 'ChangeAffiliation', ...(affiliation as unknown as Affiliation), now };

/** The command that puts one part back. */
const putting = (path: string, wanted: Json | undefined, { at }: Undoer): PersonCommand => {
  switch (path) {
    case PATH.name:
      return naming(wanted);
    case PATH.biography:
      return { type: 'DescribePerson', biography: (wanted ?? null) as LocalizedText | null, saidBy: 'staff' };
    case PATH.photo:
      return { type: 'DetailPerson', photoUrl: (wanted ?? null) as string | null };
    case PATH.type:
      return { type: 'DetailPerson', peopleType: (wanted ?? null) as string | null };
    case PATH.categories:
      return { type: 'DetailPerson', categoryIds: (wanted ?? []) as readonly string[] };
    case PATH.affiliation:
      return affiliating(wanted, at);
    default:
      return { type: wanted === true ? 'ArchivePerson' : 'UnarchivePerson' };
  }
};

const how = {
  role: 'member',
  view,
  put: (wanted: Parts, _now: Person, by: Undoer): readonly PersonCommand[] =>
    Object.entries(wanted).map(([path, value]) => putting(path, value, by)),
} as const;

type Back = Inverse<Person, PersonCommand, PersonEvent>;

const back: Back = restoring(how);

export const undoablePerson: Undoable<Person, PersonCommand, PersonEvent> = {
  decider: person,
  inverses: {
    PersonRegistered: removing(how, PATH.archived),
    PersonNamed: back,
    PersonDescribed: back,
    PersonPhotographed: back,
    PersonClassified: back,
    // One change: nobody is without an affiliation in between.
    AffiliationEnded: { ...back, next: 'AffiliationStarted' },
    AffiliationStarted: { ...back, previous: 'AffiliationEnded' },
    PersonArchived: back,
    PersonUnarchived: back,
  },
};
