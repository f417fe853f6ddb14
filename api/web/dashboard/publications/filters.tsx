/** The filters of the list of publications. */
import { number } from '../../client/format.ts';
import { SelectField } from '../../parts/field.tsx';
import { Menu } from '../../parts/menu.tsx';
import { FilterField, FixedFilter, NumberFilter, Toolbar } from '../../parts/toolbar.tsx';
import { typeName, TYPES } from '../csl-types.ts';
import { publications } from './view.ts';
import { words as t } from './words.ts';

type FlagProps = {
  readonly name: 'needs_attention' | 'has_drift' | 'is_retracted';
} & Readonly<Record<'label' | 'any' | 'yes' | 'no', string>>;

const FlagFilter = ({ name, label, any, yes, no }: FlagProps) => {
  const flag = publications.now.value[name];
  return (
    <FilterField
      label={label}
      showsLabel
      any={any}
      value={flag === null ? null : flag ? 'yes' : 'no'}
      options={[
        { value: 'yes', label: yes },
        { value: 'no', label: no },
      ]}
      onValue={(chosen) => publications.narrow({ [name]: chosen === null ? null : chosen === 'yes' })}
    />
  );
};

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
          <FlagFilter
            name="needs_attention"
            label={t('author_match')}
            any={t('any_authors')}
            yes={t('needs_attention')}
            no={t('authors_settled')}
          />
          <FlagFilter
            name="has_drift"
            label={t('edited_fields')}
            any={t('drift_or_not')}
            yes={t('has_drift')}
            no={t('no_drift')}
          />
          <FlagFilter
            name="is_retracted"
            label={t('retraction')}
            any={t('retracted_or_not')}
            yes={t('only_retracted')}
            no={t('not_retracted')}
          />
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
