/** Views whose state is in the address, so they can be bookmarked and shared. */
import { computed } from '@preact/signals';
import { queryCodec, text, wholeNumber, type Codec, type Field, type Values } from './query.ts';
import { address, navigate, type NavigateOptions } from './router.ts';

export const openView = <V>({ read, write }: Pick<Codec<V>, 'read' | 'write'>) => {
  const hrefOf = (next: V): string => `${address.value.pathname}${write(next)}`;
  return {
    now: computed(() => read(address.value.searchParams)),
    hrefOf,
    show: (next: V, options?: NavigateOptions): void => navigate(hrefOf(next), options),
  };
};

const SEARCH = { q: text() };
const PAGING = { page: wholeNumber(1), per_page: wholeNumber(50, { max: 100 }) };

type Fields = Readonly<Record<string, Field<unknown>>>;

/** A listing with search, filters and pages. `rest`: other state, such as the order. */
export const openListing = <Filters extends Fields, Rest extends Fields>(filters: Filters, rest: Rest) => {
  type V = Values<typeof SEARCH & Filters & Rest & typeof PAGING>;
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
    /** The number of active filters, without the search. */
    filterCount: computed(() => filtersIn(view.now.value)),
    isNarrowed: computed(() => view.now.value.q !== '' || filtersIn(view.now.value) > 0),
    // Typing a search adds no history entries.
    search: (q: string): void => view.show({ ...view.now.value, page: 1, q }, { replace: true }),
    clear: (): void => view.show(whole(view.now.value)),
    turnTo: (page: number, options?: NavigateOptions): void => view.show({ ...view.now.value, page }, options),
    resize: (per_page: number): void => view.show({ ...view.now.value, page: 1, per_page }),
  };
};

type NoFields = Readonly<Record<never, never>>;

/** The part of a listing that toolbars and pagers use. */
export type ListingControls = Pick<
  ReturnType<typeof openListing<NoFields, NoFields>>,
  'now' | 'filterCount' | 'isNarrowed' | 'search' | 'clear' | 'turnTo' | 'resize'
>;
