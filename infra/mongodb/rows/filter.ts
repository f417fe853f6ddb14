/** Conditions as MongoDB's query language has them. */
import { BSONRegExp, type Document, type Filter } from 'mongodb';
import { NOT_REMOVED, type RowDocument } from './rows.ts';
import { escaped } from '../client/escaped.ts';
import type { Condition, TermPrefix, Where } from '../../../projections/ports.ts';

export const fieldName = (field: string): string => (field === 'id' ? '_id' : field);

const conditionOf = (condition: Condition): Document => {
  if ('eq' in condition) return { $eq: condition.eq };
  if ('in' in condition) return { $in: condition.in };
  // Null also stands for absent.
  if ('exists' in condition) return condition.exists ? { $ne: null } : { $eq: null };
  if ('contains' in condition) return { $eq: condition.contains };
  const { gt, gte, lt, lte } = condition;
  return Object.fromEntries(
    Object.entries({ $gt: gt, $gte: gte, $lt: lt, $lte: lte }).filter(([, value]) => value !== undefined),
  );
};

/**
 * The index is read over a prefix only where a pattern is one: MongoDB takes no prefix from a pattern with alternatives, and
 * refuses patterns of more than 16 kB (code 51091). So each prefix is a pattern of its own.
 */
const beginning = (sought: TermPrefix): Document => {
  if (typeof sought === 'string') return { $regex: `^${escaped(sought)}` };
  return { $in: sought.map((prefix) => new BSONRegExp(`^${escaped(prefix)}`)) };
};

/** Whether it asks for the value of a field that only rows have, which no tombstone meets. */
const asksForRows = (condition: Condition): boolean => {
  if (condition.field === 'id' || condition.field === 'position') return false;
  if ('eq' in condition) return condition.eq !== null;
  return !('exists' in condition) || condition.exists;
};

export const filterOf = ({ all, terms = [] }: Where): Filter<RowDocument> => {
  const conditions = [
    ...all.map((condition) => ({ [fieldName(condition.field)]: conditionOf(condition) })),
    ...terms.map((sought) => ({ terms: beginning(sought) })),
    // Only where it is needed: it is in no index, so each row would have to be fetched for it.
    ...(terms.length > 0 || all.some(asksForRows) ? [] : [NOT_REMOVED]),
  ];
  return { $and: conditions };
};
