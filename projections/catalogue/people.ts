/** People of a workspace, with the number of their public publications in it. */
import type { Position } from '../../domain/event.ts';
import { pickLocale } from '../../domain/localized-text.ts';
import { familyFirst } from '../../domain/person-name.ts';
import { hasOrcid } from '../../domain/person/id.ts';
import { sortKey } from '../../domain/search-terms.ts';
import { changeAll, defineFold, versioned } from '../define.ts';
import { isOfPerson, rowId, subjectOf } from '../ids.ts';
import type { Collection } from '../ports.ts';
import { personColumns, type PersonColumns } from './person-columns.ts';
import { PROFILE_EVENTS, profileAfter, type Profile, type RecordedPersonEvent } from './profile.ts';
import { VERSION } from './version.ts';

export type PersonRow = PersonColumns & {
  readonly id: string;
  readonly withheld?: true;
  readonly workspace: string;
  /** The person's id. */
  readonly orcid: string;
  readonly hasOrcid: boolean;
  readonly profile: Profile;
  /** The name with the family name first, for sorting; null without a name. */
  readonly familyKey: string | null;
  /** Or merged into another person. */
  readonly archived: boolean;
  readonly mergedInto: string | null;
  /** The position since which they have been registered, and neither archived nor merged, without a break; null while archived. */
  readonly presentSince: Position | null;
  readonly publicationCount: number;
  readonly updatedAt: number;
  /** Of the current affiliation. */
  readonly affiliationStatus: 'org' | 'external' | 'none';
  readonly entityId: string | null;
  /** Of all affiliations, including past ones, and those of people merged into them. */
  readonly everEntityIds: readonly string[];
  readonly categoryIds: readonly string[];
};

export const people: Collection<PersonRow> = {
  name: versioned('people', VERSION),
  indexes: [
    { equal: ['workspace', 'archived'], sort: 'nameKey' },
    { equal: ['workspace', 'archived'], sort: 'familyKey' },
    { equal: ['workspace', 'archived'], sort: 'publicationCount' },
    { equal: ['workspace', 'archived'], sort: 'updatedAt' },
    { equal: ['workspace', 'archived', 'affiliationStatus'], sort: 'familyKey' },
    { equal: ['workspace', 'archived', 'entityId'], sort: 'familyKey' },
    { equal: ['workspace', 'archived'], unsearched: true },
    { equal: ['workspace', 'everEntityIds'] },
    { equal: ['workspace', 'categoryIds'] },
    { equal: ['orcid'], unsearched: true },
  ],
  arrays: ['everEntityIds', 'categoryIds'],
  search: true,
  searchedWithin: 'workspace',
};

const changed = (row: PersonRow | null, event: RecordedPersonEvent): PersonRow | null => {
  const profile = profileAfter(row?.profile ?? null, event);
  if (profile === null) return null;
  const { workspace, orcid, name, mergedInto, updatedAt, affiliation, past, absorbed, categoryIds } = profile;
  const archived = profile.archived || mergedInto !== null;
  const affiliations = [
    ...past,
    ...absorbed.flatMap((each) => each.past),
    ...(affiliation === null ? [] : [affiliation]),
  ];
  return {
    id: rowId(workspace, orcid),
    workspace,
    orcid,
    hasOrcid: hasOrcid(orcid),
    profile,
    familyKey: name === null ? null : sortKey(familyFirst(pickLocale(name, 'en'))),
    archived,
    mergedInto,
    presentSince: archived ? null : (row?.presentSince ?? event.position),
    publicationCount: row?.publicationCount ?? 0,
    updatedAt,
    affiliationStatus: affiliation?.status ?? 'none',
    entityId: affiliation?.entityId ?? null,
    everEntityIds: [...new Set(affiliations.map(({ entityId }) => entityId))],
    categoryIds,
    ...personColumns(profile),
  };
};

export const personFold = defineFold<PersonRow>({
  collection: people,
  ids: (event) => (isOfPerson(event) ? [rowId(event.metadata.workspace, subjectOf(event))] : []),
  when: { ...changeAll(PROFILE_EVENTS, changed), PersonErased: () => null },
  // The public listing includes only people with public publications.
  withheld: (row) => ({ ...row, publicationCount: 0 }),
});
