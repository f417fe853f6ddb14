/** A control for a date of any precision: `2021`, `2021-03` or `2021-03-09`. */
import { partialDate } from '../../../client/format.ts';
import { textIn, type Value } from '../../../parts/editing/value.ts';
import { DateEditor, type Dates } from '../../publication/editors/date.tsx';
import { readTyped, typedFrom } from '../../publication/typed.ts';
import type { Control } from '../control.ts';

const cslOf = (value: Value): Value =>
  typeof value === 'string' ? { 'date-parts': [value.split('-').map(Number)] } : null;

const textOf = (value: Value): Value => {
  const dated = value as { readonly 'date-parts'?: readonly (readonly number[])[] } | null;
  const [year, ...rest] = dated?.['date-parts']?.[0] ?? [];
  if (year === undefined) return null;
  return [String(year).padStart(4, '0'), ...rest.map((part) => String(part).padStart(2, '0'))].join('-');
};

export const date = (): Control<Dates> => ({
  typedFrom: (value) => typedFrom('date', cslOf(value)) as Dates,
  read: (typed) => {
    const read = readTyped('date', typed);
    return 'problem' in read ? { problem: 'bad_date' } : { value: textOf(read.value) };
  },
  edit: (props) => <DateEditor {...props} isRange={false} />,
  show: (value) => partialDate(textIn(value)),
});
