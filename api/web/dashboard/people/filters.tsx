/** The filters of the list of people. */
import { SelectField } from '../../parts/field.tsx';
import { FilterField, Toolbar } from '../../parts/toolbar.tsx';
import { useNamed } from './named.ts';
import { AFFILIATIONS, people } from './view.ts';
import { words as t } from './words.ts';

export const Filters = () => {
  const { entities, categories } = useNamed();
  const view = people.now.value;
  return (
    <Toolbar listing={people} search={t('search')}>
      <SelectField
        label={t('affiliation')}
        hidesLabel
        value={view.affiliation}
        options={AFFILIATIONS.map((value) => ({ value, label: t(`of_${value}`) }))}
        onValue={(affiliation) => people.narrow({ affiliation })}
      />
      <FilterField
        label={t('entity')}
        any={t('any_entity')}
        value={view.entity_id}
        options={entities}
        onValue={(entity_id) => people.narrow({ entity_id })}
      />
      <FilterField
        label={t('categories')}
        any={t('any_category')}
        value={view.category_id}
        options={categories}
        onValue={(category_id) => people.narrow({ category_id })}
      />
      <SelectField
        label={t('archived')}
        hidesLabel
        value={view.archived}
        options={[
          { value: 'no', label: t('not_archived') },
          { value: 'yes', label: t('only_archived') },
        ]}
        onValue={(archived) => people.narrow({ archived })}
      />
    </Toolbar>
  );
};
