/** Texts in several languages: which are accepted, and which one is shown. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { everyText, parseLocalizedText, pickLocale } from '../../domain/localized-text.ts';
import { refusedWith, throwsNothingButRefusals } from '../support/refused.ts';
import { suite } from '../support/suite.ts';

const localized = suite('localized text');

localized('is one text, or one per locale, trimmed', () => {
  assert.equal(parseLocalizedText(' Geophysics '), 'Geophysics');
  assert.deepEqual(parseLocalizedText({ en: 'Geophysics ', 'pt-BR': 'Geofísica' }), {
    en: 'Geophysics',
    'pt-BR': 'Geofísica',
  });
});

for (const wrong of [
  '',
  '  ',
  null,
  undefined,
  1,
  [],
  ['a'],
  {},
  { en: '' },
  { en: '\u200b' },
  '\u2060\u00ad \u3164',
  { en: 1 },
  { 'not a locale': 'x' },
])
  localized(`is not ${JSON.stringify(wrong)}`, () =>
    refusedWith('invalid', 'invalid_text', () => parseLocalizedText(wrong)),
  );

localized('is a refusal or a text for any input', () =>
  throwsNothingButRefusals(
    fc.anything(),
    (parsed) => everyText(parsed).some((each) => each.trim() !== ''),
    (value: unknown) => parseLocalizedText(value),
  ),
);

const locale = fc.constantFrom('en', 'de', 'de-CH', 'pt-BR', 'zh-Hant-TW', 'EN-gb');
const text = fc.string({ unit: 'grapheme', minLength: 1 }).filter((each) => each.trim() !== '');
const texts = fc.oneof(text, fc.dictionary(locale, text, { minKeys: 1, noNullPrototype: true }));

localized('is the same when read again', () =>
  fc.assert(
    fc.property(texts, (value) => {
      const parsed = parseLocalizedText(value);
      assert.deepEqual(parseLocalizedText(parsed), parsed);
    }),
  ),
);

const picking = suite('picking a locale');
const name = { fr: 'Genève', de: 'Genf', 'en-GB': 'Geneva (GB)', en: 'Geneva', 'it-CH': 'Ginevra' };
for (const [wanted, shown] of [
  ['en-GB', 'Geneva (GB)'],
  ['EN-gb', 'Geneva (GB)'],
  ['de-AT', 'Genf'],
  ['it', 'Ginevra'],
  ['ja', 'Geneva'],
] as const)
  picking(`shows ${shown} for ${wanted}`, () => assert.equal(pickLocale(name, wanted), shown));
picking('shows the first where there is no English', () => assert.equal(pickLocale({ fr: 'a', de: 'b' }, 'ja'), 'a'));
picking('shows one of the texts for any locale', () =>
  fc.assert(fc.property(texts, fc.string(), (value, wanted) => everyText(value).includes(pickLocale(value, wanted)))),
);
