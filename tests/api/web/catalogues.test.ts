/** Message catalogues: each exists in both languages, with the same keys and placeholders. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { LANGUAGES, preferred, formatMessage, type Message } from '../../../api/web/client/i18n.ts';
import { suite } from '../../support/suite.ts';

const PAGES = 'api/web';
const words = suite('a message catalogue');

const catalogues = readdirSync(PAGES, { recursive: true, encoding: 'utf8' })
  .filter((name) => path.basename(name) === 'en.json')
  .map((name) => path.join(PAGES, path.dirname(name)));

type Words = Readonly<Record<string, Message>>;
const read = (folder: string, language: string): Words =>
  JSON.parse(readFileSync(path.join(folder, `${language}.json`), 'utf8')) as Words;

const formsOf = (message: Message): readonly string[] =>
  typeof message === 'string' ? [message] : Object.values(message);
const placesIn = (message: Message): readonly string[] =>
  [...new Set(formsOf(message).flatMap((form) => form.match(/\{\w+\}/gu) ?? []))].sort();

words('has the same keys and placeholders in each language', () => {
  assert.ok(catalogues.length > 3);
  for (const folder of catalogues) {
    const english = read(folder, 'en');
    for (const language of LANGUAGES) {
      const other = read(folder, language);
      assert.deepEqual(Object.keys(other).sort(), Object.keys(english).sort(), `${folder}: ${language}`);
      for (const [key, message] of Object.entries(english))
        assert.deepEqual(placesIn(other[key] ?? ''), placesIn(message), `${folder}: ${key} in ${language}`);
    }
  }
});

words('has a text for each key, in all plural forms of its language', () => {
  for (const folder of catalogues)
    for (const language of LANGUAGES)
      for (const [key, message] of Object.entries(read(folder, language))) {
        for (const form of formsOf(message)) assert.notEqual(form.trim(), '', `${folder}: ${key} in ${language}`);
        if (typeof message !== 'string') {
          const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
          assert.deepEqual(Object.keys(message).sort(), [...pluralCategories].sort(), `${folder}: ${key}`);
        }
      }
});

words('chooses the plural by the count and formats numbers as the language does', () => {
  const message = { one: '{count} Publikation', other: '{count} Publikationen' };
  assert.equal(formatMessage(message, { count: 1 }, 'de'), '1 Publikation');
  assert.equal(formatMessage(message, { count: 12_345 }, 'de'), '12.345 Publikationen');
  assert.equal(formatMessage('{count} of {name}', { count: 1_000, name: 'a' }, 'en'), '1,000 of a');
  assert.equal(formatMessage('{missing} stays', {}, 'en'), '{missing} stays');
});

words("is chosen by the reader's first available language", () => {
  assert.equal(preferred(['fr-CH', 'de-AT', 'en']), 'de');
  assert.equal(preferred(['EN-gb']), 'en');
  assert.equal(preferred([]), 'en');
});
