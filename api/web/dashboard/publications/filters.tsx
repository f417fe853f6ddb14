/** The filters of the list of publications. */
import { number } from '../../client/format.ts';
import { choicesOf } from '../../parts/field.tsx';
import { Menu } from '../../parts/menu.tsx';
import { Filter, FixedFilter, NumberFilter, Toolbar } from '../../parts/toolbar.tsx';
import { typeOptions } from '../csl-types.ts';
import { useKnown } from '../people/known.ts';
import { words as t } from './generated/words.ts';
import { publications } from './view.ts';

const FLAGS = [
  { name: 'needs_attention', label: 'author_match', any: 'any_authors', yes: 'needs_attention', no: 'authors_settled' },
  { name: 'has_doubt', label: 'links', any: 'any_links', yes: 'has_doubt', no: 'no_doubt' },
  { name: 'has_drift', label: 'edited_fields', any: 'drift_or_not', yes: 'has_drift', no: 'no_drift' },
  { name: 'is_retracted', label: 'retraction', any: 'retracted_or_not', yes: 'only_retracted', no: 'not_retracted' },
  { name: 'retraction_kept', label: 'retraction_decision', any: 'kept_or_not', yes: 'only_kept', no: 'not_kept' },
] as const;

const MoreFilters = () => {
  const { now, defaults } = publications;
  const count = (['has_doi', 'status', 'min_cited_by', ...FLAGS.map(({ name }) => name)] as const).filter(
    (name) => now.value[name] !== defaults[name],
  ).length;
  return (
    <Menu label={count === 0 ? t('more_filters') : `${t('more_filters')} (${number(count)})`} icon="list-filter">
      {() => (
        <div class="menu-inside stack">
          <Filter
            listing={publications}
            by="has_doi"
            label={t('has_doi')}
            showsLabel
            options={choicesOf({ all: t('doi_or_not'), yes: t('with_doi'), no: t('without_doi') })}
          />
          <Filter
            listing={publications}
            by="status"
            label={t('deleted_status')}
            showsLabel
            options={choicesOf({ active: t('not_deleted'), deleted: t('only_deleted'), all: t('also_deleted') })}
          />
          {FLAGS.map(({ name, label, any, yes, no }) => (
            <Filter
              key={name}
              listing={publications}
              by={name}
              label={t(label)}
              showsLabel
              any={t(any)}
              options={[
                { value: true, label: t(yes) },
                { value: false, label: t(no) },
              ]}
            />
          ))}
          <NumberFilter listing={publications} by="min_cited_by" label={t('from_citations')} showsLabel />
        </div>
      )}
    </Menu>
  );
};

export const Filters = () => {
  const { orcid_id: person } = publications.now.value;
  const known = useKnown(person === null ? [] : [person]);
  return (
    <Toolbar listing={publications} search={t('search')}>
      <Filter
        listing={publications}
        by="publication_type"
        label={t('type')}
        any={t('any_type')}
        options={typeOptions()}
      />
      <NumberFilter listing={publications} by="publication_year" label={t('year')} />
      <Filter
        listing={publications}
        by="visibility"
        label={t('visibility')}
        options={choicesOf({ all: t('visible_or_not'), visible: t('visible'), hidden: t('hidden') })}
      />
      <MoreFilters />
      <FixedFilter listing={publications} by="orcid_id">
        {(orcid) => t('person_filter', { orcid: known.get(orcid) ?? orcid })}
      </FixedFilter>
    </Toolbar>
  );
};
