/** The frame of an editor for a list: its entries, each with a button that removes it, and how to add one. */
import type { ComponentChildren } from 'preact';
import { IconButton } from '../../../parts/button.tsx';
import { Alert } from '../../../parts/states.tsx';
import type { FieldProps } from '../../../parts/field.tsx';
import { words as t } from '../generated/words.ts';

type Props<Entry> = Pick<FieldProps, 'label' | 'hidesLabel' | 'hint' | 'error'> & {
  readonly entries: readonly Entry[];
  readonly onEntries: (entries: readonly Entry[]) => void;
  /** What the button that removes it calls an entry. */
  readonly nameOf: (entry: Entry, index: number) => string;
  readonly one: (entry: Entry, index: number, change: (entry: Entry) => void) => ComponentChildren;
  /** Below the entries. */
  readonly add: ComponentChildren;
};

export const ListEditor = <Entry,>({
  label,
  hidesLabel,
  hint,
  error,
  entries,
  onEntries,
  nameOf,
  one,
  add,
}: Props<Entry>) => (
  <fieldset class="list-editor stack">
    <legend class={hidesLabel === true ? 'unseen' : 'field-label'}>{label}</legend>
    {entries.length > 0 && (
      <ul class="stack">
        {entries.map((entry, index) => (
          <li key={index} class="list-entry breakable">
            <div>{one(entry, index, (next) => onEntries(entries.map((each, at) => (at === index ? next : each))))}</div>
            <IconButton
              icon="x"
              label={t('remove', { name: nameOf(entry, index) })}
              onClick={() => onEntries(entries.filter((_, at) => at !== index))}
            />
          </li>
        ))}
      </ul>
    )}
    {add}
    {hint !== undefined && <p class="muted small">{hint}</p>}
    <Alert of={error} />
  </fieldset>
);
