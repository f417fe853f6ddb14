/** The rows that a query asks, as SQL, after the plan that was made for it. */
import type { Sort, TermPrefix, Where } from '../../../projections/ports.ts';
import { accessTo, rowOf, type Access } from './access.ts';
import { both, type Source, type Sql } from './conditions.ts';
import { planOf, type Plan } from './plan.ts';
import type { Reading } from './reading.ts';

export type Selection = Pick<Access, 'source' | 'isOrdered' | 'from'> & {
  readonly plan: Plan;
  /** The conditions, without what is sought. */
  readonly conditions: Sql;
  readonly where: Sql;
};

/** Whether a row's own terms hold all that is sought; needs the document table. Each of them stands behind a space. */
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

/** What the full-text index is asked. The unary plus keeps the planner from looking up each row found. */
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
