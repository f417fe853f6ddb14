/** Changes a JSON value at random places, keeping it the same except for one or a few of its parts. */
import { RECORD, REQUEST } from '../../../domain/limits.ts';
import type { Json } from '../../../domain/json.ts';
import type { Random } from '../../support/history/random.ts';
import { textOf } from './texts.ts';

const NUMBERS = [0, -1, 1, 0.1, 1e21, 1e308, 2 ** 31, 2 ** 53, -(2 ** 53)] as const;
const KEYS = ['__proto__', 'constructor', 'toString', '$where', 'a.b', '', 'unknown'] as const;
const COUNTS = [2, REQUEST.listItems, REQUEST.listItems + 1, REQUEST.patchOperations + 1] as const;
const DEPTHS = [RECORD.depth, RECORD.depth + 1, 10 * RECORD.depth, 1_500] as const;

/** The maximum growth of a list, in characters: several of the largest records. */
const MOST_BYTES = 4 * REQUEST.bodyBytes;

const nested = (random: Random): Json => {
  let value: Json = textOf(random).slice(0, 10);
  const isList = random.chance(0.5);
  for (let depth = random.pick(DEPTHS); depth > 0; depth -= 1) value = isList ? [value] : { a: value };
  return value;
};

const another = (random: Random): Json =>
  random.pick<() => Json>([
    () => textOf(random),
    () => random.pick(NUMBERS),
    () => null,
    () => random.chance(0.5),
    () => [],
    () => ({}),
    () => nested(random),
  ])();

/** Few lists grow as long as the longest in a record, and beyond, since each takes time. */
const repeated = (random: Random, list: readonly Json[]): Json => {
  const [first = textOf(random)] = list;
  const wanted = random.chance(0.02) ? RECORD.authors + random.between(-1, RECORD.authors) : random.pick(COUNTS);
  const most = Math.floor(MOST_BYTES / Math.max(1, JSON.stringify(first).length));
  return [...list, ...Array.from({ length: Math.min(wanted, most) }, () => first)];
};

const withKey = (value: Readonly<Record<string, Json>>, key: string, put: Json): Json =>
  // Not by assignment, which `__proto__` would not survive.
  Object.fromEntries([...Object.entries(value), [key, put]]);

const without = (value: Readonly<Record<string, Json>>, key: string): Json =>
  Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));

/** The value with one place changed. */
export const mutated = (random: Random, value: Json): Json => {
  if (Array.isArray(value)) {
    const list = value as readonly Json[];
    if (list.length === 0 || random.chance(0.3)) return random.chance(0.7) ? repeated(random, list) : another(random);
    const at = random.between(0, list.length - 1);
    return list.map((each, n) => (n === at ? mutated(random, each) : each));
  }
  if (typeof value === 'object' && value !== null) {
    const fields = value as Readonly<Record<string, Json>>;
    const [first, ...others] = Object.keys(fields);
    if (first === undefined || random.chance(0.1)) return withKey(fields, random.pick(KEYS), another(random));
    const key = random.pick([first, ...others]);
    if (random.chance(0.05)) return without(fields, key);
    return Object.fromEntries(
      Object.entries(fields).map(([name, each]) => [name, name === key ? mutated(random, each) : each]),
    );
  }
  if (typeof value === 'string' && random.chance(0.7)) return textOf(random);
  return another(random);
};

/** One to four changes. */
export const mangled = (random: Random, value: Json): Json => {
  let changed = value;
  for (let n = random.between(1, 4); n > 0; n -= 1) changed = mutated(random, changed);
  return changed;
};
