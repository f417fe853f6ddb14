/** Controls, with which pages declare how their fields are shown, edited and parsed. */
import type { ComponentChildren } from 'preact';
import type { FieldProps } from '../../parts/field.tsx';
import type { Read } from '../../parts/editing/fieldset.ts';
import type { Value } from '../../parts/editing/value.ts';
import type { words } from './generated/words.ts';

/** A message key. */
export type Problem = Parameters<typeof words>[0];

export type EditorProps<Typed> = FieldProps & { readonly typed: Typed; readonly onTyped: (typed: Typed) => void };

export type Control<Typed> = {
  readonly isRequired?: boolean;
  readonly typedFrom: (value: Value) => Typed;
  readonly read: (typed: Typed) => Read<Problem>;
  readonly edit: (props: EditorProps<Typed>) => ComponentChildren;
  /** Called only for values other than null. */
  readonly show: (value: Value) => ComponentChildren;
};

export type RecordField = {
  readonly name: string;
  /** In the language of the reader. */
  readonly label: () => string;
  readonly hint?: () => string;
  readonly control: Control<unknown>;
};

type Declared<Typed> = Omit<RecordField, 'control'> & { readonly control: Control<Typed> };

/** Lets controls of different types share one list: each one only receives its own typed value. */
export const field = <Typed>({ control, ...declared }: Declared<Typed>): RecordField => ({
  ...declared,
  control: control as unknown as Control<unknown>,
});
