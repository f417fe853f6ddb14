/** The editor of a field. */
import { kindOf, fieldName } from '../fields.ts';
import type { Problem, Typed } from '../typed.ts';
import { words as t } from '../words.ts';
import { DateEditor } from './date.tsx';
import { NamesEditor } from './names.tsx';
import { TextEditor } from './text.tsx';

type Props = {
  readonly field: string;
  readonly typed: Typed;
  /** Found here; `error` is the server's. */
  readonly problem: Problem | undefined;
  readonly error: string | undefined;
  readonly onTyped: (typed: Typed) => void;
};

export const Editor = ({
  field,
  typed,
  problem,
  error = problem === undefined ? undefined : t(problem),
  onTyped,
}: Props) => {
  const label = fieldName(field);
  switch (typed.of) {
    case 'date':
      return <DateEditor label={label} typed={typed} error={error} onTyped={onTyped} />;
    case 'names':
      return (
        <NamesEditor
          label={label}
          names={typed.names}
          hasOrcids={field === 'author'}
          error={error}
          onNames={(names) => onTyped({ of: 'names', names })}
        />
      );
    default:
      return (
        <TextEditor
          kind={kindOf(field)}
          label={label}
          hidesLabel
          text={typed.text}
          error={error}
          onText={(text) => onTyped({ of: 'text', text })}
        />
      );
  }
};
