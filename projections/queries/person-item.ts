/** A person as listings and details show them (decisions §8). */
import type { LocalizedText } from '../../domain/localized-text.ts';
import { entities } from '../catalogue/entities.ts';
import type { Profile } from '../catalogue/profile.ts';
import { rowId } from '../ids.ts';
import type { ReadModels } from '../ports.ts';

export type PersonItem = {
  readonly orcid: string;
  readonly name: LocalizedText | null;
  /** The iD of a person without a name. */
  readonly slug: string;
  readonly photo_url: string | null;
  readonly people_type: string | null;
  readonly biography: LocalizedText | null;
  readonly category_ids: readonly string[];
  readonly affiliation: {
    readonly entity_id: string;
    readonly entity_name: LocalizedText | null;
    readonly status: 'org' | 'external';
    readonly starts_at: number;
  } | null;
  readonly publication_count: number;
  readonly updated_at: number;
};

export type Counted = { readonly profile: Profile; readonly publicationCount: number };

const entityOf = ({ workspace, affiliation }: Profile): string | null =>
  affiliation === null ? null : rowId(workspace, affiliation.entityId);

/** The items, with the names of the entities that they are affiliated to. */
export const personItems = async (
  readModels: ReadModels,
  people: readonly Counted[],
): Promise<readonly PersonItem[]> => {
  const wanted = new Set(people.flatMap(({ profile }) => entityOf(profile) ?? []));
  const rows = wanted.size === 0 ? new Map<string, never>() : await readModels.load(entities, [...wanted]);
  return people.map(({ profile, publicationCount }) => {
    const { orcid, name, slug, photoUrl, peopleType, biography, categoryIds, affiliation, updatedAt } = profile;
    const entity = rows.get(entityOf(profile) ?? '');
    return {
      orcid,
      name,
      slug: slug ?? orcid,
      photo_url: photoUrl,
      people_type: peopleType,
      biography,
      category_ids: categoryIds,
      affiliation:
        affiliation === null
          ? null
          : {
              entity_id: affiliation.entityId,
              entity_name: entity?.name ?? null,
              status: affiliation.status,
              starts_at: affiliation.startsAt,
            },
      publication_count: publicationCount,
      updated_at: updatedAt,
    };
  });
};
