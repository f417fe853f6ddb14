/** The fields being edited and what was typed in them, kept as a draft until saved. */
import { signal, type ReadonlySignal } from '@preact/signals';
import { equal } from '../../../../domain/equal.ts';
import { draftOf, dropDraft, keepDraft } from '../../client/drafts.ts';
import type { Edit } from './conflict.ts';
import type { Fieldset } from './fieldset.ts';
import type { Value } from './value.ts';

/** `base`: the value when the field was opened. */
type Open<Typed> = Readonly<Record<string, { readonly base: Value; readonly typed: Typed }>>;

/** `subject`: the key of the draft. */
export const openEditing = <Typed>(
  { typedFrom, read: readTyped }: Pick<Fieldset<Typed>, 'typedFrom' | 'read'>,
  user: string,
  subject: string,
) => {
  /** `edits`: of the fields whose values differ from when they were opened. */
  const outcomeOf = (open: Open<Typed>) => {
    const edits: Record<string, Edit> = {};
    const problems: Record<string, string> = {};
    for (const [field, { base, typed }] of Object.entries(open)) {
      const read = readTyped(field, typed);
      if ('problem' in read) problems[field] = read.problem;
      // Normalization by the control, such as trimming, does not count as a change.
      else if (!equal(read.value, base) && !equal(read, readTyped(field, typedFrom(field, base))))
        edits[field] = { base, mine: read.value };
    }
    return { edits, problems };
  };
  const fields = signal<Open<Typed>>(draftOf<Open<Typed>>(user, subject) ?? {});
  const change = (next: Open<Typed>): void => {
    // The user may be editing other fields of the record in another tab.
    const elsewhere = Object.entries(draftOf<Open<Typed>>(user, subject) ?? {}).filter(
      ([field]) => !Object.hasOwn(fields.value, field),
    );
    fields.value = next;
    const { edits, problems } = outcomeOf(next);
    const isChanged = Object.keys(edits).length + Object.keys(problems).length > 0;
    const draft = { ...Object.fromEntries(elsewhere), ...(isChanged && next) };
    if (Object.keys(draft).length === 0) dropDraft(user, subject);
    else keepDraft(user, subject, draft);
  };
  return {
    fields: fields as ReadonlySignal<Open<Typed>>,
    outcome: () => outcomeOf(fields.value),
    open: (field: string, base: Value): void => {
      if (!Object.hasOwn(fields.value, field))
        change({ ...fields.value, [field]: { base, typed: typedFrom(field, base) } });
    },
    type: (field: string, typed: Typed): void => {
      const open = fields.value[field];
      if (open !== undefined) change({ ...fields.value, [field]: { ...open, typed } });
    },
    close: (field: string): void => {
      const { [field]: _closed, ...rest } = fields.value;
      change(rest);
    },
    closeAll: () => change({}),
  };
};
