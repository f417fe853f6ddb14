/** Views whose state is in the address, and can be bookmarked and sent. */
import { computed, type ReadonlySignal } from '@preact/signals';
import { queryCodec, text, wholeNumber, type Codec, type Field, type Values } from './query.ts';
import { address, navigate, type NavigateOptions } from './router.ts';

export type View<V> = {
  /** The state in the present address. */
  readonly now: ReadonlySignal<V>;
  readonly hrefOf: (next: V) => string;
  readonly show: (next: V, options?: NavigateOptions) => void;
};

export const openView = <V>({ read, write }: Pick<Codec<V>, 'read' | 'write'>): View<V> => {
  const hrefOf = (next: V): string => `${address.value.pathname}${write(next)}`;
  return {
    now: computed(() => read(address.value.searchParams)),
    hrefOf,
    show: (next, options) => navigate(hrefOf(next), options),
  };
};

const SEARCH = { q: text() };
const PAGING = { page: wholeNumber(1), per_page: wholeNumber(50, { max: 100 }) };
type Paged = Values<typeof SEARCH & typeof PAGING>;

/** What toolbars and pagers need of any listing. */
export type ListingControls = {
  readonly now: ReadonlySignal<Paged>;
  /** The number of active filters, without the search. */
  readonly filterCount: ReadonlySignal<number>;
  /** Whether a filter or the search is active. */
  readonly isNarrowed: ReadonlySignal<boolean>;
  readonly search: (q: string) => void;
  /** Removes the search and all filters. */
  readonly clear: () => void;
  readonly turnTo: (page: number, options?: NavigateOptions) => void;
  readonly resize: (perPage: number) => void;
};

type Fields = Readonly<Record<string, Field<unknown>>>;
type ViewOf<Filters extends Fields, Rest extends Fields> = Values<typeof SEARCH & Filters & Rest & typeof PAGING>;

export type Listing<V> = Codec<V> &
  View<V> &
  ListingControls & {
    readonly now: ReadonlySignal<V>;
    /** The view without search and filters, on its first page. */
    readonly whole: (view: V) => V;
    readonly filtersIn: (view: V) => number;
    /** Changes the query and goes to its first page. */
    readonly narrow: (change: Partial<V>) => void;
  };

/** A listing with search, filters and pages. `rest`: other state, such as the order. */
export const openListing = <Filters extends Fields, Rest extends Fields>(
  filters: Filters,
  rest: Rest,
): Listing<ViewOf<Filters, Rest>> => {
  type V = ViewOf<Filters, Rest>;
  const codec = queryCodec({ ...SEARCH, ...filters, ...rest, ...PAGING }) as Codec<V>;
  const unfiltered = queryCodec({ ...SEARCH, ...filters }).defaults;
  const view = openView(codec);
  const names = Object.keys(filters) as readonly (keyof V)[];
  const filtersIn = (of: V): number => names.filter((name) => of[name] !== codec.defaults[name]).length;
  const whole = (of: V): V => ({ ...of, ...unfiltered, page: 1 });
  const narrow = (change: Partial<V>): void => view.show({ ...view.now.value, page: 1, ...change });
  return {
    ...codec,
    ...view,
    whole,
    filtersIn,
    narrow,
    filterCount: computed(() => filtersIn(view.now.value)),
    isNarrowed: computed(() => view.now.value.q !== '' || filtersIn(view.now.value) > 0),
    // The letters of a search are no history entries.
    search: (q) => view.show({ ...view.now.value, page: 1, q }, { replace: true }),
    clear: () => view.show(whole(view.now.value)),
    turnTo: (page, options) => view.show({ ...view.now.value, page }, options),
    resize: (per_page) => view.show({ ...view.now.value, page: 1, per_page }),
  };
};
