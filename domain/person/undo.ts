/** How each event of a person is undone: no provider overwrites what staff have restored. */
import { pointerTo } from '../changes/change.ts';
import { Refused } from '../errors.ts';
import type { Json } from '../json.ts';
import { isPast, type PastCorrection } from './affiliations.ts';
import type { Absorbed, PersonEvent } from './events.ts';
import { person, type Person, type PersonCommand } from './person.ts';
import { cannot, changed, type Inverse, type Parts, type Undoable } from '../undo/inverse.ts';

const NAME = '/name';
const AFFILIATION = '/affiliation';
const ARCHIVED = '/archived';
const PROFILE = {
  [NAME]: 'name',
  '/biography': 'biography',
  '/photo_url': 'photoUrl',
  '/people_type': 'peopleType',
  '/category_ids': 'categoryIds',
} as const;

const view = (state: Person): Parts => {
  if (state.status === 'absent') return { [ARCHIVED]: true };
  const { affiliation, status } = state;
  const profile = { ...state, name: state.name?.value, biography: state.biography?.value };
  return {
    ...Object.fromEntries(Object.entries(PROFILE).map(([path, field]) => [path, profile[field] ?? undefined])),
    [AFFILIATION]: affiliation ?? undefined,
    [ARCHIVED]: status === 'archived',
  };
};

const putting = (path: string, wanted: Json | undefined): PersonCommand => {
  if (path === ARCHIVED) return { type: wanted === true ? 'ArchivePerson' : 'UnarchivePerson' };
  if (path === NAME && wanted === undefined)
    throw new Refused('conflict', 'no_earlier_name', 'the person had no earlier name; enter another one instead');
  return { type: 'ReviseProfile', [PROFILE[path as keyof typeof PROFILE]]: wanted ?? null };
};

const back: Inverse<Person, PersonCommand, PersonEvent> = {
  role: 'member',
  parts: changed(view),
  put: (wanted) => Object.entries(wanted).map(([path, value]) => putting(path, value)),
};

/** The values alone do not show which past affiliations existed before. */
const affiliated: typeof back = {
  ...back,
  put: (_wanted, { before }) => [before.status !== 'absent' && { type: 'RestoreAffiliation', earlier: before }],
};

const correctionIn = ({ data }: { readonly data: unknown }): PastCorrection => data as PastCorrection;

/** The others of the past may have changed since. */
const correctedPast: typeof back = {
  role: 'member',
  parts: ({ event, now }) => {
    const { before, after } = correctionIn(event);
    const past = now.status === 'absent' ? [] : now.past;
    const present = [after, before].find((each) => each !== null && isPast(past, each));
    return [
      { path: '/past_affiliations', before: before ?? undefined, after: after ?? undefined, now: present ?? undefined },
    ];
  },
  put: (_wanted, { event }, { at: now }) => {
    const { before, after } = correctionIn(event);
    return [{ type: 'CorrectPastAffiliation', before: after, after: before, now }];
  },
};

const MERGED_INTO = '/merged_into';

const WHOLE = {
  withCause: cannot('The publications were moved with it: undo everything that its cause did.'),
} as const;

const merging: typeof back = {
  ...{ role: 'member', ...WHOLE },
  parts: changed((state) => ({ [MERGED_INTO]: state.status === 'absent' ? undefined : state.mergedInto })),
  put: ({ [MERGED_INTO]: into }) => [
    typeof into === 'string' ? { type: 'MergePerson', into } : { type: 'SeparatePerson' },
  ],
};

const ABSORBED = pointerTo('absorbed', '');

const absorbing: typeof back = {
  ...{ role: 'member', ...WHOLE },
  parts: changed((state) => {
    const { absorbed = [] } = state.status === 'absent' ? {} : state;
    return Object.fromEntries(absorbed.map((each) => [`${ABSORBED}${each.from}`, each]));
  }),
  put: (wanted) =>
    Object.entries(wanted).map(([path, value]) =>
      value === undefined
        ? { type: 'ReleasePerson', from: path.slice(ABSORBED.length) }
        : { type: 'AbsorbPerson', absorbed: value as Absorbed },
    ),
};

export const undoablePerson: Undoable<Person, PersonCommand, PersonEvent> = {
  decider: person,
  inverses: {
    PersonRegistered: { ...back, makes: ARCHIVED },
    PersonNamed: back,
    PersonDescribed: back,
    PersonPhotographed: back,
    PersonClassified: back,
    AffiliationEnded: affiliated,
    PastAffiliationCorrected: correctedPast,
    // One change, so that the person is never without an affiliation in between.
    AffiliationStarted: { ...affiliated, previous: 'AffiliationEnded' },
    PersonArchived: back,
    PersonUnarchived: back,
    PersonMerged: merging,
    PersonSeparated: merging,
    PersonAbsorbed: absorbing,
    PersonReleased: absorbing,
  },
};
