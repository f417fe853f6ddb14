/** How a publication and others of its workspace relate to each other, as either of them states it. */
import { addressNamed, keysNamed } from '../../domain/facts/named-works.ts';
import { inverseOf, type Relation, type RelationType } from '../../domain/facts/relations.ts';
import { doiUrl } from '../../domain/doi.ts';
import { isDoi } from '../../domain/item.ts';
import { RELATED } from '../../domain/limits.ts';
import { publications, type PublicationRow } from '../catalogue/publications.ts';
import { rowId, rowIds } from '../ids.ts';
import type { ReadModels, Stored } from '../ports.ts';
import { fieldsAt } from './listing.ts';

const FIELDS = [
  ...(['key', 'title', 'publicationType', 'publicationDate', 'visible', 'deletedAt'] as const),
  ...(['aliasOf', 'addedAt', 'relations'] as const),
];

type Read = Stored<PublicationRow, (typeof FIELDS)[number]>;

const loaded = (readModels: ReadModels, ids: readonly string[]): Promise<ReadonlyMap<string, Read>> =>
  fieldsAt(readModels, publications, ids, FIELDS);

const isThere = (row: Read | undefined): row is Read => row !== undefined && row.addedAt !== null;

/** The records of these works, or those shown in their place, by key. */
const recordsOf = async (readModels: ReadModels, workspace: string, keys: readonly string[]) => {
  const found = await loaded(readModels, rowIds(workspace, [...new Set(keys)]));
  const primaries = [...found.values()].flatMap(({ aliasOf }) => (aliasOf === null ? [] : [rowId(workspace, aliasOf)]));
  const shown = await loaded(readModels, [...new Set(primaries)]);
  return (key: string): Read | null => {
    const row = found.get(rowId(workspace, key));
    const record = row?.aliasOf == null ? row : shown.get(rowId(workspace, row.aliasOf));
    return isThere(record) ? record : null;
  };
};

const recordOf = ({ key, title, publicationType, publicationDate, visible, deletedAt }: Read) => ({
  id: key,
  title: title ?? null,
  publication_type: publicationType ?? null,
  publication_date: publicationDate ?? null,
  visible,
  deleted_at: deletedAt,
});

const stated = (relation: Relation, record: Read | null) => ({
  type: relation.type,
  stated_here: true,
  id_type: relation['id-type'] as string | null,
  id: relation.id,
  url: addressNamed(relation),
  record: record && recordOf(record),
});

type Related = ReturnType<typeof stated>;

const statedBy = (record: Read, type: RelationType): Related => ({
  type,
  stated_here: false,
  id_type: isDoi(record.key) ? 'doi' : null,
  id: record.key,
  url: isDoi(record.key) ? doiUrl(record.key) : null,
  record: recordOf(record),
});

/** Those that name it by its key or by another identifier of it. */
export const publicationsNaming = async (readModels: ReadModels, workspace: string, names: ReadonlySet<string>) => {
  const rows = await Promise.all(
    [...names].map((name) =>
      readModels.find(publications, {
        where: { all: [{ field: 'relatedKeys', contains: rowId(workspace, name) }] },
        limit: RELATED.listed + 1,
        fields: FIELDS,
      }),
    ),
  );
  return [...new Map(rows.flat().map((row): [string, Read] => [row.id, row])).values()].filter(isThere);
};

/** The keys of the records in whose place it is shown. */
export const formerKeys = async (readModels: ReadModels, workspace: string, id: string): Promise<readonly string[]> => {
  const where = {
    all: [
      { field: 'workspace', eq: workspace },
      { field: 'aliasOf', eq: id },
    ],
  } as const;
  const rows = await readModels.find(publications, { where, limit: RELATED.names, fields: ['key'] });
  return rows.map(({ key }) => key);
};

/** Null if the workspace does not have the publication. Relations that both state are listed once. */
export const relatedPublications = async (readModels: ReadModels, workspace: string, id: string) => {
  const row = await readModels.get(publications, rowId(workspace, id));
  if (row === null || row.view === null) return null;
  const former = await formerKeys(readModels, workspace, id);
  const names = new Set([id, ...(row.view.state.identifiers ?? []).slice(0, RELATED.names), ...former]);
  const own = row.relations.slice(0, RELATED.listed);
  const [recordAt, others] = await Promise.all([
    recordsOf(readModels, workspace, own.flatMap(keysNamed)),
    publicationsNaming(readModels, workspace, names),
  ]);
  const stating = own.map((relation) => {
    const record = keysNamed(relation).flatMap((key) => recordAt(key) ?? [])[0] ?? null;
    return stated(relation, record?.key === id ? null : record);
  });
  const known = new Set(stating.map(({ type, record }) => `${type} ${record?.id ?? ''}`));
  const naming = others.filter(({ key }) => key !== id);
  const listed = naming.slice(0, RELATED.listed);
  const stateds = listed.flatMap((record) => {
    const relations = record.relations.filter((relation) => keysNamed(relation).some((key) => names.has(key)));
    const types = new Set(relations.map(({ type }) => inverseOf(type)));
    return [...types].filter((type) => !known.has(`${type} ${record.key}`)).map((type) => statedBy(record, type));
  });
  return {
    related: [...stating, ...stateds],
    has_more: own.length < row.relations.length || listed.length < naming.length,
  };
};
