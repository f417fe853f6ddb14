/** People of a workspace, with the number of their public publications in it. */
import { defineFold, type Changes } from '../define.ts';
import { rowId, subjectOf } from '../ids.ts';
import type { Collection } from '../ports.ts';
import { personColumns, type PersonColumns } from './person-columns.ts';
import { profileAfter, type Profile, type RecordedPersonEvent } from './profile.ts';

export type PersonRow = PersonColumns & {
  readonly id: string;
  readonly workspace: string;
  readonly orcid: string;
  readonly profile: Profile;
  readonly archived: boolean;
  readonly publicationCount: number;
  readonly updatedAt: number;
};

export const people: Collection = {
  name: 'people_v1',
  indexes: [
    { equal: ['workspace', 'archived'], sort: 'nameKey' },
    { equal: ['workspace', 'archived'], sort: 'publicationCount' },
    { equal: ['workspace', 'archived'], sort: 'updatedAt' },
  ],
  search: true,
};

const changed = (row: PersonRow | null, event: RecordedPersonEvent): PersonRow | null => {
  const profile = profileAfter(row?.profile ?? null, event);
  if (profile === null) return null;
  const { workspace, orcid, archived, updatedAt } = profile;
  return {
    id: rowId(workspace, orcid),
    workspace,
    orcid,
    profile,
    archived,
    publicationCount: row?.publicationCount ?? 0,
    updatedAt,
    ...personColumns(profile),
  };
};

const when: Changes<PersonRow> = {
  PersonRegistered: changed,
  PersonNamed: changed,
  PersonDescribed: changed,
  PersonPhotographed: changed,
  PersonClassified: changed,
  AffiliationEnded: changed,
  AffiliationStarted: changed,
  PersonArchived: changed,
  PersonUnarchived: changed,
};

export const personFold = defineFold<PersonRow>({
  collection: people,
  ids: (event) => (event.stream.startsWith('person-') ? [rowId(event.metadata.workspace, subjectOf(event))] : []),
  when,
});
