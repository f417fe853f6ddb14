/** A table with sortable headings and selectable rows; in a narrow container each row is a card. */
import type { ComponentChildren } from 'preact';
import { words as common } from './generated/words.ts';
import { Icon } from './icon.tsx';
import type { Selection } from './selection.ts';

/** `Sort`: the orders of the API. */
export type Column<Row, Sort extends string = never> = {
  readonly id: string;
  readonly label: string;
  readonly cell: (row: Row) => ComponentChildren;
  readonly sort?: Sort;
  readonly align?: 'end';
  /** `main`: the row's name, first on its card; `aside`: left out of cards. */
  readonly role?: 'main' | 'aside';
};

/** A sortable column for a field; its cells are empty if there is no value. */
export const sortedBy = <Row, Sort extends keyof Row & string>(
  sort: Sort,
  column: Pick<Column<Row>, 'id' | 'label' | 'align' | 'role'>,
  show: (value: NonNullable<Row[Sort]>) => ComponentChildren,
): Column<Row, Sort> => ({ ...column, sort, cell: ({ [sort]: value }) => (value == null ? null : show(value)) });

type Order<Sort extends string> = { readonly sort: Sort; readonly dir: 'asc' | 'desc' };

export type TableProps<Row, Sort extends string> = {
  /** What the table lists, for screen readers. */
  readonly caption: string;
  /** Keep the same array while the columns are the same: unchanged rows are then not rendered again. */
  readonly columns: readonly Column<Row, Sort>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Plain text, for the label of the row's checkbox. */
  readonly nameOf?: (row: Row) => string;
  readonly order?: Order<Sort>;
  readonly onOrder?: (order: Order<Sort>) => void;
  readonly selection?: Selection;
  readonly isStale?: boolean;
};

type HeadingProps<Row, Sort extends string> = Pick<TableProps<Row, Sort>, 'order' | 'onOrder'> & {
  readonly column: Column<Row, Sort>;
};

const Heading = <Row, Sort extends string>({ column, order, onOrder }: HeadingProps<Row, Sort>) => {
  const { label, sort, align } = column;
  const isBy = sort !== undefined && order?.sort === sort;
  const sorted = { asc: 'ascending', desc: 'descending' } as const;
  if (sort === undefined || onOrder === undefined)
    return (
      <th role="columnheader" scope="col" class={align}>
        {label}
      </th>
    );
  // Names start at A; dates and numbers with the greatest.
  const first = column.role === 'main' ? 'asc' : 'desc';
  const next = isBy ? (order.dir === 'asc' ? 'desc' : 'asc') : first;
  return (
    <th role="columnheader" scope="col" class={align} aria-sort={isBy ? sorted[order.dir] : undefined}>
      <button type="button" class="sorter" onClick={() => onOrder({ sort, dir: next })}>
        {label}
        <Icon name={isBy ? (order.dir === 'asc' ? 'arrow-up' : 'arrow-down') : 'chevrons-up-down'} size={12} />
      </button>
    </th>
  );
};

const SelectAll = ({ keys, selection }: { readonly keys: readonly string[]; readonly selection: Selection }) => {
  const count = keys.filter((key) => selection.isSelected(key).value).length;
  return (
    <input
      type="checkbox"
      aria-label={common('select_all_rows')}
      checked={count > 0 && count === keys.length}
      indeterminate={count > 0 && count < keys.length}
      onChange={() => selection.set(keys, count < keys.length)}
    />
  );
};

type RowProps<Row, Sort extends string> = Pick<TableProps<Row, Sort>, 'columns' | 'selection'> & {
  readonly row: Row;
  readonly rowKey: string;
  /** Null for a row that cannot be selected. */
  readonly name: string | null;
};

/** Renders again only if its props have changed: its checkbox is bound to the row's own signal. */
const TableRow = <Row, Sort extends string>({ row, rowKey, name, columns, selection }: RowProps<Row, Sort>) => (
  <tr role="row">
    {selection !== undefined && name !== null && (
      <td role="cell" class="picker">
        <input type="checkbox" aria-label={common('select_row', { name })} checked={selection.isSelected(rowKey)} />
      </td>
    )}
    {columns.map((column) => (
      <td
        key={column.id}
        role="cell"
        class={`${column.role ?? ''} ${column.align ?? ''} of-${column.id}`}
        data-label={column.align === 'end' ? column.label : undefined}
      >
        {column.cell(row)}
      </td>
    ))}
  </tr>
);

export const Table = <Row, Sort extends string = never>({
  caption,
  columns,
  rows,
  keyOf,
  nameOf = keyOf,
  order,
  onOrder,
  selection,
  isStale = false,
}: TableProps<Row, Sort>) => {
  const keys = rows.map(keyOf);
  // One handler for the checkboxes of all rows, for the mouse and the keyboard.
  const press = ({ target, shiftKey }: MouseEvent): void => {
    const row = target instanceof Element && target.matches('.picker > input') ? target.closest('tr') : null;
    const key = keys[row?.sectionRowIndex ?? -1];
    if (key !== undefined) selection?.toggle(key, shiftKey ? keys : undefined);
  };
  return (
    <div class={isStale ? 'table-frame stale' : 'table-frame'}>
      <table role="table" aria-busy={isStale || undefined}>
        <caption class="unseen">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {selection !== undefined && (
              <th role="columnheader" scope="col" class="picker">
                <SelectAll keys={keys} selection={selection} />
              </th>
            )}
            {columns.map((column) => (
              <Heading key={column.id} column={column} order={order} onOrder={onOrder} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" onClick={press}>
          {rows.map((row, index) => (
            <TableRow
              key={keys[index]}
              row={row}
              rowKey={keys[index] ?? ''}
              name={selection === undefined ? null : nameOf(row)}
              columns={columns}
              selection={selection}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
};
