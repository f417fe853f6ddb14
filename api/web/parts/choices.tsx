/** Several choices under one name: any number of them, or one. */
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { CheckField, FieldError } from './field.tsx';

type Choice<T extends string> = { readonly value: T; readonly label: string; readonly hint?: ComponentChildren };

type Frame = { readonly label: string; readonly error?: string | undefined };

const Choices = ({ label, error, children }: Frame & { readonly children: ComponentChildren }) => {
  const id = useId();
  return (
    <fieldset class="choices stack tight" aria-describedby={error === undefined ? undefined : id}>
      <legend class="field-label">{label}</legend>
      {children}
      {error !== undefined && <FieldError id={id}>{error}</FieldError>}
    </fieldset>
  );
};

type Props<T extends string, Value> = Frame & {
  readonly choices: readonly Choice<T>[];
  readonly value: Value;
  readonly onValue: (value: Value) => void;
};

/** The values keep the order of the choices. */
export const CheckGroup = <T extends string>({ choices, value: chosen, onValue, ...frame }: Props<T, readonly T[]>) => (
  <Choices {...frame}>
    {choices.map(({ value, label, hint }) => (
      <CheckField
        key={value}
        label={label}
        hint={hint}
        value={chosen.includes(value)}
        onValue={(isIn) =>
          onValue(choices.map((each) => each.value).filter((each) => (each === value ? isIn : chosen.includes(each))))
        }
      />
    ))}
  </Choices>
);

export const RadioGroup = <T extends string>({ choices, value, onValue, ...frame }: Props<T, T>) => {
  const name = useId();
  return (
    <Choices {...frame}>
      {choices.map((choice) => (
        <CheckField
          key={choice.value}
          oneOf={name}
          label={choice.label}
          hint={choice.hint}
          value={choice.value === value}
          onValue={() => onValue(choice.value)}
        />
      ))}
    </Choices>
  );
};
