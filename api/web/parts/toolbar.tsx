/** The search and filters of a listing; on a narrow screen a button opens the filters. */
import type { ReadonlySignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { number } from '../client/format.ts';
import type { ListingControls } from '../client/view.ts';
import { Button } from './button.tsx';
import { SelectField, TextField, type Option, type OptionValue } from './field.tsx';
import { words as common } from './generated/words.ts';
import { Icon } from './icon.tsx';
import { useTyped } from './use-typed.ts';

type Props = {
  readonly listing: ListingControls;
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
        <TextField label={search} hidesLabel type="search" placeholder={search} value={typed} onValue={type} />
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

/** A listing, and the field of its view that a filter sets. */
type Bound<V, Name extends keyof V> = {
  readonly listing: {
    readonly now: ReadonlySignal<V>;
    readonly defaults: V;
    readonly narrow: (change: Partial<V>) => void;
  };
  readonly by: Name;
};

const narrowBy = <V, Name extends keyof V>({ listing, by }: Bound<V, Name>, value: V[Name]): void => {
  const change: Partial<V> = {};
  change[by] = value;
  listing.narrow(change);
};

type Labelled = { readonly label: string; readonly showsLabel?: boolean };

export type FilterProps<V, Name extends keyof V> = Bound<V, Name> &
  Labelled & {
    /** The option for any value, such as “Any type”; absent if one of the options already means that. */
    readonly any?: string;
    readonly options: readonly Option<NonNullable<V[Name]> & OptionValue>[];
    /** Names a value in the address that is not among the options. */
    readonly nameOf?: (value: NonNullable<V[Name]>) => string;
  };

export const Filter = <V, Name extends keyof V>({
  label,
  showsLabel = false,
  any,
  options,
  nameOf = String,
  ...bound
}: FilterProps<V, Name>) => {
  type Value = NonNullable<V[Name]> & OptionValue;
  const value = bound.listing.now.value[bound.by] as Value | null;
  const isOther = value !== null && !options.some((option) => option.value === value);
  return (
    <SelectField<Value | ''>
      label={label}
      hidesLabel={!showsLabel}
      value={value ?? ''}
      options={[
        ...(any === undefined ? [] : [{ value: '' as const, label: any }]),
        ...options,
        ...(isOther ? [{ value, label: nameOf(value) }] : []),
      ]}
      onValue={(chosen) => narrowBy(bound, (chosen === '' ? null : chosen) as V[Name])}
    />
  );
};

type FixedProps<V, Name extends keyof V> = Bound<V, Name> & {
  readonly children: (value: NonNullable<V[Name]>) => ComponentChildren;
};

/** An active filter in words, which can be removed here; nothing while it is not active. */
export const FixedFilter = <V, Name extends keyof V>({ children, ...bound }: FixedProps<V, Name>) => {
  const { now, defaults } = bound.listing;
  const value = now.value[bound.by];
  return value == null || value === defaults[bound.by] ? null : (
    <Button isSmall icon="x" title={common('remove_filter')} onClick={() => narrowBy(bound, defaults[bound.by])}>
      {children(value)}
    </Button>
  );
};

type TypedProps<V, Name extends keyof V> = Bound<V, Name> &
  Labelled & {
    /** What text that is typed stands for. */
    readonly read: (text: string) => V[Name];
    readonly placeholder?: string;
    readonly inputMode?: 'numeric';
  };

/** A filter by what is typed. */
export const TypedFilter = <V, Name extends keyof V>({
  label,
  showsLabel = false,
  read,
  placeholder,
  inputMode,
  ...bound
}: TypedProps<V, Name>) => {
  const value = bound.listing.now.value[bound.by];
  const [typed, type] = useTyped(value === null ? '' : String(value), (text) => narrowBy(bound, read(text)));
  return (
    <TextField
      label={label}
      hidesLabel={!showsLabel}
      placeholder={placeholder}
      inputMode={inputMode}
      value={typed}
      onValue={type}
    />
  );
};

/** A filter by a number; anything else that is typed counts as no filter. */
export const NumberFilter = <V, Name extends keyof V>(props: Omit<TypedProps<V, Name>, 'read' | 'inputMode'>) => (
  <TypedFilter
    {...props}
    inputMode="numeric"
    read={(text) => (/^-?\d{1,9}$/u.test(text) ? Number(text) : null) as V[Name]}
  />
);
