/** Which values rows hold together in an array. */
import type { Together } from '../../../projections/ports.ts';
import { both, conditionSql } from './conditions.ts';
import { elementsOf } from './counting.ts';
import type { Reading } from './reading.ts';

/** Within a read transaction. The rows of `values` come first: they are few, however many the conditions leave. */
export const together = (
  { statements, layout, isIndexed }: Reading,
  { where, by, values, others }: Together,
): ReadonlyMap<string, ReadonlySet<string>> => {
  const parts = where.map((condition) => conditionSql({ layout, list: null }, condition, isIndexed));
  const asked = both(parts);
  const elements = elementsOf(layout, by, isIndexed);
  const documents = parts.length === 0 ? '' : `CROSS JOIN ${layout.documents.name} m ON m.row = o.row`;
  const pairs = statements.all(
    `SELECT DISTINCT v.element, o.element
     FROM ${elements} v CROSS JOIN ${elements} o ON o.row = v.row AND o.element <> v.element ${documents}
     WHERE v.element IN (SELECT value FROM json_each(?)) AND o.element IN (SELECT value FROM json_each(?)) AND ${asked.sql}`,
    [JSON.stringify(values), JSON.stringify(others), ...asked.values],
  );
  const beside = new Map<string, Set<string>>();
  for (const [value, other] of pairs) {
    const found = beside.get(String(value)) ?? new Set();
    beside.set(String(value), found.add(String(other)));
  }
  return beside;
};
