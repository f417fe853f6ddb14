/** Jobs that a user starts in several tabs, and finds again after a reload. */
import assert from 'node:assert/strict';
import { keptValue } from '../../../api/web/client/storage.ts';
import { followedJobs } from '../../../api/web/parts/followed-jobs.tsx';
import { suite } from '../../support/suite.ts';

const followed = suite('followed jobs');
const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
followed.before.each(() => {
  const values = new Map<string, string>();
  const storage = {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
    removeItem: (name: string) => void values.delete(name),
  };
  Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true });
});
followed.after(() => {
  if (before === undefined) Reflect.deleteProperty(globalThis, 'localStorage');
  else Object.defineProperty(globalThis, 'localStorage', before);
});

const tab = () => followedJobs<{ readonly id: string }>('jobs');
/** The jobs found after a reload. */
const idsKept = (): readonly string[] =>
  (keptValue<readonly { readonly id: string }[]>('jobs') ?? []).map(({ id }) => id);

followed('are kept with those of another tab, until each has ended', () => {
  const [one, other] = [tab(), tab()];
  one.follow({ id: 'a' });
  other.follow({ id: 'b' });
  one.follow({ id: 'c' });
  assert.deepEqual(idsKept(), ['a', 'b', 'c']);
  one.forget('a');
  other.forget('b');
  assert.deepEqual(idsKept(), ['c']);
  one.forget('c');
  assert.deepEqual(idsKept(), []);
});
