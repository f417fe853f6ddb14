/** Texts in one language or several, row by row as they are edited. */
import { language } from '../../client/i18n.ts';
import { isFields, textIn, type Value } from '../../parts/editing/value.ts';

/** `tag`: BCP 47; empty for a text that is not said to be in any language. */
export type LocalizedRow = { readonly tag: string; readonly text: string };

export const rowsOf = (value: Value): readonly LocalizedRow[] => {
  if (!isFields(value)) return [{ tag: '', text: textIn(value) }];
  return Object.entries(value).map(([tag, text]) => ({ tag, text: String(text) }));
};

/** Empty rows are left out; null if none is left. */
export const valueOf = (rows: readonly LocalizedRow[]): Value => {
  const said = rows.map(({ tag, text }) => ({ tag, text: text.trim() })).filter(({ text }) => text !== '');
  const [first] = said;
  if (first === undefined) return null;
  return first.tag === '' ? first.text : Object.fromEntries(said.map(({ tag, text }) => [tag, text]));
};

/** A text without a language gets the reader's once there is another beside it. */
export const withLanguage = (rows: readonly LocalizedRow[], tag: string): readonly LocalizedRow[] => {
  const other = tag === language.value ? (tag === 'en' ? 'de' : 'en') : language.value;
  return [...rows.map((row) => (row.tag === '' ? { ...row, tag: other } : row)), { tag, text: '' }];
};
