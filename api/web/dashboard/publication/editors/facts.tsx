/** Edits a fact that is a list of small objects, such as licences and funders. */
import { Button } from '../../../parts/button.tsx';
import { words as editing } from '../../../parts/editing/generated/words.ts';
import { SelectField, TextArea, TextField } from '../../../parts/field.tsx';
import type { EditorProps } from '../../record/control.ts';
import { ListEditor } from '../../record/controls/list-editor.tsx';
import { addingOne, factWord, newEntry, partName, partsOf, type Fact, type TypedEntry } from '../facts.ts';
import { words as t } from '../generated/words.ts';

type Props = EditorProps<readonly TypedEntry[]> & { readonly fact: Fact };

/** The present value may be none of the choices. */
const optionsOf = (choices: readonly string[], present: string, isRequired: boolean) => [
  ...(isRequired ? [] : [{ value: '', label: editing('no_value') }]),
  ...[...new Set([...choices, ...(present === '' ? [] : [present])])].map((value) => ({
    value,
    label: factWord(value),
  })),
];

type PartsProps = {
  readonly fact: Fact;
  readonly entry: TypedEntry;
  readonly place: number;
  readonly change: (entry: TypedEntry) => void;
};

const Parts = ({ fact, entry, place, change }: PartsProps) => (
  <div class="fact-parts tiles" role="group" aria-label={t('nth_entry', { place })}>
    {partsOf(fact).map(({ name, choices, isList, isRequired = false }) => {
      const value = entry[name] ?? '';
      const control = {
        ...{ label: partName(fact, name), value },
        onValue: (next: string) => change({ ...entry, [name]: next }),
      };
      if (choices !== undefined)
        return <SelectField key={name} {...control} options={optionsOf(choices, value, isRequired)} />;
      if (isList === true) return <TextArea key={name} {...control} rows={2} hint={t('one_per_line')} />;
      return <TextField key={name} {...control} type="code" isRequired={isRequired} />;
    })}
  </div>
);

export const FactsEditor = ({ fact, ...props }: Props) => (
  <ListEditor
    {...props}
    nameOf={(entry, index) => entry['name'] || entry['URL'] || entry['id'] || t('nth_entry', { place: index + 1 })}
    one={(entry, index, change) => <Parts fact={fact} entry={entry} place={index + 1} change={change} />}
    add={
      <Button isSmall icon="plus" onClick={() => props.onTyped([...props.typed, newEntry(fact)])}>
        {addingOne(fact)}
      </Button>
    }
  />
);
