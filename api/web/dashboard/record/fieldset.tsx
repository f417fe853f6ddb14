/** A page's declared fields as a fieldset for editing. */
import type { Fieldset } from '../../parts/editing/fieldset.ts';
import { words as editing } from '../../parts/editing/generated/words.ts';
import type { Value } from '../../parts/editing/value.ts';
import type { RecordField } from './control.ts';
import { words as t } from './generated/words.ts';

const shown = ({ control }: RecordField, value: Value) =>
  value === null || (Array.isArray(value) && value.length === 0) ? (
    <span class="muted">{editing('no_value')}</span>
  ) : (
    control.show(value)
  );

export const fieldsetOf = (fields: readonly RecordField[]): Fieldset<unknown> => {
  const named = (name: string): RecordField => {
    const found = fields.find((field) => field.name === name);
    if (found === undefined) throw new Error(`no such field: ${name}`);
    return found;
  };
  const names = fields.map(({ name }) => name);
  return {
    nameOf: (name) => named(name).label(),
    fieldsIn: (...records) => names.filter((name) => records.some((record) => name in record)),
    valueIn: (record, name) => (record[name] ?? null) as Value,
    show: (name, value) => shown(named(name), value),
    typedFrom: (name, value) => named(name).control.typedFrom(value),
    edit: (name, props) => {
      const { label, hint, control } = named(name);
      return control.edit({
        ...props,
        label: label(),
        hidesLabel: true,
        hint: hint?.(),
        isRequired: control.isRequired,
      });
    },
    read: (name, typed) => {
      const read = named(name).control.read(typed);
      return 'problem' in read ? { problem: t(read.problem) } : read;
    },
  };
};
