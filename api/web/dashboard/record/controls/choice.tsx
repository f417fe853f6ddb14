/** A control for one of several values. */
import { SelectField, type Option } from '../../../parts/field.tsx';
import { textIn, type Control } from '../control.ts';
import { words as t } from '../words.ts';

type Options = {
  /** In the language of the reader. A value that is not among them is kept and shown as it is. */
  readonly options: () => readonly Option<string>[];
  readonly isRequired?: boolean;
};

export const choice = ({ options, isRequired = false }: Options): Control<string> => ({
  isRequired,
  typedFrom: textIn,
  read: (typed) => {
    if (typed === '') return isRequired ? { problem: 'missing' } : { value: null };
    return { value: typed };
  },
  edit: ({ typed, onTyped, ...field }) => {
    const known = options();
    const other = typed === '' || known.some(({ value }) => value === typed) ? [] : [{ value: typed, label: typed }];
    const none = isRequired && typed !== '' ? [] : [{ value: '', label: t(isRequired ? 'choose' : 'none') }];
    return <SelectField {...field} value={typed} options={[...none, ...known, ...other]} onValue={onTyped} />;
  },
  show: (value) => options().find((option) => option.value === value)?.label ?? textIn(value),
});
