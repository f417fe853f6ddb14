/** Selects the rows of a query, as SQL, following its plan. */
import type { Sort, TermPrefix, Where } from '../../../projections/ports.ts';
import { accessTo, rowOf, type Access } from './access.ts';
import { both, type Source, type Sql } from './conditions.ts';
import { planOf, type Plan } from './plan.ts';
import type { Reading } from './reading.ts';

export type Selection = Pick<Access, 'source' | 'isOrdered' | 'from'> & {
  readonly plan: Plan;
  /** The conditions, without the search terms. */
  readonly conditions: Sql;
  readonly where: Sql;
};

/** Whether a row's own terms match the whole search; needs the document table. Each stored term follows a space. */
export const byTerms = (terms: readonly TermPrefix[] = []): Sql =>
  both(
    terms.map((sought) =>
      typeof sought === 'string'
        ? { sql: 'instr(m.terms, ?) > 0', values: [` ${sought}`] }
        : {
            sql: 'EXISTS (SELECT 1 FROM json_each(?) e WHERE instr(m.terms, e.value) > 0)',
            values: [JSON.stringify(sought.map((prefix) => ` ${prefix}`))],
          },
    ),
  );

/** The query of the full-text index. The unary plus keeps the planner from looking up each row found. */
const inIndex = (plan: Plan, source: Source): readonly Sql[] => {
  const { terms } = source.layout;
  if (plan.kind === 'few') return [{ sql: `${terms} MATCH ?`, values: [plan.match] }];
  if (plan.kind === 'many')
    return [{ sql: `+${rowOf(source)} IN (SELECT rowid FROM ${terms} WHERE ${terms} MATCH ?)`, values: [plan.match] }];
  return [];
};

/** `sort`: null if the order does not matter. */
export const select = (
  { layout, isIndexed, breadth }: Reading,
  { all, terms }: Where,
  sort: Sort | null = null,
): Selection => {
  const plan = planOf(terms, isIndexed && layout.terms !== null, breadth(layout));
  const access = accessTo(layout, all, isIndexed, sort, plan.kind === 'few' ? `${layout.terms} t` : null);
  const { source, isOrdered, where: conditions } = access;
  const needsTerms = plan.kind === 'scan' || plan.kind === 'few';
  return {
    ...{ plan, source, isOrdered, conditions },
    from: (withDocuments) => access.from(withDocuments || needsTerms),
    where: both([conditions, ...inIndex(plan, source), ...(needsTerms ? [byTerms(terms)] : [])]),
  };
};
