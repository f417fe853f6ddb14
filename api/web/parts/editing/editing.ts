/** The fields being edited and what was typed in them, kept as a draft until saved. */
import { signal, type ReadonlySignal } from '@preact/signals';
import { equal } from '../../../../domain/equal.ts';
import { draftOf, dropDraft, keepDraft } from '../../client/drafts.ts';
import type { Edit, Edits } from './conflict.ts';
import type { Fieldset } from './fieldset.ts';
import type { Value } from './value.ts';

/** `base`: the value when the field was opened. */
export type OpenField<Typed> = { readonly base: Value; readonly typed: Typed };
type Open<Typed> = Readonly<Record<string, OpenField<Typed>>>;

export type Outcome<Problem> = {
  /** The fields whose values differ from when they were opened. */
  readonly edits: Edits;
  readonly problems: Readonly<Record<string, Problem>>;
};

export type Editing<Typed, Problem> = {
  readonly fields: ReadonlySignal<Open<Typed>>;
  readonly outcome: () => Outcome<Problem>;
  readonly open: (field: string, base: Value) => void;
  readonly type: (field: string, typed: Typed) => void;
  /** Opens a field with another value, such as an earlier one; saves nothing. */
  readonly fill: (field: string, base: Value, value: Value) => void;
  readonly close: (field: string) => void;
  readonly closeAll: () => void;
};

type Typing<Typed, Problem extends string> = Pick<Fieldset<Typed, Problem>, 'typedFrom' | 'read'>;

/** `subject`: the key of the draft. */
export const openEditing = <Typed, Problem extends string>(
  { typedFrom, read: readTyped }: Typing<Typed, Problem>,
  user: string,
  subject: string,
): Editing<Typed, Problem> => {
  const outcomeOf = (open: Open<Typed>): Outcome<Problem> => {
    const edits: Record<string, Edit> = {};
    const problems: Record<string, Problem> = {};
    for (const [field, { base, typed }] of Object.entries(open)) {
      const read = readTyped(field, typed);
      if ('problem' in read) problems[field] = read.problem;
      // Normalization by the control, such as trimming, is no change.
      else if (!equal(read.value, base) && !equal(read, readTyped(field, typedFrom(field, base))))
        edits[field] = { base, mine: read.value };
    }
    return { edits, problems };
  };
  const fields = signal<Open<Typed>>(draftOf<Open<Typed>>(user, subject)?.value ?? {});
  const change = (next: Open<Typed>): void => {
    fields.value = next;
    const { edits, problems } = outcomeOf(next);
    if (Object.keys(edits).length + Object.keys(problems).length === 0) dropDraft(user, subject);
    else keepDraft(user, subject, next);
  };
  const fill = (field: string, base: Value, value: Value): void =>
    change({ ...fields.value, [field]: { base, typed: typedFrom(field, value) } });
  return {
    fields,
    outcome: () => outcomeOf(fields.value),
    open: (field, base) => {
      if (!Object.hasOwn(fields.value, field)) fill(field, base, base);
    },
    type: (field, typed) => {
      const open = fields.value[field];
      if (open !== undefined) change({ ...fields.value, [field]: { ...open, typed } });
    },
    fill: (field, base, value) => fill(field, fields.value[field]?.base ?? base, value),
    close: (field) => {
      const { [field]: _closed, ...rest } = fields.value;
      change(rest);
    },
    closeAll: () => change({}),
  };
};
