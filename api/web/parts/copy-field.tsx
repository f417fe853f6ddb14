/** A value to be copied, such as a key: fully visible, selected by a click or the Tab key, copied with a button. */
import type { ComponentChildren } from 'preact';
import { CopyButton } from './copy-button.tsx';
import { Field } from './field.tsx';

type Props = {
  readonly label: string;
  readonly value: string;
  readonly action: string;
  readonly hint?: ComponentChildren;
  readonly hasFocus?: boolean;
};

export const CopyField = ({ label, value, action, hint, hasFocus = false }: Props) => (
  <Field label={label} hint={hint}>
    {(bound) => (
      <span class="copy-field actions">
        <textarea
          {...bound}
          class="control mono"
          rows={1}
          readOnly
          spellcheck={false}
          value={value}
          autofocus={hasFocus}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton text={value} label={action} />
      </span>
    )}
  </Field>
);
