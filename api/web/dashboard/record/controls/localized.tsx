/** A control for a text in one or more languages, one row for each. */
import { language } from '../../../client/i18n.ts';
import { isFields, textIn, visibleText, type Value } from '../../../parts/editing/value.ts';
import { SelectField, TextArea, TextField } from '../../../parts/field.tsx';
import { languageName, languages } from '../../publication/languages.ts';
import type { Control, EditorProps } from '../control.ts';
import { words as t } from '../generated/words.ts';

/** `tag`: BCP 47; empty for a text without a language. */
type Rows = readonly { readonly tag: string; readonly text: string }[];

const rowsOf = (value: Value): Rows => {
  if (!isFields(value)) return [{ tag: '', text: textIn(value) }];
  return Object.entries(value).map(([tag, text]) => ({ tag, text: String(text) }));
};

/** Omits empty rows; null if there are no others. */
const valueOf = (rows: Rows): Value => {
  const said = rows.map(({ tag, text }) => ({ tag, text: visibleText(text) })).filter(({ text }) => text !== '');
  const [first] = said;
  if (first === undefined) return null;
  return first.tag === '' ? first.text : Object.fromEntries(said.map(({ tag, text }) => [tag, text]));
};

/** A text without a language gets the reader's language once there is a second text. */
export const withLanguage = (rows: Rows, tag: string): Rows => {
  const other = tag === language.value ? (tag === 'en' ? 'de' : 'en') : language.value;
  return [...rows.map((row) => (row.tag === '' ? { ...row, tag: other } : row)), { tag, text: '' }];
};

type Options = { readonly isRequired?: boolean; readonly isLong?: boolean };

const Editor = ({ typed, onTyped, isLong, ...asked }: EditorProps<Rows> & Options) => {
  const { label, hint, error } = asked;
  const isPlain = typed.length === 1 && typed[0]?.tag === '';
  const others = languages('').filter(({ value }) => !typed.some(({ tag }) => tag === value));
  return (
    <div class="stack" role="group" aria-label={label}>
      {typed.map(({ tag, text }, index) => {
        const field = {
          ...(isPlain ? asked : { label: `${label} (${languageName(tag)})`, ...(index === 0 && { hint, error }) }),
          value: text,
          onValue: (next: string) => onTyped(typed.map((row, at) => (at === index ? { tag, text: next } : row))),
        };
        return isLong === true ? (
          <TextArea key={tag} rows={5} {...field} />
        ) : (
          <TextField key={tag} autocomplete="off" {...field} />
        );
      })}
      <div class="add-language">
        <SelectField
          label={t('add_language')}
          hidesLabel
          value=""
          options={[{ value: '', label: t('add_language') }, ...others]}
          onValue={(tag) => {
            if (tag !== '') onTyped(withLanguage(typed, tag));
          }}
        />
      </div>
    </div>
  );
};

export const localized = ({ isRequired = false, isLong = false }: Options = {}): Control<Rows> => ({
  isRequired,
  typedFrom: rowsOf,
  read: (typed) => {
    const value = valueOf(typed);
    return value === null && isRequired ? { problem: 'missing' } : { value };
  },
  edit: (props) => <Editor {...props} isLong={isLong} />,
  show: (value) => {
    const rows = rowsOf(value);
    if (rows.length === 1)
      return (
        <span class="paragraphs" dir="auto">
          {rows[0]?.text}
        </span>
      );
    return (
      <dl class="stack">
        {rows.map(({ tag, text }) => (
          <div key={tag}>
            <dt class="muted small">{languageName(tag)}</dt>
            <dd class="paragraphs" lang={tag} dir="auto">
              {text}
            </dd>
          </div>
        ))}
      </dl>
    );
  },
});
