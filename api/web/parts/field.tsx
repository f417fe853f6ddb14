/** Controls with their label, hint and error, linked for screen readers. */
import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';
import { words as common } from './generated/words.ts';
import { Icon } from './icon.tsx';

type Bound = {
  readonly id: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: true;
  readonly required?: true;
};

export type FieldProps = {
  readonly label: string;
  /** The label is for screen readers only, for example in a toolbar. */
  readonly hidesLabel?: boolean;
  readonly hint?: ComponentChildren;
  readonly error?: string;
  readonly isRequired?: boolean;
};

type Props = FieldProps & { readonly children: (bound: Bound) => ComponentChildren };

export const FieldError = ({ id, children }: { readonly id: string; readonly children: string }) => (
  <p id={id} role="alert" class="field-error small">
    <Icon name="circle-alert" size={14} />
    {children}
  </p>
);

/** The frame of any control; spread the given props over the control. */
export const Field = ({ label, hidesLabel = false, hint, error, isRequired = false, children }: Props) => {
  const id = useId();
  const told = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div class={error === undefined ? 'field stack tight' : 'field stack tight wrong'}>
      <label for={id} class={hidesLabel ? 'unseen' : 'field-label'}>
        {label}
        {isRequired && <span class="muted"> ({common('required')})</span>}
      </label>
      {children({
        id,
        ...(told !== '' && { 'aria-describedby': told }),
        ...(error !== undefined && { 'aria-invalid': true as const }),
        ...(isRequired && { required: true as const }),
      })}
      {hint !== undefined && (
        <p id={`${id}-hint`} class="field-hint muted small">
          {hint}
        </p>
      )}
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
};

/** No spelling check or autocomplete, for text that is not words. */
const NO_WORDS = { autocomplete: 'off', spellcheck: false } as const;

/** JSX types the attributes of an input by the literal `type`. */
const KINDS = {
  text: { type: 'text' },
  search: { type: 'search', ...NO_WORDS },
  email: { type: 'email' },
  number: { type: 'number' },
  date: { type: 'date' },
  /** An identifier, or text typed to confirm. */
  code: { type: 'text', ...NO_WORDS },
  address: { type: 'text', inputMode: 'url', ...NO_WORDS },
} as const;

type ValueProps<T> = FieldProps & { readonly value: T; readonly onValue: (value: T) => void };

type TextProps = ValueProps<string> & { readonly type?: keyof typeof KINDS } & Pick<
    JSX.IntrinsicElements['input'],
    'placeholder' | 'autocomplete' | 'autofocus' | 'inputMode' | 'maxLength' | 'min' | 'max' | 'spellcheck'
  >;

export const TextField = ({
  label,
  hidesLabel,
  hint,
  error,
  isRequired,
  value,
  onValue,
  type = 'text',
  ...attributes
}: TextProps) => (
  <Field {...{ label, hidesLabel, hint, error, isRequired }}>
    {(bound) => (
      <input
        {...attributes}
        {...KINDS[type]}
        {...bound}
        class="control"
        value={value}
        onInput={(event) => onValue(event.currentTarget.value)}
      />
    )}
  </Field>
);

type AreaProps = ValueProps<string> & { readonly rows?: number; readonly autofocus?: boolean };

export const TextArea = ({ value, onValue, rows = 4, autofocus, ...field }: AreaProps) => (
  <Field {...field}>
    {(bound) => (
      <textarea
        {...bound}
        class="control"
        rows={rows}
        autofocus={autofocus}
        value={value}
        onInput={(event) => onValue(event.currentTarget.value)}
      />
    )}
  </Field>
);

export type OptionValue = string | boolean;
export type Option<T extends OptionValue> = { readonly value: T; readonly label: string };

export const choicesOf = <T extends string>(labels: Readonly<Record<T, string>>): readonly Option<T>[] =>
  (Object.entries(labels) as [T, string][]).map(([value, label]) => ({ value, label }));

type SelectProps<T extends OptionValue> = ValueProps<T> & { readonly options: readonly Option<T>[] };

export const SelectField = <T extends OptionValue>({ value, onValue, options, ...field }: SelectProps<T>) => (
  <Field {...field}>
    {(bound) => (
      <span class="select">
        <select
          {...bound}
          class="control"
          value={String(value)}
          onChange={(event) => {
            const chosen = options.find((option) => String(option.value) === event.currentTarget.value);
            if (chosen !== undefined) onValue(chosen.value);
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={String(option.value)}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" size={14} />
      </span>
    )}
  </Field>
);

type CheckProps = {
  readonly label: ComponentChildren;
  readonly value: boolean;
  readonly onValue: (isChecked: boolean) => void;
  readonly hint?: ComponentChildren;
  /** The name of its group, in which only one can be checked. */
  readonly oneOf?: string;
};

export const CheckField = ({ label, value, onValue, hint, oneOf }: CheckProps) => {
  const id = useId();
  return (
    <div class="check">
      <input
        id={id}
        {...(oneOf === undefined ? { type: 'checkbox' } : { type: 'radio', name: oneOf })}
        checked={value}
        onChange={(event) => onValue(event.currentTarget.checked)}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      />
      <label for={id}>{label}</label>
      {hint !== undefined && (
        <p id={`${id}-hint`} class="field-hint muted small">
          {hint}
        </p>
      )}
    </div>
  );
};
