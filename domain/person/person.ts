/** The rules of a person: what staff say stands, whatever a provider says later. */
import type { Decider } from '../decider.ts';
import { equal } from '../equal.ts';
import { Refused } from '../errors.ts';
import type { LocalizedText } from '../localized-text.ts';
import type { Affiliation, AffiliationStatus, PersonEvent, SaidBy } from './events.ts';
import { slugOf } from './slug.ts';

type Said<T> = { readonly value: T; readonly by: SaidBy };

export type Person =
  | { readonly status: 'absent' }
  | {
      readonly status: 'active' | 'archived';
      readonly orcid: string;
      readonly name: Said<LocalizedText> | null;
      readonly biography: Said<LocalizedText | null> | null;
      readonly photoUrl: string | null;
      readonly peopleType: string | null;
      readonly categoryIds: readonly string[];
      readonly affiliation: Affiliation | null;
    };
type Registered = Exclude<Person, { readonly status: 'absent' }>;

export type PersonCommand =
  | {
      readonly type: 'RegisterPerson';
      readonly orcid: string;
      readonly name: LocalizedText | null;
      readonly biography: LocalizedText | null;
      readonly saidBy: SaidBy;
    }
  | { readonly type: 'NamePerson'; readonly name: LocalizedText; readonly saidBy: SaidBy }
  | { readonly type: 'DescribePerson'; readonly biography: LocalizedText | null; readonly saidBy: SaidBy }
  /** What is absent stays. */
  | {
      readonly type: 'DetailPerson';
      readonly photoUrl?: string | null;
      readonly peopleType?: string | null;
      readonly categoryIds?: readonly string[];
    }
  /** By staff; what is absent stays. */
  | {
      readonly type: 'ReviseProfile';
      readonly name: LocalizedText;
      readonly biography?: LocalizedText | null;
      readonly categoryIds?: readonly string[];
    }
  /** Epoch ms. Without a start it begins `now`, or when it did if it is the present one. */
  | {
      readonly type: 'ChangeAffiliation';
      readonly entityId: string;
      readonly status: AffiliationStatus;
      readonly startsAt?: number;
      /** That of the present one: it is over since. */
      readonly endsAt?: number;
      /** It takes the place of the present one, which was recorded wrongly. */
      readonly corrects?: boolean;
      readonly now: number;
    }
  /** Now, epoch ms, or at its start where that is later. */
  | { readonly type: 'EndAffiliation'; readonly now: number }
  | { readonly type: 'ArchivePerson' }
  | { readonly type: 'UnarchivePerson' };

const registered = (state: Person): Registered => {
  if (state.status === 'absent') throw new Refused('not_found', 'person_not_found', 'no such person');
  return state;
};

const overrides = <T>(known: Said<T> | null, value: T, by: SaidBy): boolean =>
  known === null ||
  (by === 'staff'
    ? known.by !== 'staff' || !equal(known.value, value)
    : known.by === 'provider' && !equal(known.value, value));

const was = <T>(before: T | null | undefined): { readonly before?: T } => (before == null ? {} : { before });

const naming = (
  known: Said<LocalizedText> | null,
  orcid: string,
  name: LocalizedText,
  saidBy: SaidBy,
): readonly PersonEvent[] =>
  overrides(known, name, saidBy)
    ? [{ type: 'PersonNamed', data: { name, slug: slugOf(name, orcid), saidBy, ...was(known?.value) } }]
    : [];

const describing = (
  known: Said<LocalizedText | null> | null,
  biography: LocalizedText | null,
  saidBy: SaidBy,
): readonly PersonEvent[] =>
  overrides(known, biography, saidBy)
    ? [{ type: 'PersonDescribed', data: { biography, saidBy, ...was(known?.value) } }]
    : [];

const classifying = (
  known: Registered,
  {
    peopleType = known.peopleType,
    categoryIds = known.categoryIds,
  }: Partial<Pick<Registered, 'peopleType' | 'categoryIds'>>,
): readonly PersonEvent[] => {
  const before = { peopleType: known.peopleType, categoryIds: known.categoryIds };
  return equal(before, { peopleType, categoryIds })
    ? []
    : [
        {
          type: 'PersonClassified',
          data: {
            peopleType,
            categoryIds,
            ...was(known.peopleType === null && known.categoryIds.length === 0 ? null : before),
          },
        },
      ];
};

/** A provider that has no name or biography says nothing about it. */
const said = (
  state: Registered | null,
  { orcid, name, biography, saidBy }: Extract<PersonCommand, { readonly type: 'RegisterPerson' }>,
): readonly PersonEvent[] => [
  ...(name === null ? [] : naming(state?.name ?? null, orcid, name, saidBy)),
  ...(biography === null ? [] : describing(state?.biography ?? null, biography, saidBy)),
];

/** Staff who register somebody that there is, under another name, mean somebody else or have not looked. */
const registeredAgain = (
  state: Registered,
  command: Extract<PersonCommand, { readonly type: 'RegisterPerson' }>,
): readonly PersonEvent[] => {
  const { name, saidBy } = command;
  if (saidBy === 'staff' && name !== null && state.name !== null && !equal(state.name.value, name))
    throw new Refused('conflict', 'person_exists', 'registered already, under another name', { field: 'name' });
  return said(state, command);
};

const ended = (affiliation: Affiliation, at: number, corrected = false): PersonEvent => ({
  type: 'AffiliationEnded',
  data: { ...affiliation, endsAt: Math.max(at, affiliation.startsAt), ...(corrected && { corrected }) },
});

/** Throws for an end before the start, or in the future: a person whose affiliation has an end has none at present. */
const mustHaveEnded = (startsAt: number, endsAt: number, now: number): void => {
  const refuse = (message: string, accepted: string): never => {
    throw new Refused('invalid', 'invalid_end', message, { field: 'ends_at', accepted });
  };
  if (endsAt < startsAt) refuse('it would end before it began', 'an end that is not before the start');
  if (endsAt > now) refuse('it has not ended yet', 'an end that is not in the future');
};

/** Whether that is the affiliation, whenever it began. */
export const isAffiliated = (
  affiliation: Affiliation | null,
  { entityId, status }: Pick<Affiliation, 'entityId' | 'status'>,
): boolean => affiliation?.entityId === entityId && affiliation.status === status;

const affiliating = (
  { affiliation }: Registered,
  {
    entityId,
    status,
    corrects = false,
    endsAt,
    ...when
  }: Extract<PersonCommand, { readonly type: 'ChangeAffiliation' }>,
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

export const person: Decider<Person, PersonCommand, PersonEvent> = {
  initial: { status: 'absent' },

  decide(command, state) {
    switch (command.type) {
      case 'RegisterPerson':
        if (state.status !== 'absent') return registeredAgain(state, command);
        return [{ type: 'PersonRegistered', data: { orcid: command.orcid } }, ...said(null, command)];
      case 'NamePerson': {
        const { orcid, name } = registered(state);
        return naming(name, orcid, command.name, command.saidBy);
      }
      case 'DescribePerson':
        return describing(registered(state).biography, command.biography, command.saidBy);
      case 'DetailPerson': {
        const known = registered(state);
        const { photoUrl = known.photoUrl, peopleType = known.peopleType, categoryIds = known.categoryIds } = command;
        return [
          ...(photoUrl === known.photoUrl
            ? []
            : [{ type: 'PersonPhotographed', data: { photoUrl, ...was(known.photoUrl) } } as const]),
          ...classifying(known, { peopleType, categoryIds }),
        ];
      }
      case 'ReviseProfile': {
        const known = registered(state);
        const { name, biography, categoryIds } = command;
        return [
          ...naming(known.name, known.orcid, name, 'staff'),
          ...(biography === undefined ? [] : describing(known.biography, biography, 'staff')),
          ...(categoryIds === undefined ? [] : classifying(known, { categoryIds })),
        ];
      }
      case 'ChangeAffiliation':
        return affiliating(registered(state), command);
      case 'EndAffiliation': {
        const { affiliation } = registered(state);
        return affiliation === null ? [] : [ended(affiliation, command.now)];
      }
      case 'ArchivePerson':
        return registered(state).status === 'archived' ? [] : [{ type: 'PersonArchived', data: {} }];
      case 'UnarchivePerson':
        return registered(state).status === 'active' ? [] : [{ type: 'PersonUnarchived', data: {} }];
    }
  },

  evolve(state, event) {
    if (event.type === 'PersonRegistered') {
      const nothingYet = {
        name: null,
        biography: null,
        photoUrl: null,
        peopleType: null,
        categoryIds: [],
        affiliation: null,
      };
      return state.status === 'absent' ? { status: 'active', orcid: event.data.orcid, ...nothingYet } : state;
    }
    if (state.status === 'absent') return state;
    switch (event.type) {
      case 'PersonNamed':
        return { ...state, name: { value: event.data.name, by: event.data.saidBy } };
      case 'PersonDescribed':
        return { ...state, biography: { value: event.data.biography, by: event.data.saidBy } };
      case 'PersonPhotographed':
        return { ...state, photoUrl: event.data.photoUrl };
      case 'PersonClassified':
        return { ...state, peopleType: event.data.peopleType, categoryIds: event.data.categoryIds };
      case 'AffiliationEnded':
        return { ...state, affiliation: null };
      case 'AffiliationStarted':
        return { ...state, affiliation: event.data };
      case 'PersonArchived':
        return { ...state, status: 'archived' };
      case 'PersonUnarchived':
        return { ...state, status: 'active' };
      default:
        event satisfies never;
        return state;
    }
  },
};
