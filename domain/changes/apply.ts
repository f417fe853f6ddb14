/** Applies changes to a record. A change of something missing has no effect: a fold never throws. */
import { groupedBy } from '../grouped.ts';
import { isObject, type Json, type JsonObject } from '../json.ts';
import { tokensOf, wasThere, type Change, type Fields } from './change.ts';

/** A change, and the rest of its path. */
type Step = { readonly tokens: readonly string[]; readonly change: Change };

/** Changes of entries are in ascending order, so one pass suffices; a change of an earlier entry starts another. */
const changedList = (list: readonly Json[], steps: readonly Step[]): readonly Json[] => {
  let source = list;
  let done: Json[] = [];
  let next = 0;
  const copyUpTo = (index: number): void => {
    while (done.length < index && next < source.length) done.push(source[next++] as Json);
  };
  for (const { tokens, change } of steps) {
    const index = Number(tokens[0]);
    if (index < done.length) {
      copyUpTo(Infinity);
      [source, done, next] = [done, [], 0];
    }
    copyUpTo(index);
    if (index !== done.length) continue;
    if (wasThere(change)) next += 1;
    if (change.after !== undefined) done.push(change.after);
  }
  copyUpTo(Infinity);
  return done;
};

const changedObject = (object: Fields, steps: readonly Step[]): JsonObject => {
  const fields = new Map(Object.entries(object));
  for (const [key, of] of groupedBy(steps, ({ tokens: [first = ''] }) => first)) {
    const inside = of.map(({ tokens, change }) => ({ tokens: tokens.slice(1), change }));
    const value = changedValue(fields.get(key), inside);
    if (value === undefined) fields.delete(key);
    else fields.set(key, value);
  }
  return Object.fromEntries(fields) as JsonObject;
};

const changedValue = (value: Json | undefined, steps: readonly Step[]): Json | undefined => {
  // What replaces the value as a whole also replaces earlier changes inside it.
  const whole = steps.findLastIndex(({ tokens }) => tokens.length === 0);
  const present = whole === -1 ? value : steps[whole]?.change.after;
  const inside = steps.slice(whole + 1);
  if (inside.length === 0) return present;
  if (Array.isArray(present)) return changedList(present as readonly Json[], inside);
  return isObject(present) ? changedObject(present, inside) : present;
};

export const withChanges = <R extends object>(record: R, changes: readonly Change[]): R => {
  if (changes.length === 0) return record;
  const steps = changes.map((change) => ({ tokens: tokensOf(change.path), change }));
  return changedObject(record as unknown as Fields, steps) as unknown as R;
};
