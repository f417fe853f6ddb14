/** The filters of the list of publications. */
import { OPEN_ACCESS, type OpenAccess } from '../../../../domain/publication/open-access.ts';
import { number } from '../../client/format.ts';
import { choicesOf } from '../../parts/field.tsx';
import { Menu } from '../../parts/menu.tsx';
import { Filter, FixedFilter, NumberFilter, Toolbar, TypedFilter, type FilterProps } from '../../parts/toolbar.tsx';
import { typeOptions } from '../csl-types.ts';
import { FindPerson } from '../people/find-person.tsx';
import { useKnown } from '../people/known.ts';
import { useNamed } from '../people/named.ts';
import { languageName, languages } from '../publication/languages.ts';
import { words as t } from './generated/words.ts';
import { licenceName, licenceOptions } from './licences.ts';
import { publications, type PublicationsView } from './view.ts';

const FLAGS = [
  { name: 'needs_attention', label: 'author_match', any: 'any_authors', yes: 'needs_attention', no: 'authors_settled' },
  { name: 'has_doubt', label: 'links', any: 'any_links', yes: 'has_doubt', no: 'no_doubt' },
  { name: 'is_edited', label: 'edits', any: 'edited_or_not', yes: 'only_edited', no: 'not_edited' },
  { name: 'has_drift', label: 'edited_fields', any: 'drift_or_not', yes: 'has_drift', no: 'no_drift' },
  { name: 'is_retracted', label: 'retraction', any: 'retracted_or_not', yes: 'only_retracted', no: 'not_retracted' },
  { name: 'retraction_kept', label: 'retraction_decision', any: 'kept_or_not', yes: 'only_kept', no: 'not_kept' },
] as const;

const accessName = (access: OpenAccess): string => t(`access_${access}`);

const doiChoices = () => ({ all: t('doi_or_not'), yes: t('with_doi'), no: t('without_doi') });
const statusChoices = () => ({ active: t('not_deleted'), deleted: t('only_deleted'), all: t('also_deleted') });

const versionChoices = () => ({ all: t('all_versions'), newest: t('newest_versions') });

/** What a filter that is out of sight selects, in words. */
const useChips = (): { readonly [Name in keyof PublicationsView]?: (value: string | number | boolean) => string } => {
  const { orcid_id: person } = publications.now.value;
  const known = useKnown(person === null ? [] : [person]);
  const { entityName, categoryName } = useNamed();
  return {
    orcid_id: (id) => t('person_filter', { orcid: known.get(String(id)) ?? String(id) }),
    entity_id: (id) => entityName(String(id)),
    category_id: (id) => categoryName(String(id)),
    container: (title) => t('container_filter', { title: String(title) }),
    funder: (name) => t('funder_filter', { name: String(name) }),
    open_access: (access) => accessName(access as OpenAccess),
    licence: (licence) => licenceName(String(licence)),
    language: (code) => languageName(String(code)),
    publication_year: (year) => t('year_filter', { year: String(year) }),
    min_cited_by: (count) => t('citations_filter', { count: Number(count) }),
    has_doi: (choice) => doiChoices()[choice as PublicationsView['has_doi']],
    versions: (choice) => versionChoices()[choice as PublicationsView['versions']],
    status: (choice) => statusChoices()[choice as PublicationsView['status']],
    ...Object.fromEntries(FLAGS.map(({ name, yes, no }) => [name, (isOn: unknown) => t(isOn === true ? yes : no)])),
  };
};

type Chips = ReturnType<typeof useChips>;
const namesOf = (chips: Chips) => Object.keys(chips) as readonly (keyof PublicationsView)[];

const Chosen = ({ chips }: { readonly chips: Chips }) => (
  <div class="actions chips">
    {namesOf(chips).map((name) => (
      <FixedFilter key={name} listing={publications} by={name}>
        {(value) => chips[name]?.(value)}
      </FixedFilter>
    ))}
  </div>
);

type InMenuProps<Name extends keyof PublicationsView> = Omit<
  FilterProps<PublicationsView, Name>,
  'listing' | 'showsLabel'
>;

const InMenu = <Name extends keyof PublicationsView>(props: InMenuProps<Name>) => (
  <Filter listing={publications} showsLabel {...props} />
);

const MoreFilters = ({ chips }: { readonly chips: Chips }) => {
  const { now, defaults, narrow } = publications;
  const { orcid_id: person } = now.value;
  const { entities, categories, entityName, categoryName } = useNamed();
  const count = namesOf(chips).filter((name) => now.value[name] !== defaults[name]).length;
  return (
    <Menu label={count === 0 ? t('more_filters') : `${t('more_filters')} (${number(count)})`} icon="list-filter">
      {() => (
        <div class="menu-inside menu-fields">
          <div class="whole">
            <FindPerson
              label={t('person')}
              noMatch={t('no_person')}
              taken={person === null ? [] : [person]}
              takenLabel={t('person_chosen')}
              icon="list-filter"
              action={t('choose_person')}
              actionFor={(name) => t('choose_person_named', { name })}
              onTake={(orcid) => narrow({ orcid_id: orcid })}
            />
          </div>
          <InMenu by="entity_id" label={t('unit')} any={t('any_unit')} options={entities} nameOf={entityName} />
          <InMenu
            by="category_id"
            label={t('category')}
            any={t('any_category')}
            options={categories}
            nameOf={categoryName}
          />
          <TypedFilter listing={publications} by="container" label={t('container')} showsLabel read={String} />
          <TypedFilter listing={publications} by="funder" label={t('funder')} showsLabel read={String} />
          <InMenu
            by="open_access"
            label={t('open_access')}
            any={t('open_or_not')}
            options={OPEN_ACCESS.map((value) => ({ value, label: accessName(value) }))}
          />
          <InMenu
            by="licence"
            label={t('licence')}
            any={t('any_licence')}
            options={licenceOptions()}
            nameOf={licenceName}
          />
          <InMenu
            by="language"
            label={t('language')}
            any={t('any_language')}
            options={languages('')}
            nameOf={languageName}
          />
          <InMenu by="has_doi" label={t('has_doi')} options={choicesOf(doiChoices())} />
          <InMenu by="status" label={t('deleted_status')} options={choicesOf(statusChoices())} />
          <InMenu by="versions" label={t('versions')} options={choicesOf(versionChoices())} />
          {FLAGS.map(({ name, label, any, yes, no }) => (
            <InMenu
              key={name}
              by={name}
              label={t(label)}
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

/** A year counts once it has four digits, and takes the other end along if that is on its wrong side. */
const YearFilter = ({ by, label }: { readonly by: 'from_year' | 'to_year'; readonly label: string }) => {
  const { now, narrow } = publications;
  return (
    <TypedFilter
      listing={{
        ...publications,
        narrow: ({ [by]: year = null }) => {
          const other = by === 'from_year' ? 'to_year' : 'from_year';
          const end = now.value[other];
          const isCrossed = year !== null && end !== null && (by === 'from_year' ? year > end : year < end);
          narrow({ [by]: year, ...(isCrossed && { [other]: year }) });
        },
      }}
      by={by}
      label={label}
      placeholder={t(by === 'from_year' ? 'from' : 'to')}
      inputMode="numeric"
      read={(text) => (/^\d{4}$/u.test(text) ? Number(text) : null)}
    />
  );
};

export const Filters = () => {
  const chips = useChips();
  return (
    <>
      <Toolbar listing={publications} search={t('search')}>
        <Filter
          listing={publications}
          by="publication_type"
          label={t('type')}
          any={t('any_type')}
          options={typeOptions()}
        />
        <div class="year-range line">
          <YearFilter by="from_year" label={t('from_year')} />
          <span class="muted" aria-hidden="true">
            –
          </span>
          <YearFilter by="to_year" label={t('to_year')} />
        </div>
        <Filter
          listing={publications}
          by="visibility"
          label={t('visibility')}
          options={choicesOf({ all: t('visible_or_not'), visible: t('visible'), hidden: t('hidden') })}
        />
        <MoreFilters chips={chips} />
      </Toolbar>
      <Chosen chips={chips} />
    </>
  );
};
