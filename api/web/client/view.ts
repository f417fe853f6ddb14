/** Views that stand in the address, so that they can be bookmarked, sent and reopened. */
import { computed, type ReadonlySignal } from '@preact/signals';
import { queryCodec, text, wholeNumber, type Codec, type Field, type Values } from './query.ts';
import { address, navigate, type NavigateOptions } from './router.ts';

export type View<V> = {
  /** What the address says now. */
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

/** What any listing offers to its toolbar and its pager. */
export type ListingControls = {
  readonly now: ReadonlySignal<Paged>;
  /** How many filters are on, apart from the search. */
  readonly filterCount: ReadonlySignal<number>;
  /** By a filter or the search. */
  readonly isNarrowed: ReadonlySignal<boolean>;
  readonly search: (q: string) => void;
  /** Takes the search and all filters away. */
  readonly clear: () => void;
  readonly turnTo: (page: number) => void;
  readonly resize: (perPage: number) => void;
};

type Fields = Readonly<Record<string, Field<unknown>>>;
type ViewOf<Filters extends Fields, Rest extends Fields> = Values<typeof SEARCH & Filters & Rest & typeof PAGING>;

export type Listing<V> = Codec<V> &
  View<V> &
  ListingControls & {
    readonly now: ReadonlySignal<V>;
    /** The same listing with all that narrows it taken away. */
    readonly whole: (view: V) => V;
    readonly filtersIn: (view: V) => number;
    /** Changes the question, and shows the first page of its answer. */
    readonly narrow: (change: Partial<V>) => void;
  };

/** A searched and paged listing. `rest`: what its address holds beside the filters, such as the order. */
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
    // Nobody goes back through the letters of a search.
    search: (q) => view.show({ ...view.now.value, page: 1, q }, { replace: true }),
    clear: () => view.show(whole(view.now.value)),
    turnTo: (page) => view.show({ ...view.now.value, page }),
    resize: (per_page) => view.show({ ...view.now.value, page: 1, per_page }),
  };
};
