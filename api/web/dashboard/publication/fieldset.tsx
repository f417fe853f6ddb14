/** How the fields of a publication's record are named, shown, compared and edited. */
import type { Fieldset } from '../../parts/editing/fieldset.ts';
import type { Saving } from '../../parts/editing/saving.ts';
import { fieldName, fieldsShown, kindOf } from './fields.ts';
import type { PublicationData } from './read.ts';
import { ShownValue } from './shown-value.tsx';
import { readTyped, typedFrom, type Problem, type Typed } from './typed.ts';
import { valueIn } from './value.ts';

export const fieldset: Fieldset<Typed, Problem> = {
  nameOf: fieldName,
  fieldsIn: fieldsShown,
  valueIn,
  show: (field, value) => <ShownValue field={field} value={value} />,
  typedFrom: (field, value) => typedFrom(kindOf(field), value),
  read: (field, typed) => readTyped(kindOf(field), typed),
};

export type PublicationSaving = Saving<PublicationData, Typed, Problem> & {
  /** Takes the edit of a field back, or keeps it although the provider's value has changed. */
  readonly takeBack: (field: string) => void;
  readonly keep: (field: string) => void;
};
