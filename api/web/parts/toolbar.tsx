/** What narrows a listing: its search and its filters, which stay behind a button on a narrow screen. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { number } from '../client/format.ts';
import type { ListingControls } from '../client/view.ts';
import { Button } from './button.tsx';
import { SelectField, type Option } from './field.tsx';
import { SearchField } from './search-field.tsx';
import { common } from './words.ts';

type Props = {
  readonly listing: ListingControls;
  /** What the search looks for. */
  readonly search: string;
  /** The filters. */
  readonly children: ComponentChildren;
};

export const Toolbar = ({ listing, search, children }: Props) => {
  const [isOpen, setOpen] = useState(false);
  const count = listing.filterCount.value;
  return (
    <div class={isOpen ? 'toolbar open' : 'toolbar'}>
      <SearchField label={search} value={listing.now.value.q} onValue={listing.search} />
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

type FilterProps = {
  readonly label: string;
  /** What no choice is called, such as “Any type”. */
  readonly any: string;
  readonly value: string | null;
  readonly options: readonly Option<string>[];
  /** What a value of the address is called that is none of the options. */
  readonly nameOf?: (value: string) => string;
  readonly onValue: (value: string | null) => void;
};

/** One value of several, or any. */
export const FilterField = ({ label, any, value, options, nameOf = String, onValue }: FilterProps) => {
  const isOther = value !== null && !options.some((option) => option.value === value);
  return (
    <SelectField
      label={label}
      hidesLabel
      value={value ?? ''}
      options={[{ value: '', label: any }, ...options, ...(isOther ? [{ value, label: nameOf(value) }] : [])]}
      onValue={(chosen) => onValue(chosen === '' ? null : chosen)}
    />
  );
};

type FixedProps = { readonly children: ComponentChildren; readonly onRemove: () => void };

/** A filter that only a link sets: it is shown, and can be taken away. */
export const FixedFilter = ({ children, onRemove }: FixedProps) => (
  <Button icon="x" title={common('remove_filter')} onClick={onRemove}>
    {children}
  </Button>
);
