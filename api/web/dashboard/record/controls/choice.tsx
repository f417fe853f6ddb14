/** A control for a required choice between several values. */
import { SelectField, type Option } from '../../../parts/field.tsx';
import { textIn } from '../../../parts/editing/value.ts';
import type { Control } from '../control.ts';
import { words as t } from '../generated/words.ts';

/** `options`: in the reader's language. Any other value is kept and shown unchanged. */
export const choice = (options: () => readonly Option<string>[]): Control<string> => ({
  isRequired: true,
  typedFrom: textIn,
  read: (typed) => (typed === '' ? { problem: 'missing' } : { value: typed }),
  edit: ({ typed, onTyped, ...field }) => {
    const known = options();
    const none = typed === '' ? [{ value: '', label: t('choose') }] : [];
    const other = typed === '' || known.some(({ value }) => value === typed) ? [] : [{ value: typed, label: typed }];
    return <SelectField {...field} value={typed} options={[...none, ...known, ...other]} onValue={onTyped} />;
  },
  show: (value) => options().find((option) => option.value === value)?.label ?? textIn(value),
});
