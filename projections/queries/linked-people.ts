/** The people linked to publications, as listings of publications name them. */
import { pickLocale } from '../../domain/localized-text.ts';
import { people } from '../catalogue/people.ts';
import { rowIds } from '../ids.ts';
import type { ReadModels } from '../ports.ts';
import { personItemsFor, type PersonItem } from './person-item.ts';

export type LinkedPerson = Pick<PersonItem, 'orcid' | 'photo_url' | 'affiliation'> & {
  /** Null for a person who is linked but not registered. */
  readonly slug: string | null;
  /** In the requested locale. Null for a person without a name, and one who is linked but not registered. */
  readonly name: string | null;
};

/** `roles`: the lists of names that have them, as CSL names them; none for someone who is not among the contributors. */
export type LinkedContributor = LinkedPerson & { readonly roles: readonly string[] };

const UNREGISTERED = { name: null, slug: null, photo_url: null, affiliation: null };

/** By iD. Contains every iD requested, without a name if the person's row is withheld. */
export const linkedPeople = async (
  readModels: ReadModels,
  workspace: string,
  orcids: readonly string[],
  locale: string,
): Promise<ReadonlyMap<string, LinkedPerson>> => {
  const asked = [...new Set(orcids)];
  if (asked.length === 0) return new Map();
  const rows = await readModels.load(people, rowIds(workspace, asked));
  // The public reads this too, so withheld rows are left out.
  const shown = [...rows.values()].filter(({ withheld }) => withheld !== true);
  const items = shown.map(await personItemsFor(readModels, shown));
  const known = new Map<string, LinkedPerson>(
    items.map(({ orcid, name, slug, photo_url, affiliation }) => [
      orcid,
      { orcid, name: name === null ? null : pickLocale(name, locale), slug, photo_url, affiliation },
    ]),
  );
  return new Map(asked.map((orcid) => [orcid, known.get(orcid) ?? { orcid, ...UNREGISTERED }]));
};
