/** The search and filters of a listing; on a narrow screen a button opens the filters. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { number } from '../client/format.ts';
import type { ListingControls } from '../client/view.ts';
import { Button } from './button.tsx';
import { SelectField, TextField, type Option } from './field.tsx';
import { Icon } from './icon.tsx';
import { useTyped } from './use-typed.ts';
import { common } from './words.ts';

type Props = {
  readonly listing: ListingControls;
  /** The label of the search. */
  readonly search: string;
  readonly children: ComponentChildren;
};

export const Toolbar = ({ listing, search, children }: Props) => {
  const [isOpen, setOpen] = useState(false);
  const [typed, type] = useTyped(listing.now.value.q, listing.search);
  const count = listing.filterCount.value;
  return (
    <div class={isOpen ? 'toolbar actions open' : 'toolbar actions'}>
      <search class="search-box">
        <Icon name="search" />
        <TextField
          label={search}
          hidesLabel
          type="search"
          placeholder={search}
          autocomplete="off"
          spellcheck={false}
          value={typed}
          onValue={type}
        />
      </search>
      <div class="toolbar-opener">
        <Button icon="list-filter" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {common('filters')}
          {count > 0 && ` (${number(count)})`}
        </Button>
      </div>
      {children}
      {listing.isNarrowed.value && (
        <Button kind="quiet" onClick={listing.clear}>
          {common('clear_filters')}
        </Button>
      )}
    </div>
  );
};

type FilterProps<T extends string> = {
  readonly label: string;
  readonly showsLabel?: boolean;
  /** The option for any value, such as “Any type”. */
  readonly any: string;
  readonly value: T | null;
  readonly options: readonly Option<T>[];
  /** Names a value of the address that is not among the options. */
  readonly nameOf?: (value: T) => string;
  readonly onValue: (value: T | null) => void;
};

/** A filter by one value, or none. */
export const FilterField = <T extends string>({
  label,
  showsLabel = false,
  any,
  value,
  options,
  nameOf = String,
  onValue,
}: FilterProps<T>) => {
  const isOther = value !== null && !options.some((option) => option.value === value);
  return (
    <SelectField<T | ''>
      label={label}
      hidesLabel={!showsLabel}
      value={value ?? ''}
      options={[{ value: '', label: any }, ...options, ...(isOther ? [{ value, label: nameOf(value) }] : [])]}
      onValue={(chosen) => onValue(chosen === '' ? null : chosen)}
    />
  );
};

type FixedProps = { readonly children: ComponentChildren; readonly onRemove: () => void };

/** A filter that only links set; here it can be removed. */
export const FixedFilter = ({ children, onRemove }: FixedProps) => (
  <Button icon="x" title={common('remove_filter')} onClick={onRemove}>
    {children}
  </Button>
);

type NumberProps = {
  readonly label: string;
  readonly showsLabel?: boolean;
  readonly value: number | null;
  readonly onValue: (value: number | null) => void;
};

/** Nothing typed, and what is no number, is no filter. */
export const NumberFilter = ({ label, value, onValue, showsLabel = false }: NumberProps) => {
  const [typed, type] = useTyped(value === null ? '' : String(value), (text) =>
    onValue(/^-?\d{1,9}$/u.test(text) ? Number(text) : null),
  );
  return (
    <div class={showsLabel ? undefined : 'filter-number'}>
      <TextField
        label={label}
        hidesLabel={!showsLabel}
        placeholder={showsLabel ? undefined : label}
        inputMode="numeric"
        value={typed}
        onValue={type}
      />
    </div>
  );
};
