/** What rows of publications show on request: authors, the journal or book, open access, the people linked, and what a citation is written from. */
import type { CslItem } from '../../domain/csl.ts';
import type { Position } from '../../domain/event.ts';
import { ROW_PARTS } from '../../domain/limits.ts';
import { pickLocale } from '../../domain/localized-text.ts';
import { entryOwners } from '../../domain/publication/entry-owners.ts';
import { nameIn } from '../../domain/stream-kinds.ts';
import { people, type PersonRow } from '../catalogue/people.ts';
import { namesOf } from '../catalogue/profile.ts';
import { publications, type PublicationRow } from '../catalogue/publications.ts';
import type { PublicItemRow } from '../catalogue/public-items.ts';
import { researchers } from '../catalogue/researchers.ts';
import { rowIds, workspaceIn } from '../ids.ts';
import type { Fields, ReadModels, Stored } from '../ports.ts';
import { fieldsAt, type Listing, type Rows } from './listing.ts';

export const PARTS = ['authors', 'container', 'is_retracted', 'open_access', 'citation', 'people'] as const;
export type Part = (typeof PARTS)[number];

/** `locale`: BCP 47, for the names of people. */
export type Including = { readonly parts: ReadonlySet<Part>; readonly locale: string };

const COLUMNS = {
  authors: ['brief', 'personKeys'],
  container: ['brief'],
  is_retracted: ['retracted'],
  open_access: ['brief'],
  // Most are written already, so what they are written from is read separately.
  citation: [],
  people: ['personKeys'],
} as const satisfies Readonly<Record<Part, readonly (keyof PublicationRow)[]>>;

type Column = (typeof COLUMNS)[Part][number];

const columnsFor = ({ parts }: Pick<Including, 'parts'>): readonly Column[] => [
  ...new Set([...parts].flatMap((part): readonly Column[] => COLUMNS[part])),
];

type Source = { readonly row: Partial<Pick<PublicationRow, Column>>; readonly linked: readonly string[] };

type Person = { readonly orcid: string; readonly slug: string } & Pick<PersonRow, 'profile'> & {
    readonly names: readonly string[];
  };
type People = ReadonlyMap<string, Person>;

/** Those of these people whom websites may show, by iD. */
type Finder = (orcids: readonly string[]) => Promise<People>;

const peopleAt = async (readModels: ReadModels, ids: readonly string[]): Promise<People> => {
  const rows = await readModels.load(people, ids);
  const shown = [...rows.values()].filter(({ archived, withheld }) => !archived && withheld !== true);
  return new Map(
    shown.map(({ orcid, profile }) => [
      orcid,
      { orcid, slug: profile.slug ?? orcid, profile, names: namesOf(profile) },
    ]),
  );
};

/** As they are in the workspace of the publications. */
const inWorkspace =
  (readModels: ReadModels, workspace: string): Finder =>
  (orcids) =>
    peopleAt(readModels, rowIds(workspace, orcids));

/** As the listing of researchers shows them. */
const amongResearchers =
  (readModels: ReadModels): Finder =>
  async (orcids) => {
    const found = await readModels.load(researchers, orcids);
    return peopleAt(
      readModels,
      [...found.values()].map(({ shown }) => shown),
    );
  };

const listedPeople = (linked: readonly string[]): readonly string[] => linked.slice(0, ROW_PARTS.people);

const wantedIn = ({ row: { brief }, linked }: Source, { parts }: Including): readonly string[] => {
  const listedOnes = parts.has('people') ? listedPeople(linked) : [];
  if (!parts.has('authors') || brief == null) return listedOnes;
  const named = brief.authors.flatMap(({ orcid }) => (orcid !== null && linked.includes(orcid) ? [orcid] : []));
  return [...named, ...brief.withoutEntry, ...listedOnes];
};

type OwnersIn = ReturnType<typeof entryOwners<Person>>;

const authorsOf = ({ row: { brief }, linked }: Source, ownersIn: OwnersIn) => {
  if (brief == null) return { authors: [], authors_total: 0 };
  const owners = ownersIn(brief, (orcid) => linked.includes(orcid));
  const authors = brief.authors.map((entry) => {
    const { name, family, given } = entry;
    const { orcid = null, slug = null } = owners.get(entry) ?? {};
    return { name, family, given, orcid, slug };
  });
  return { authors, authors_total: brief.authorCount };
};

const personOf = ({ orcid, slug, profile: { name } }: Person, locale: string) => ({
  orcid,
  name: name === null ? null : pickLocale(name, locale),
  slug,
});

/** The parts of each row. */
const describer = ({ parts, locale }: Including, known: People) => {
  const ownersIn = entryOwners(known);
  return (source: Source) => ({
    ...(parts.has('authors') && authorsOf(source, ownersIn)),
    ...(parts.has('container') && { container: source.row.brief?.container ?? null }),
    ...(parts.has('is_retracted') && { is_retracted: source.row.retracted ?? false }),
    ...(parts.has('open_access') && { open_access: source.row.brief?.openAccess ?? null }),
    ...(parts.has('people') && {
      people: listedPeople(source.linked).flatMap((orcid) => {
        const person = known.get(orcid);
        return person === undefined ? [] : [personOf(person, locale)];
      }),
    }),
  });
};

/** The workspace's row that an item is from, which says what its citation is written from, and the position of its last event. */
type Origin = { readonly workspace: string; readonly id: string; readonly position: Position };

/** An item with its parts. */
export type Described<Item> = Origin & { readonly item: Item & ReturnType<ReturnType<typeof describer>> };

type Undescribed<Item> = Source & Origin & { readonly item: Item };

const described = async <Item>(
  sources: readonly (Undescribed<Item> | null)[],
  including: Including,
  find: Finder,
): Promise<readonly (Described<Item> | null)[]> => {
  const wanted = new Set(sources.flatMap((source) => (source === null ? [] : wantedIn(source, including))));
  const describe = describer(including, wanted.size === 0 ? new Map() : await find([...wanted]));
  return sources.map((source) => {
    if (source === null) return null;
    const { workspace, id, position, item } = source;
    return { workspace, id, position, item: { ...item, ...describe(source) } };
  });
};

/** Rows of a workspace with these parts. */
export const describing = <Item, F extends Fields<PublicationRow>>(
  rows: Rows<PublicationRow, F>,
  itemOf: (row: Stored<PublicationRow, F>) => Item,
  { workspace, ...including }: Including & { readonly workspace: string },
): Listing<Described<Item>> => {
  const listing: Listing<Described<Item>, PublicationRow, F | Column> = {
    ...rows,
    ...(rows.fields === undefined ? {} : { fields: [...rows.fields, ...columnsFor(including)] }),
    items: (found, readModels) =>
      described(
        found.map((row) => {
          const { id, position, personKeys = [] } = row;
          return { item: itemOf(row), row, linked: personKeys.map(nameIn), workspace, id, position };
        }),
        including,
        inWorkspace(readModels, workspace),
      ),
  };
  return listing;
};

/** Rows across workspaces with these parts, as the workspaces that serve them have them. */
export const describingServed = <Item, F extends Fields<PublicItemRow>>(
  listing: Listing<Item, PublicItemRow, F>,
  including: Including,
): Listing<Described<Item>> => {
  const wider: Listing<Described<Item>, PublicItemRow, F | 'served' | 'personOrcids'> = {
    ...listing,
    fields: [...(listing.fields ?? []), 'served', 'personOrcids'],
    items: async (rows, readModels) => {
      const items = await listing.items(rows, readModels);
      const ids = rows.flatMap(({ served }) => served ?? []);
      // One may have been hidden since the public row was read.
      const found = await fieldsAt(readModels, publications, ids, columnsFor(including), [
        { field: 'public', eq: true },
      ]);
      const sources = rows.map(({ served, personOrcids: linked }, n): Undescribed<Item> | null => {
        const [item = null, row] = [items[n], found.get(served ?? '')];
        if (item === null || row === undefined) return null;
        return { item, row, linked, workspace: workspaceIn(row.id), id: row.id, position: row.position };
      });
      return described(sources, including, amongResearchers(readModels));
    },
  };
  return wider;
};

/** What the citations of these rows are written from, by id; null for a record that is too long for one. */
export const citedIn = async (
  readModels: ReadModels,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CslItem | null>> => {
  const rows = await fieldsAt(readModels, publications, ids, ['cited']);
  return new Map([...rows].map(([id, { cited }]) => [id, cited]));
};
