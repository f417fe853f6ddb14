/** The frame of a list editor: the entries, each with a button to remove it, and a way to add one. */
import type { ComponentChildren } from 'preact';
import { IconButton } from '../../../parts/button.tsx';
import { Alert } from '../../../parts/states.tsx';
import type { EditorProps } from '../control.ts';
import { words as t } from '../generated/words.ts';

type Props<T> = EditorProps<readonly T[]> & {
  /** The entry's name in the label of its remove button. */
  readonly nameOf: (entry: T, index: number) => string;
  readonly one: (entry: T, index: number, change: (entry: T) => void) => ComponentChildren;
  /** Shown below the entries. */
  readonly add: ComponentChildren;
};

export const ListEditor = <T,>({ label, hidesLabel, hint, error, typed, onTyped, nameOf, one, add }: Props<T>) => (
  <fieldset class="list-editor stack">
    <legend class={hidesLabel === true ? 'unseen' : 'field-label'}>{label}</legend>
    {typed.length > 0 && (
      <ul class="stack">
        {typed.map((entry, index) => (
          <li key={index} class="list-entry breakable">
            <div>{one(entry, index, (next) => onTyped(typed.map((each, at) => (at === index ? next : each))))}</div>
            <IconButton
              icon="x"
              label={t('remove', { name: nameOf(entry, index) })}
              onClick={() => onTyped(typed.filter((_, at) => at !== index))}
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
