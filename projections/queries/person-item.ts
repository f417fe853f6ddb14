/** A person as listings and details show them. */
import type { Affiliation } from '../../domain/person/events.ts';
import { entities, type EntityRow } from '../catalogue/entities.ts';
import type { Profile } from '../catalogue/profile.ts';
import { rowId } from '../ids.ts';
import type { ReadModels } from '../ports.ts';

export type Counted = { readonly profile: Profile; readonly publicationCount: number };

export const affiliationItem = ({ entityId, status, startsAt }: Affiliation, entity: EntityRow | undefined) => ({
  entity_id: entityId,
  entity_name: entity?.name ?? null,
  status,
  starts_at: startsAt,
});

const itemOf = ({ profile, publicationCount }: Counted, entity: EntityRow | undefined) => ({
  orcid: profile.orcid,
  name: profile.name,
  /** The iD if the person has no name. */
  slug: profile.slug ?? profile.orcid,
  photo_url: profile.photoUrl,
  people_type: profile.peopleType,
  biography: profile.biography,
  category_ids: profile.categoryIds,
  affiliation: profile.affiliation === null ? null : affiliationItem(profile.affiliation, entity),
  publication_count: publicationCount,
  updated_at: profile.updatedAt,
});
export type PersonItem = ReturnType<typeof itemOf>;

const entityOf = ({ workspace, affiliation }: Profile): string | null =>
  affiliation === null ? null : rowId(workspace, affiliation.entityId);

/** The item of each of these people, with the name of the entity they are affiliated with. */
export const personItemsFor = async (
  readModels: ReadModels,
  people: readonly Counted[],
): Promise<(person: Counted) => PersonItem> => {
  const wanted = new Set(people.flatMap(({ profile }) => entityOf(profile) ?? []));
  const rows = wanted.size === 0 ? new Map<string, never>() : await readModels.load(entities, [...wanted]);
  return (person) => itemOf(person, rows.get(entityOf(person.profile) ?? ''));
};
