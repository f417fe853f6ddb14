/** Researchers across all workspaces: each iD once, with the profile of the workspace that registered it first. */
import { ownOf } from '../../domain/own.ts';
import { personColumns, type PersonColumns } from './person-columns.ts';
import { PROFILE_EVENTS, profileAfter, type Profile, type RecordedPersonEvent } from './profile.ts';
import { changeAll, defineFold, type EventOf, versioned } from '../define.ts';
import { isOfPerson, subjectOf } from '../ids.ts';
import type { Collection } from '../ports.ts';
import { VERSION } from './version.ts';

export type ResearcherRow = PersonColumns & {
  readonly id: string;
  readonly orcid: string;
  /** By workspace. */
  readonly profiles: Readonly<Record<string, Profile>>;
  /** The workspace whose profile is shown; null when all have archived the person. */
  readonly shown: string | null;
  readonly listed: boolean;
  readonly publicationCount: number;
};

export const researchers: Collection<ResearcherRow> = {
  name: versioned('researchers', VERSION),
  indexes: [{ equal: ['listed'], sort: 'nameKey' }],
  search: true,
  searchedWithin: 'listed',
};

const shownOf = (profiles: Readonly<Record<string, Profile>>): Profile | null => {
  const [first] = Object.values(profiles)
    .filter(({ archived }) => !archived)
    .sort((a, b) => a.registeredAt - b.registeredAt);
  return first ?? null;
};

const researcherOf = (
  row: ResearcherRow | null,
  orcid: string,
  profiles: Readonly<Record<string, Profile>>,
  fallback: Profile,
): ResearcherRow => {
  const shown = shownOf(profiles);
  return {
    id: orcid,
    orcid,
    profiles,
    shown: shown?.workspace ?? null,
    listed: shown !== null,
    publicationCount: row?.publicationCount ?? 0,
    ...personColumns(shown ?? fallback),
  };
};

const changed = (row: ResearcherRow | null, event: RecordedPersonEvent): ResearcherRow | null => {
  const { workspace } = event.metadata;
  const profile = profileAfter(ownOf(row?.profiles ?? {}, workspace) ?? null, event);
  if (profile === null) return row;
  return researcherOf(row, profile.orcid, { ...row?.profiles, [workspace]: profile }, profile);
};

const erased = (row: ResearcherRow | null, { metadata }: EventOf<'PersonErased'>): ResearcherRow | null => {
  if (row === null) return null;
  const left = Object.entries(row.profiles).filter(([workspace]) => workspace !== metadata.workspace);
  const latest = left.at(-1)?.[1];
  return latest === undefined ? null : researcherOf(row, row.orcid, Object.fromEntries(left), latest);
};

export const researcherFold = defineFold<ResearcherRow>({
  collection: researchers,
  ids: (event) => (isOfPerson(event) ? [subjectOf(event)] : []),
  when: { ...changeAll(PROFILE_EVENTS, changed), PersonErased: erased },
});
