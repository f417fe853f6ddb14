/** A page that lists records in a table. */
import type { ComponentChildren, ComponentProps } from 'preact';
import type { ListingControls } from '../client/view.ts';
import { ListingFrame, type ListingProps } from './listing.tsx';
import { Page } from './page.tsx';
import { Table, type TableProps } from './table.tsx';
import type { InUse } from './use-resource.ts';

type Props<Data, Row, Sort extends string> = Omit<ComponentProps<typeof Page>, 'children'> &
  Pick<ListingProps<Data>, 'noMatch'> &
  Pick<TableProps<Row, Sort>, 'columns' | 'keyOf' | 'order' | 'onOrder'> & {
    readonly listing: ListingControls;
    readonly of: InUse<Data>;
    /** Shown if there is nothing to list; the page's actions are offered with it. */
    readonly none: ListingProps<Data>['none'];
    readonly filters?: ComponentChildren;
    readonly caption?: string;
    readonly rowsIn: (data: Data) => readonly Row[];
    readonly children?: ComponentChildren;
  };

export const ListPage = <Data extends { readonly total: number }, Row, Sort extends string = never>({
  listing,
  of,
  none,
  noMatch,
  filters,
  title,
  caption = title,
  rowsIn,
  columns,
  keyOf,
  order,
  onOrder,
  children,
  ...page
}: Props<Data, Row, Sort>) => (
  <Page isWide {...page} title={title}>
    {filters}
    <ListingFrame listing={listing} of={of} none={{ actions: page.actions, ...none }} noMatch={noMatch}>
      {(data) => <Table {...{ caption, columns, keyOf, order, onOrder }} rows={rowsIn(data)} isStale={of.isStale} />}
    </ListingFrame>
    {children}
  </Page>
);
