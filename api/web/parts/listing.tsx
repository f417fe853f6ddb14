/** The frame of a listing: its rows and pager, or why there are none. */
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { ListingControls } from '../client/view.ts';
import { Button } from './button.tsx';
import { words as common } from './generated/words.ts';
import type { IconName } from './icon.tsx';
import { Pager } from './pager.tsx';
import { Empty, Loaded } from './states.tsx';
import type { InUse } from './use-resource.ts';

type Remark = { readonly title: string; readonly hint?: string };

export type ListingProps<T> = {
  readonly listing: ListingControls;
  readonly of: InUse<T>;
  /** Shown if there is nothing to list, whatever the filters. */
  readonly none: Remark & { readonly icon: IconName; readonly actions?: ComponentChildren };
  /** Shown if nothing matches the search and filters. Default: `none`. */
  readonly noMatch?: Remark;
  readonly children: (data: T) => ComponentChildren;
};

/** About as many as fit in the window. */
export const LINES = 12;

export const ListingFrame = <T extends { readonly total: number }>({
  listing,
  of,
  none,
  noMatch = none,
  children,
}: ListingProps<T>) => {
  const { page, per_page: perPage } = listing.now.value;
  const total = of.isStale ? null : (of.data?.total ?? null);
  useEffect(() => {
    // The page has lost its rows since it was opened or bookmarked.
    if (total !== null && total > 0 && (page - 1) * perPage >= total)
      listing.turnTo(Math.ceil(total / perPage), { replace: true });
  }, [page, perPage, total]);
  return (
    <Loaded of={of} lines={LINES}>
      {(data) => {
        const isEmpty = data.total === 0;
        const clear = <Button onClick={listing.clear}>{common('clear_filters')}</Button>;
        const { hint, ...empty } = listing.isNarrowed.value
          ? { ...noMatch, icon: 'search' as const, actions: clear }
          : none;
        return (
          <>
            {!isEmpty && children(data)}
            {!isEmpty && (
              <Pager
                page={page}
                perPage={perPage}
                total={data.total}
                onPage={(to) => {
                  listing.turnTo(to);
                  scrollTo({ top: 0, behavior: 'instant' });
                }}
                onPerPage={listing.resize}
              />
            )}
            {/* Screen readers announce only what appears in a region that they know. */}
            <div role="status" class={isEmpty ? undefined : 'unseen'}>
              {isEmpty && <Empty {...empty}>{hint}</Empty>}
            </div>
          </>
        );
      }}
    </Loaded>
  );
};
