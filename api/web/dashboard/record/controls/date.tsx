/** A control for a date as precise as it is known: `2021`, `2021-03` or `2021-03-09`. */
import { partialDate } from '../../../client/format.ts';
import { textIn, type Value } from '../../../parts/editing/value.ts';
import { DateEditor } from '../../publication/editors/date.tsx';
import { readTyped, typedFrom, type Typed } from '../../publication/typed.ts';
import type { Control } from '../control.ts';

type Dates = Extract<Typed, { of: 'date' }>;

const cslOf = (value: Value): Value =>
  typeof value === 'string' ? { 'date-parts': [value.split('-').map(Number)] } : null;

const textOf = (value: Value): Value => {
  const { 'date-parts': [parts = []] = [] } = (value ?? {}) as {
    readonly 'date-parts'?: readonly (readonly number[])[];
  };
  const [year, ...rest] = parts;
  if (year === undefined) return null;
  return [String(year).padStart(4, '0'), ...rest.map((part) => String(part).padStart(2, '0'))].join('-');
};

export const date = (): Control<Dates> => ({
  typedFrom: (value) => typedFrom('date', cslOf(value)) as Dates,
  read: (typed) => {
    const read = readTyped('date', typed);
    return 'problem' in read ? { problem: 'bad_date' } : { value: textOf(read.value) };
  },
  edit: ({ typed, onTyped, label, hidesLabel = false, error, hint }) => (
    <DateEditor
      label={label}
      hidesLabel={hidesLabel}
      hint={hint}
      isRange={false}
      typed={typed}
      error={error}
      onTyped={onTyped}
    />
  ),
  show: (value) => partialDate(textIn(value)),
});
