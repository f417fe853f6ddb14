/** A control for a text in one language or several. */
import { SelectField, TextArea, TextField } from '../../../parts/field.tsx';
import { languageName, languages } from '../../publication/languages.ts';
import type { Control, EditorProps } from '../control.ts';
import { rowsOf, valueOf, withLanguage, type LocalizedRow } from '../localized.ts';
import { words as t } from '../words.ts';

type Rows = readonly LocalizedRow[];
type Options = { readonly isRequired?: boolean; readonly isLong?: boolean };

const Editor = ({
  typed,
  onTyped,
  label,
  hidesLabel,
  hint,
  error,
  isRequired,
  isLong,
}: EditorProps<Rows> & Options) => {
  const isPlain = typed.length === 1 && typed[0]?.tag === '';
  const others = languages('').filter(({ value }) => !typed.some(({ tag }) => tag === value));
  return (
    <div class="stack" role="group" aria-label={label}>
      {typed.map(({ tag, text }, index) => {
        const field = {
          label: isPlain ? label : `${label} (${languageName(tag)})`,
          hidesLabel: isPlain && hidesLabel === true,
          isRequired: isPlain && isRequired === true,
          ...(index === 0 && { hint, error }),
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
