/** Applies changes to a record. A change of something missing has no effect: a fold never throws. */
import { groupedBy } from '../grouped.ts';
import type { Json, JsonObject } from '../json.ts';
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

const within = (value: Json | undefined, steps: readonly Step[]): Json | undefined => {
  if (Array.isArray(value)) return changedList(value as readonly Json[], steps);
  return typeof value === 'object' && value !== null ? changedObject(value as JsonObject, steps) : value;
};

const changedValue = (value: Json | undefined, steps: readonly Step[]): Json | undefined => {
  let present = value;
  let deeper: Step[] = [];
  for (const step of steps) {
    if (step.tokens.length > 0) {
      deeper.push(step);
      continue;
    }
    // Replaced as a whole, including earlier changes inside it.
    [present, deeper] = [step.change.after, []];
  }
  return deeper.length === 0 ? present : within(present, deeper);
};

export const withChanges = <R extends object>(record: R, changes: readonly Change[]): R =>
  changes.length === 0
    ? record
    : (changedObject(
        record as unknown as Fields,
        changes.map((change) => ({ tokens: tokensOf(change.path), change })),
      ) as unknown as R);
