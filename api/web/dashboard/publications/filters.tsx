/** What narrows the listing: a search as it is typed, and filters that show when they are on. */
import { useState } from 'preact/hooks';
import { number } from '../../client/format.ts';
import { Button } from '../../parts/button.tsx';
import { SelectField, TextField } from '../../parts/field.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Menu } from '../../parts/menu.tsx';
import { useTyped } from '../../parts/use-typed.ts';
import { typeName, TYPES } from '../csl-types.ts';
import { filtersIn, listView, narrowed, withoutFilters, type ListView } from './view.ts';
import { words as t } from './words.ts';

type Props = {
  readonly view: ListView;
  readonly show: (next: ListView, replace?: boolean) => void;
};

const NumberFilter = ({
  label,
  value,
  onValue,
  showsLabel = false,
}: {
  readonly label: string;
  readonly showsLabel?: boolean;
  readonly value: number | null;
  readonly onValue: (value: number | null) => void;
}) => {
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

const Search = ({ view, show }: Props) => {
  // Each word of a search is not a place to go back to.
  const [typed, type] = useTyped(view.q, (q) => show(narrowed(view, { q }), true));
  return (
    <search class="search-box">
      <Icon name="search" />
      <TextField
        label={t('search')}
        hidesLabel
        type="search"
        placeholder={t('search')}
        autocomplete="off"
        spellcheck={false}
        value={typed}
        onValue={type}
      />
    </search>
  );
};

/** Filters that are needed less often, each with its name. */
const MoreFilters = ({ view, show }: Props) => {
  const defaults = listView.defaults;
  const count = (['status', 'needs_attention', 'min_cited_by'] as const).filter(
    (name) => view[name] !== defaults[name],
  ).length;
  return (
    <Menu label={count === 0 ? t('more_filters') : `${t('more_filters')} (${number(count)})`} icon="list-filter">
      {() => (
        <div class="menu-form">
          <SelectField
            label={t('deleted_status')}
            value={view.status}
            options={[
              { value: 'active', label: t('not_deleted') },
              { value: 'deleted', label: t('only_deleted') },
              { value: 'all', label: t('also_deleted') },
            ]}
            onValue={(status) => show(narrowed(view, { status }))}
          />
          <SelectField
            label={t('author_match')}
            value={view.needs_attention}
            options={[
              { value: 'any', label: t('any_authors') },
              { value: 'true', label: t('needs_attention') },
              { value: 'false', label: t('authors_settled') },
            ]}
            onValue={(needs_attention) => show(narrowed(view, { needs_attention }))}
          />
          <NumberFilter
            label={t('from_citations')}
            showsLabel
            value={view.min_cited_by}
            onValue={(min_cited_by) => show(narrowed(view, { min_cited_by }))}
          />
        </div>
      )}
    </Menu>
  );
};

export const Filters = ({ view, show }: Props) => {
  // One that an address names may be a type that is not among the usual.
  const types = [...new Set([...TYPES, ...(view.publication_type === null ? [] : [view.publication_type])])];
  const [isOpen, setOpen] = useState(false);
  const count = filtersIn(view);
  return (
    <div class={isOpen ? 'toolbar open' : 'toolbar'}>
      <Search view={view} show={show} />
      <div class="toolbar-opener">
        <Button icon="list-filter" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {count === 0 ? t('filters') : `${t('filters')} (${number(count)})`}
        </Button>
      </div>
      <SelectField
        label={t('type')}
        hidesLabel
        value={view.publication_type ?? ''}
        options={[{ value: '', label: t('any_type') }, ...types.map((value) => ({ value, label: typeName(value) }))]}
        onValue={(type) => show(narrowed(view, { publication_type: type === '' ? null : type }))}
      />
      <NumberFilter
        label={t('year')}
        value={view.publication_year}
        onValue={(publication_year) => show(narrowed(view, { publication_year }))}
      />
      <SelectField
        label={t('visibility')}
        hidesLabel
        value={view.visibility}
        options={[
          { value: 'all', label: t('visible_or_not') },
          { value: 'visible', label: t('visible') },
          { value: 'hidden', label: t('hidden') },
        ]}
        onValue={(visibility) => show(narrowed(view, { visibility }))}
      />
      <MoreFilters view={view} show={show} />
      {view.orcid_id !== null && (
        <Button
          icon="x"
          title={t('remove_filter')}
          onClick={() => show(narrowed(view, { orcid_id: listView.defaults.orcid_id }))}
        >
          {t('person_filter', { orcid: view.orcid_id })}
        </Button>
      )}
      {(count > 0 || view.q !== '') && (
        <Button kind="quiet" onClick={() => show(withoutFilters(view))}>
          {t('clear_filters')}
        </Button>
      )}
    </div>
  );
};
