/** A person's profile, folded from their stream; as workspace rows hold it. */
import { EVENT_TYPES } from '../../domain/event-types.ts';
import type { Revision } from '../../domain/event.ts';
import { everyText, type LocalizedText } from '../../domain/localized-text.ts';
import { affiliationsAfter, pastAfter, type Affiliations } from '../../domain/person/affiliations.ts';
import type { Absorbed, PersonEvent } from '../../domain/person/events.ts';
import { absorbedAfter } from '../../domain/person/merging.ts';
import type { EventOf } from '../define.ts';

export type Profile = Affiliations & {
  readonly orcid: string;
  readonly workspace: string;
  readonly name: LocalizedText | null;
  /** Those on ORCID, without `name` if that is from there. */
  readonly otherNames: readonly string[];
  readonly slug: string | null;
  readonly photoUrl: string | null;
  readonly peopleType: string | null;
  readonly biography: LocalizedText | null;
  readonly categoryIds: readonly string[];
  readonly archived: boolean;
  /** The person they were merged into; null if they were not. */
  readonly mergedInto: string | null;
  readonly absorbed: readonly Absorbed[];
  readonly updatedAt: number;
  readonly revision: Revision;
};

/** In every locale, the other names, and those of people merged into them. */
export const namesOf = ({
  name,
  otherNames,
  absorbed,
}: Pick<Profile, 'name' | 'otherNames' | 'absorbed'>): readonly string[] => [
  ...new Set([...(name === null ? [] : everyText(name)), ...otherNames, ...absorbed.flatMap(({ names }) => names)]),
];

export type RecordedPersonEvent = EventOf<PersonEvent['type']>;

/** The event types that change a profile; `PersonErased` ends it. */
export const PROFILE_EVENTS = EVENT_TYPES.person;

type Dated = 'updatedAt' | 'revision';

const registered = (orcid: string, { metadata }: RecordedPersonEvent): Omit<Profile, Dated> => ({
  orcid,
  workspace: metadata.workspace,
  name: null,
  otherNames: [],
  slug: null,
  photoUrl: null,
  peopleType: null,
  biography: null,
  categoryIds: [],
  affiliation: null,
  past: [],
  archived: false,
  mergedInto: null,
  absorbed: [],
});

const changes = (profile: Omit<Profile, Dated>, event: RecordedPersonEvent): Partial<Profile> => {
  switch (event.type) {
    case 'PersonNamed':
      return {
        name: event.data.name,
        slug: event.data.slug,
        otherNames: event.data.otherNames ?? profile.otherNames,
      };
    case 'PersonDescribed':
      return { biography: event.data.biography };
    case 'PersonPhotographed':
      return { photoUrl: event.data.photoUrl };
    case 'PersonClassified':
      return { peopleType: event.data.peopleType, categoryIds: event.data.categoryIds };
    case 'AffiliationEnded':
    case 'AffiliationStarted':
      return affiliationsAfter(profile, event);
    case 'PastAffiliationCorrected':
      return { past: pastAfter(profile.past, event.data) };
    case 'PersonArchived':
    case 'PersonUnarchived':
      return { archived: event.type === 'PersonArchived' };
    case 'PersonMerged':
      return { mergedInto: event.data.into };
    case 'PersonSeparated':
      return { mergedInto: null };
    case 'PersonAbsorbed':
    case 'PersonReleased':
      return { absorbed: absorbedAfter(profile.absorbed, event) };
    default:
      return {};
  }
};

/** The profile after an event; null if the person is not registered. */
export const profileAfter = (profile: Profile | null, event: RecordedPersonEvent): Profile | null => {
  const before = profile ?? (event.type === 'PersonRegistered' ? registered(event.data.orcid, event) : null);
  if (before === null) return null;
  return { ...before, ...changes(before, event), updatedAt: event.metadata.at, revision: event.revision };
};
