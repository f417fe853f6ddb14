/** How each event of a person is undone: no provider overwrites what staff have restored. */
import { Refused } from '../errors.ts';
import type { Json } from '../json.ts';
import type { LocalizedText } from '../localized-text.ts';
import type { PersonEvent } from './events.ts';
import { person, type Person, type PersonCommand } from './person.ts';
import { inversesOf, type Parts } from '../undo/inverse.ts';
import type { Undoable } from '../undo/plan.ts';

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
    throw new Refused('conflict', 'no_earlier_name', 'the person had no earlier name; enter another one instead');
  return { type: 'ReviseProfile', name: name as LocalizedText };
};

const putting = (path: string, wanted: Json | undefined): PersonCommand => {
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
    default:
      return { type: wanted === true ? 'ArchivePerson' : 'UnarchivePerson' };
  }
};

const { made, changed } = inversesOf<Person, PersonCommand, PersonEvent>(
  {
    role: 'member',
    view,
    put: (wanted) => Object.entries(wanted).map(([path, value]) => putting(path, value)),
  },
  PATH.archived,
);

/** The values alone do not show which past affiliations existed before. */
const affiliated: typeof changed = {
  ...changed,
  commands: ({ before }) => (before.status === 'absent' ? [] : [{ type: 'RestoreAffiliation', earlier: before }]),
};

export const undoablePerson: Undoable<Person, PersonCommand, PersonEvent> = {
  decider: person,
  inverses: {
    PersonRegistered: made,
    PersonNamed: changed,
    PersonDescribed: changed,
    PersonPhotographed: changed,
    PersonClassified: changed,
    // One change, so that the person is never without an affiliation in between.
    AffiliationEnded: { ...affiliated, next: 'AffiliationStarted' },
    AffiliationStarted: { ...affiliated, previous: 'AffiliationEnded' },
    PersonArchived: changed,
    PersonUnarchived: changed,
  },
};
