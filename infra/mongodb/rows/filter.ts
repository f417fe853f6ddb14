/** Translates conditions to MongoDB's query language. */
import { BSONRegExp, type Document, type Filter } from 'mongodb';
import { NOT_REMOVED, type RowDocument } from './rows.ts';
import { escaped } from '../client/escaped.ts';
import type { Condition, TermPrefix, Where } from '../../../projections/ports.ts';

export const fieldName = (field: string): string => (field === 'id' ? '_id' : field);

const conditionOf = (condition: Condition): Document => {
  if ('eq' in condition) return { $eq: condition.eq };
  if ('in' in condition) return { $in: condition.in };
  // Null also matches missing fields.
  if ('exists' in condition) return condition.exists ? { $ne: null } : { $eq: null };
  if ('contains' in condition) return { $eq: condition.contains };
  const { gt, gte, lt, lte } = condition;
  return Object.fromEntries(
    Object.entries({ $gt: gt, $gte: gte, $lt: lt, $lte: lte }).filter(([, value]) => value !== undefined),
  );
};

/** One pattern per prefix: alternatives scan the whole index, and patterns beyond 16 kB are rejected (code 51091). */
const beginning = (sought: TermPrefix): Document => {
  if (typeof sought === 'string') return { $regex: `^${escaped(sought)}` };
  return { $in: sought.map((prefix) => new BSONRegExp(`^${escaped(prefix)}`)) };
};

/** Whether the condition requires a value of a row's field, so that no tombstone matches. */
const requiresRowField = (condition: Condition): boolean => {
  if (condition.field === 'id' || condition.field === 'position') return false;
  if ('eq' in condition) return condition.eq !== null;
  return !('exists' in condition) || condition.exists;
};

export const filterOf = ({ all, terms = [] }: Where): Filter<RowDocument> => ({
  $and: [
    ...all.map((condition) => ({ [fieldName(condition.field)]: conditionOf(condition) })),
    ...terms.map((sought) => ({ terms: beginning(sought) })),
    // Only if needed: the mark is in no index, so each row would have to be fetched.
    ...(terms.length > 0 || all.some(requiresRowField) ? [] : [NOT_REMOVED]),
  ],
});
