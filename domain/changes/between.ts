/** The changes from one record to another. */
import { equal } from '../equal.ts';
import { isObject, type Json } from '../json.ts';
import { jsonBytes } from '../limits.ts';
import { ownOf } from '../own.ts';
import { pointerTo, type Change, type Fields } from './change.ts';
import { listChanges } from './lists.ts';

/** Fields that are an object of independent keys; any other object, such as a date, changes as a whole. */
const KEYED: ReadonlySet<string> = new Set(['/custom']);

const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

const whole = (path: string, before: Json | undefined, after: Json | undefined): readonly Change[] => [
  { path, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) },
];

const smaller = (one: readonly Change[], other: readonly Change[]): readonly Change[] =>
  jsonBytes(one) <= jsonBytes(other) ? one : other;

const changesAt = (path: string, before: Json | undefined, after: Json | undefined): readonly Change[] => {
  if (before === after || equal(before, after)) return [];
  if (KEYED.has(path) && isObject(before) && isObject(after)) return keyed(path, before, after);
  if (isList(before) && isList(after)) return smaller(listChanges(path, before, after), whole(path, before, after));
  return whole(path, before, after);
};

const keyed = (path: string, before: Fields, after: Fields): readonly Change[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
    changesAt(`${path}${pointerTo(key)}`, ownOf(before, key), ownOf(after, key)),
  );

/** Empty if they are equal. Applied with `withChanges`, they turn `before` into `after`. */
export const changesBetween = (before: Fields, after: Fields): readonly Change[] => keyed('', before, after);

/** The changes of whole fields. */
export const fieldsChanged = (before: Fields, after: Fields): readonly Change[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((field) => {
    const [was, is] = [ownOf(before, field), ownOf(after, field)];
    return equal(was, is) ? [] : whole(pointerTo(field), was, is);
  });
