/** How the fields of a publication's record are named, shown, compared and edited. */
import { checkDigitWords } from '../../client/accepted.ts';
import type { EditorProps, Fieldset } from '../../parts/editing/fieldset.ts';
import type { Saving } from '../../parts/editing/saving.ts';
import { DateEditor } from './editors/date.tsx';
import { FactsEditor } from './editors/facts.tsx';
import { NamesEditor } from './editors/names.tsx';
import { TextEditor } from './editors/text.tsx';
import { entriesTyped, isFact } from './facts.ts';
import { fieldName, fieldsShown, kindOf } from './fields.ts';
import { words as t } from './generated/words.ts';
import type { PublicationData } from './read.ts';
import { ShownValue } from './shown-value.tsx';
import { readTyped, typedFrom, type Typed } from './typed.ts';
import { valueIn } from './value.ts';

const edit = (field: string, { typed, error, onTyped }: EditorProps<Typed>) => {
  const shared = { label: fieldName(field), hidesLabel: true, error };
  switch (typed.of) {
    case 'date':
      return <DateEditor {...shared} typed={typed} onTyped={onTyped} />;
    case 'names':
      return <NamesEditor {...shared} names={typed.names} onNames={(names) => onTyped({ of: 'names', names })} />;
    case 'facts':
      return (
        <FactsEditor
          {...shared}
          fact={typed.fact}
          typed={typed.entries}
          onTyped={(entries) => onTyped({ ...typed, entries })}
        />
      );
    default: {
      const onText = (text: string): void => onTyped({ of: 'text', text });
      return <TextEditor {...shared} kind={kindOf(field)} text={typed.text} onText={onText} />;
    }
  }
};

export const fieldset: Fieldset<Typed> = {
  nameOf: fieldName,
  fieldsIn: fieldsShown,
  valueIn,
  show: (field, value) => <ShownValue field={field} value={value} />,
  typedFrom: (field, value) =>
    isFact(field) ? { of: 'facts', fact: field, entries: entriesTyped(field, value) } : typedFrom(kindOf(field), value),
  edit,
  read: (field, typed) => {
    const read = readTyped(kindOf(field), typed);
    if (!('problem' in read)) return read;
    return { problem: read.problem === 'check_digit' ? checkDigitWords() : t(read.problem) };
  },
};

export type PublicationSaving = Saving<PublicationData, Typed> & {
  /** Takes the edit of a field back, or keeps it although the provider's value has changed. */
  readonly takeBack: (field: string) => void;
  readonly keep: (field: string) => void;
};
