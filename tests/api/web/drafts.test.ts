/** Unsaved input of a user who edits one record in several tabs. */
import assert from 'node:assert/strict';
import { openEditing } from '../../../api/web/parts/editing/editing.ts';
import { draftOf } from '../../../api/web/client/drafts.ts';
import { fieldset } from '../../../api/web/dashboard/publication/fieldset.tsx';
import { suite } from '../../support/suite.ts';

const SUBJECT = 'publication:org:10.5555/a';

/** A browser's storage, which all its tabs share. */
const sharedStorage = (): Storage => {
  const values = new Map<string, string>();
  return {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
    removeItem: (name: string) => void values.delete(name),
  } as Storage;
};

const drafts = suite('a draft');
const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
drafts.before.each(() =>
  Object.defineProperty(globalThis, 'localStorage', { value: sharedStorage(), configurable: true }),
);
drafts.after(() => {
  if (before === undefined) Reflect.deleteProperty(globalThis, 'localStorage');
  else Object.defineProperty(globalThis, 'localStorage', before);
});

const tab = () => openEditing(fieldset, 'me', SUBJECT);
const typed = (text: string) => ({ of: 'text', text }) as const;
const fieldsKept = (): readonly string[] => Object.keys(draftOf<object>('me', SUBJECT) ?? {}).sort();

drafts('keeps the fields of another tab that edits the same record', () => {
  const [one, other] = [tab(), tab()];
  one.open('abstract', null);
  one.type('abstract', typed('Of clay'));
  other.open('publisher', 'Press');
  other.type('publisher', typed('Kiln Press'));
  assert.deepEqual(fieldsKept(), ['abstract', 'publisher']);
  other.closeAll();
  assert.deepEqual(fieldsKept(), ['abstract'], 'fields that the other tab saved or discarded are gone, and no others');
  assert.deepEqual(Object.keys(tab().fields.value), ['abstract'], 'and a reload shows it');
  one.closeAll();
  assert.equal(draftOf('me', SUBJECT), null);
});

drafts('is dropped once a field has its former value', () => {
  const one = tab();
  one.open('publisher', 'Press');
  one.type('publisher', typed('Kiln Press'));
  assert.deepEqual(fieldsKept(), ['publisher']);
  one.type('publisher', typed('Press'));
  assert.deepEqual(fieldsKept(), []);
});
