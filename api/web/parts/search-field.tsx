/** A search that runs while it is typed. */
import { TextField } from './field.tsx';
import { Icon } from './icon.tsx';
import { useTyped } from './use-typed.ts';

type Props = { readonly label: string; readonly value: string; readonly onValue: (value: string) => void };

export const SearchField = ({ label, value, onValue }: Props) => {
  const [typed, type] = useTyped(value, onValue);
  return (
    <search class="search-box">
      <Icon name="search" />
      <TextField
        label={label}
        hidesLabel
        type="search"
        placeholder={label}
        autocomplete="off"
        spellcheck={false}
        value={typed}
        onValue={type}
      />
    </search>
  );
};
