/** Which table and index a query reads, and the part of its SQL that follows from that. */
import type { Condition, Sort } from '../../../projections/ports.ts';
import { both, conditionSql, pinnedBy, valueOf, type Source, type Sql } from './conditions.ts';
import type { Index, Layout, Table } from './layout.ts';

export type Access = {
  readonly source: Source;
  /** True if the rows come in the requested order, so a page needs no sorting. */
  readonly isOrdered: boolean;
  /** Conditions on the source, without the terms. */
  readonly where: Sql;
  /** `FROM …`, with the documents joined if requested or needed. */
  readonly from: (withDocuments: boolean) => string;
};

const BY_ID: Sort = { field: 'id', dir: 'asc' };

/** The index that yields the order with the most fields pinned. */
const orderedIndex = (table: Table, pinned: ReadonlyMap<string, unknown>, { field, dir }: Sort): Index | undefined =>
  table.indexes
    .filter(({ equal }) => equal.every((each) => pinned.has(each)))
    .filter(({ lacks }) => lacks === null || pinned.get(lacks) !== null)
    .filter((index) =>
      field === 'id' ? index.sort === null || index.sort === 'id' : index.sort === field && index.dir === dir,
    )
    .sort((a, b) => b.equal.length - a.equal.length)[0];

/** The array table to start from, and the condition that it answers. */
const listFor = ({ lists }: Layout, conditions: readonly Condition[]) => {
  for (const condition of conditions) {
    const list = 'contains' in condition ? lists.find(({ array }) => array === condition.field) : undefined;
    if (list !== undefined && 'contains' in condition)
      return { list, element: condition.contains, rest: conditions.filter((each) => each !== condition) };
  }
  return null;
};

/** `starting`: another source that the query starts from (a search); then documents are read by row, unordered. */
export const accessTo = (
  layout: Layout,
  conditions: readonly Condition[],
  isIndexed: boolean,
  sort: Sort | null = BY_ID,
  starting: string | null = null,
): Access => {
  const driver = isIndexed && starting === null ? listFor(layout, conditions) : null;
  const source: Source = { layout, list: driver?.list ?? null };
  const parts = (driver?.rest ?? conditions).map((condition) => conditionSql(source, condition, isIndexed));
  const table = driver?.list ?? layout.documents;
  const pinned = pinnedBy(conditions);
  const index = isIndexed && starting === null && sort !== null ? orderedIndex(table, pinned, sort) : undefined;
  const isById = driver === null && starting === null && conditions.length === 0 && sort?.field === 'id';
  const needsDocuments = parts.some(({ joins }) => joins) || (sort !== null && valueOf(source, sort.field).joins);
  const hint = index === undefined ? '' : ` INDEXED BY ${index.name}`;
  return {
    source,
    isOrdered: index !== undefined || isById,
    where: both([...(driver === null ? [] : [{ sql: 's.element = ?', values: [driver.element] }]), ...parts]),
    from: (withDocuments) => {
      if (starting !== null) return `${starting} CROSS JOIN ${layout.documents.name} m ON m.row = t.rowid`;
      if (driver === null) return `${layout.documents.name} m${hint}`;
      const join = ` CROSS JOIN ${layout.documents.name} m ON m.row = s.row`;
      return `${driver.list.name} s${hint}${withDocuments || needsDocuments ? join : ''}`;
    },
  };
};

export const rowOf = ({ list }: Source): string => (list === null ? 'm.row' : 's.row');
