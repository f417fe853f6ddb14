/** What narrows the list of people. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { SelectField, TextField } from '../../parts/field.tsx';
import { Icon } from '../../parts/icon.tsx';
import { useNamed } from './named.ts';
import { isNarrowed, narrowed, withoutFilters, type PeopleView } from './view.ts';
import { words as t } from './words.ts';

const PAUSE_MS = 120;

type Props = { readonly view: PeopleView; readonly show: (next: PeopleView, replace?: boolean) => void };

const Search = ({ view, show }: Props) => {
  const [typed, setTyped] = useState(view.q);
  const asked = useRef(view.q);
  const latest = useRef(view);
  latest.current = view;
  useEffect(() => {
    if (view.q !== asked.current) setTyped(view.q);
    asked.current = view.q;
  }, [view.q]);
  useEffect(() => {
    if (typed === asked.current) return;
    const timer = setTimeout(() => {
      asked.current = typed;
      show(narrowed(latest.current, { q: typed }), true);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
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
        onValue={setTyped}
      />
    </search>
  );
};

export const Filters = ({ view, show }: Props) => {
  const { entities, categories } = useNamed();
  const [isOpen, setOpen] = useState(false);
  return (
    <div class={isOpen ? 'toolbar open' : 'toolbar'}>
      <Search view={view} show={show} />
      <div class="toolbar-opener">
        <Button icon="list-filter" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('filters')}
        </Button>
      </div>
      <SelectField
        label={t('affiliation')}
        hidesLabel
        value={view.affiliation}
        options={(['all', 'org', 'external', 'none'] as const).map((value) => ({ value, label: t(`of_${value}`) }))}
        onValue={(affiliation) => show(narrowed(view, { affiliation }))}
      />
      {entities.length > 0 && (
        <SelectField
          label={t('entity')}
          hidesLabel
          value={view.entity_id ?? ''}
          options={[{ value: '', label: t('any_entity') }, ...entities]}
          onValue={(id) => show(narrowed(view, { entity_id: id === '' ? null : id }))}
        />
      )}
      {categories.length > 0 && (
        <SelectField
          label={t('categories')}
          hidesLabel
          value={view.category_id ?? ''}
          options={[{ value: '', label: t('any_category') }, ...categories]}
          onValue={(id) => show(narrowed(view, { category_id: id === '' ? null : id }))}
        />
      )}
      <SelectField
        label={t('archived')}
        hidesLabel
        value={view.archived}
        options={[
          { value: 'no', label: t('not_archived') },
          { value: 'yes', label: t('only_archived') },
        ]}
        onValue={(archived) => show(narrowed(view, { archived }))}
      />
      {isNarrowed(view) && (
        <Button kind="quiet" onClick={() => show(withoutFilters(view))}>
          {t('clear_filters')}
        </Button>
      )}
    </div>
  );
};
