/** The people of a workspace with all their names, for matching authors. */
import type { Candidate } from '../../domain/publication/matching.ts';
import { people, type PersonRow } from '../catalogue/people.ts';
import { namesOf } from '../catalogue/profile.ts';
import { rowIds } from '../ids.ts';
import { having, type ReadModels } from '../ports.ts';
import { stream } from './listing.ts';

export type KnownPerson = Candidate & { readonly workspace: string; readonly status: 'org' | 'external' | 'none' };

/** Null for a person without a name. */
const knownPerson = ({ workspace, orcid, archived, profile, affiliationStatus }: PersonRow): KnownPerson | null =>
  profile.name === null
    ? null
    : { workspace, orcid, names: namesOf(profile), status: affiliationStatus, isArchived: archived };

/** Yields all people with a name, archived ones too, of one workspace or (null) of all. */
export const everyCandidate = (readModels: ReadModels, workspace: string | null): AsyncIterable<KnownPerson> =>
  stream(readModels, {
    collection: people,
    where: { all: having({ workspace }) },
    items: (rows) => rows.map(knownPerson),
  });

/** The people with these iDs who have a name. */
export const candidatesOf = async (
  readModels: Pick<ReadModels, 'load'>,
  workspace: string,
  orcids: readonly string[],
): Promise<readonly KnownPerson[]> => {
  const rows = await readModels.load(people, rowIds(workspace, orcids));
  return [...rows.values()].flatMap((row) => knownPerson(row) ?? []);
};
