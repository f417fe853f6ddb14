/** The fields being edited and what was typed in them, kept as a draft until saved. */
import { signal, type ReadonlySignal } from '@preact/signals';
import { equal } from '../../../../domain/equal.ts';
import { draftOf, dropDraft, keepDraft } from '../../client/drafts.ts';
import type { Edit } from './conflict.ts';
import { kindOf } from './fields.ts';
import { readTyped, typedFrom, type Problem, type Typed } from './typed.ts';
import type { Value } from './value.ts';

/** `base`: the value when the field was opened. */
export type OpenField = { readonly base: Value; readonly typed: Typed };
type Open = Readonly<Record<string, OpenField>>;

export type Outcome = {
  /** The fields whose values differ from when they were opened. */
  readonly edits: Readonly<Record<string, Edit>>;
  readonly problems: Readonly<Record<string, Problem>>;
};

export type Editing = {
  readonly fields: ReadonlySignal<Open>;
  readonly outcome: () => Outcome;
  readonly open: (field: string, base: Value) => void;
  readonly type: (field: string, typed: Typed) => void;
  /** Opens a field with another value, such as an earlier one; saves nothing. */
  readonly fill: (field: string, base: Value, value: Value) => void;
  readonly close: (field: string) => void;
  readonly closeAll: () => void;
};

const outcomeOf = (open: Open): Outcome => {
  const edits: Record<string, Edit> = {};
  const problems: Record<string, Problem> = {};
  for (const [field, { base, typed }] of Object.entries(open)) {
    const kind = kindOf(field);
    const read = readTyped(kind, typed);
    if ('problem' in read) problems[field] = read.problem;
    // Normalization by the control, such as trimming, is no change.
    else if (!equal(read.value, base) && !equal(read, readTyped(kind, typedFrom(kind, base))))
      edits[field] = { base, mine: read.value };
  }
  return { edits, problems };
};

/** `subject`: the key of the draft. */
export const openEditing = (user: string, subject: string): Editing => {
  const fields = signal<Open>(draftOf<Open>(user, subject)?.value ?? {});
  const change = (next: Open): void => {
    fields.value = next;
    const { edits, problems } = outcomeOf(next);
    if (Object.keys(edits).length + Object.keys(problems).length === 0) dropDraft(user, subject);
    else keepDraft(user, subject, next);
  };
  const fill = (field: string, base: Value, value: Value): void =>
    change({ ...fields.value, [field]: { base, typed: typedFrom(kindOf(field), value) } });
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
