/** Shows which rows are listed, and turns pages. */
import { IconButton } from './button.tsx';
import { SelectField } from './field.tsx';
import { words as common } from './generated/words.ts';

const SIZES = ['50', '100'] as const;

type Props = {
  readonly page: number;
  readonly perPage: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
  readonly onPerPage?: (perPage: number) => void;
};

/** Up to this many pages, the previous and next buttons are enough. */
const FEW_PAGES = 4;

/** “Page 7 of 120”, where the 7 is an input. */
const Jump = ({ page, pages, onPage }: Pick<Props, 'page' | 'onPage'> & { readonly pages: number }) => {
  const [before, after] = common('page_of', { pages }).split('{page}');
  const jump = (field: HTMLInputElement): void => {
    const to = Math.min(Math.max(Math.trunc(field.valueAsNumber), 1), pages);
    field.value = String(to || page);
    if (to > 0 && to !== page) onPage(to);
  };
  return (
    <span class="muted nowrap">
      {before}
      <input
        class="control page-number"
        type="number"
        aria-label={common('go_to_page')}
        min={1}
        max={pages}
        value={page}
        onChange={({ currentTarget }) => jump(currentTarget)}
      />
      {after}
    </span>
  );
};

export const Pager = ({ page, perPage, total, onPage, onPerPage }: Props) => {
  const pages = Math.max(1, Math.ceil(total / perPage));
  const from = total === 0 ? 0 : (page - 1) * perPage + 1;
  return (
    <nav class="pager spread small number" aria-label={common('pages')}>
      <span class="muted" role="status">
        {common('rows_shown', { from, to: Math.min(page * perPage, total), count: total })}
      </span>
      <span class="actions">
        {onPerPage !== undefined && (
          <SelectField
            label={common('per_page')}
            hidesLabel
            value={SIZES.find((size) => size === String(perPage)) ?? '50'}
            options={SIZES.map((value) => ({ value, label: value }))}
            onValue={(value) => onPerPage(Number(value))}
          />
        )}
        <IconButton
          icon="chevron-left"
          label={common('previous_page')}
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        />
        {pages > FEW_PAGES ? (
          <Jump page={page} pages={pages} onPage={onPage} />
        ) : (
          <span class="muted">{common('page_of', { page, pages })}</span>
        )}
        <IconButton
          icon="chevron-right"
          label={common('next_page')}
          disabled={page >= pages}
          onClick={() => onPage(page + 1)}
        />
      </span>
    </nav>
  );
};
