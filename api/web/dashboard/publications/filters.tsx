/** The filters of the list of publications. */
import { number } from '../../client/format.ts';
import { SelectField } from '../../parts/field.tsx';
import { Menu } from '../../parts/menu.tsx';
import { FilterField, FixedFilter, NumberFilter, Toolbar } from '../../parts/toolbar.tsx';
import { typeName, TYPES } from '../csl-types.ts';
import { publications } from './view.ts';
import { words as t } from './words.ts';

/** Filters that are on, off or not set, with their words. */
const FLAGS = [
  { name: 'needs_attention', label: 'author_match', any: 'any_authors', yes: 'needs_attention', no: 'authors_settled' },
  { name: 'has_drift', label: 'edited_fields', any: 'drift_or_not', yes: 'has_drift', no: 'no_drift' },
  { name: 'is_retracted', label: 'retraction', any: 'retracted_or_not', yes: 'only_retracted', no: 'not_retracted' },
] as const;

/** The less common filters. */
const MoreFilters = () => {
  const { now, defaults, narrow } = publications;
  const view = now.value;
  const count = (['status', 'needs_attention', 'has_drift', 'is_retracted', 'min_cited_by'] as const).filter(
    (name) => view[name] !== defaults[name],
  ).length;
  return (
    <Menu label={count === 0 ? t('more_filters') : `${t('more_filters')} (${number(count)})`} icon="list-filter">
      {() => (
        <div class="menu-form stack">
          <SelectField
            label={t('deleted_status')}
            value={view.status}
            options={[
              { value: 'active', label: t('not_deleted') },
              { value: 'deleted', label: t('only_deleted') },
              { value: 'all', label: t('also_deleted') },
            ]}
            onValue={(status) => narrow({ status })}
          />
          {FLAGS.map(({ name, label, any, yes, no }) => (
            <FilterField
              key={name}
              label={t(label)}
              showsLabel
              any={t(any)}
              value={view[name]?.toString() ?? null}
              options={[
                { value: 'true', label: t(yes) },
                { value: 'false', label: t(no) },
              ]}
              onValue={(chosen) => narrow({ [name]: chosen === null ? null : chosen === 'true' })}
            />
          ))}
          <NumberFilter
            label={t('from_citations')}
            showsLabel
            value={view.min_cited_by}
            onValue={(min_cited_by) => narrow({ min_cited_by })}
          />
        </div>
      )}
    </Menu>
  );
};

export const Filters = () => {
  const { now, narrow } = publications;
  const view = now.value;
  return (
    <Toolbar listing={publications} search={t('search')}>
      <FilterField
        label={t('type')}
        any={t('any_type')}
        value={view.publication_type}
        options={TYPES.map((value) => ({ value, label: typeName(value) }))}
        onValue={(publication_type) => narrow({ publication_type })}
      />
      <NumberFilter
        label={t('year')}
        value={view.publication_year}
        onValue={(publication_year) => narrow({ publication_year })}
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
        onValue={(visibility) => narrow({ visibility })}
      />
      <MoreFilters />
      {view.orcid_id !== null && (
        <FixedFilter onRemove={() => narrow({ orcid_id: null })}>
          {t('person_filter', { orcid: view.orcid_id })}
        </FixedFilter>
      )}
    </Toolbar>
  );
};
