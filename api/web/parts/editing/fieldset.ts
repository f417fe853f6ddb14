/** What editing needs to know about the fields of a kind of record. */
import type { ComponentChildren } from 'preact';
import type { Fields, Value } from './value.ts';

export type Read<Problem> = { readonly value: Value } | { readonly problem: Problem };

export type EditorProps<Typed> = {
  readonly typed: Typed;
  readonly error: string | undefined;
  readonly onTyped: (typed: Typed) => void;
};

/** `Typed`: what editors hold while someone types; it must survive JSON, since it is kept as a draft. */
export type Fieldset<Typed> = {
  readonly nameOf: (field: string) => string;
  /** The distinct fields of these records, in display order. */
  readonly fieldsIn: (...records: readonly Fields[]) => readonly string[];
  readonly valueIn: (record: Fields, field: string) => Value;
  readonly show: (field: string, value: Value) => ComponentChildren;
  readonly typedFrom: (field: string, value: Value) => Typed;
  readonly edit: (field: string, props: EditorProps<Typed>) => ComponentChildren;
  /** The typed value, or what is wrong with it, in words. An empty editor means no value. */
  readonly read: (field: string, typed: Typed) => Read<string>;
};
