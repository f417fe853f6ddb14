/** Drafts of forms: typed values survive the page, and nothing else does. */
import assert from 'node:assert/strict';
import { navigate } from '../../../api/web/client/router.ts';
import { openForm } from '../../../api/web/parts/form.tsx';
import { suite } from '../../support/suite.ts';

const drafts = suite("a form's draft");

/** The storage of a browser. */
class Kept {
  readonly #values = new Map<string, string>();
  get length(): number {
    return this.#values.size;
  }
  getItem(name: string): string | null {
    return this.#values.get(name) ?? null;
  }
  setItem(name: string, value: string): void {
    this.#values.set(name, value);
  }
  removeItem(name: string): void {
    this.#values.delete(name);
  }
}

drafts.before.each(() => {
  Object.defineProperty(globalThis, 'localStorage', { value: new Kept(), configurable: true });
});
drafts.after(() => {
  Reflect.deleteProperty(globalThis, 'localStorage');
});

const save = (): Promise<void> => Promise.resolve();
const open = (name: string, note: string) => openForm({ initial: { name, note }, draft: 'thing:1', save });

drafts('has only typed values: later changes by others are adopted', () => {
  open('Old', '').set('note', 'mine');
  const later = open('Theirs', '');
  assert.deepEqual(later.values.value, { name: 'Theirs', note: 'mine' });
  assert.deepEqual(later.changed(), { note: 'mine' });
});

drafts('is removed when it equals the saved value, and when it is saved', async () => {
  const form = open('Old', '');
  form.set('note', 'mine');
  form.set('note', '');
  assert.equal(localStorage.length, 0);
  form.set('note', 'mine');
  await form.submit();
  assert.equal(localStorage.length, 0);
});

drafts('replaces a later change by others only after a warning', async () => {
  open('Old', '').set('name', 'mine');
  const saved: string[] = [];
  const save = ({ name }: { readonly name: string }): Promise<unknown> => Promise.resolve(saved.push(name));
  const later = openForm({ initial: { name: 'Theirs', note: '' }, draft: 'thing:1', save });
  await later.submit();
  assert.deepEqual(saved, []);
  assert.match(later.field('name', 'display_name').error ?? '', /Someone else/u);
  assert.equal(later.rest(), null, 'the field shows it');
  await later.submit();
  assert.deepEqual(saved, ['mine']);
});

drafts('equal to a later change by others is dropped', async () => {
  open('Old', '').set('name', 'mine');
  const saved: string[] = [];
  const save = ({ name }: { readonly name: string }): Promise<unknown> => Promise.resolve(saved.push(name));
  const later = openForm({ initial: { name: 'Theirs', note: '' }, draft: 'thing:1', save });
  later.set('name', 'Theirs');
  later.set('name', 'Theirs, mine');
  await later.submit();
  assert.deepEqual(saved, ['Theirs, mine']);
});

drafts('stays in the workspace in which it was typed', () => {
  const globals = { history: { pushState: () => undefined }, scrollTo: () => undefined };
  Object.assign(globalThis, globals);
  navigate('/w/org/things');
  open('', '').set('note', 'mine');
  navigate('/w/other/things');
  assert.equal(open('', '').values.value.note, '');
  navigate('/w/org');
  assert.equal(open('', '').values.value.note, 'mine');
  for (const name of Object.keys(globals)) Reflect.deleteProperty(globalThis, name);
});
