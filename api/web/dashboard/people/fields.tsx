/** The fields of a person, as their page shows and edits them. */
import type { Value } from '../../parts/editing/value.ts';
import { CheckGroup } from '../../parts/choices.tsx';
import { field, type Control, type EditorProps, type RecordField } from '../record/control.ts';
import { localized } from '../record/controls/localized.tsx';
import { line } from '../record/controls/text.tsx';
import { affiliation } from './affiliation.tsx';
import { useNamed } from './named.ts';
import { photo } from './photo.tsx';
import { words as t } from './generated/words.ts';

type Ids = readonly string[];

const idsIn = (value: Value): Ids => (Array.isArray(value) ? (value as Ids) : []);

const CategoriesEditor = ({ typed, onTyped, label, error }: EditorProps<Ids>) => {
  const { categories, categoryName } = useNamed();
  // An archived category keeps its people.
  const others = typed.filter((id) => !categories.some(({ value }) => value === id));
  const all = [...categories, ...others.map((value) => ({ value, label: categoryName(value) }))];
  if (all.length === 0) return <p class="muted">{t('no_categories')}</p>;
  return <CheckGroup label={label} choices={all} value={typed} error={error} onValue={onTyped} />;
};

const CategoriesShown = ({ ids }: { readonly ids: Ids }) => {
  const { categoryName } = useNamed();
  return <>{ids.map(categoryName).join(', ')}</>;
};

const categories = (): Control<Ids> => ({
  typedFrom: (value) => [...idsIn(value)].sort(),
  read: (typed) => ({ value: [...typed].sort() }),
  edit: (props) => <CategoriesEditor {...props} />,
  show: (value) => <CategoriesShown ids={idsIn(value)} />,
});

export const personFields = (orcid: string): readonly RecordField[] => [
  field({ name: 'name', label: () => t('name'), control: localized({ isRequired: true }) }),
  field({ name: 'affiliation', label: () => t('affiliation'), control: affiliation() }),
  field({ name: 'people_type', label: () => t('people_type'), hint: () => t('people_type_hint'), control: line() }),
  field({ name: 'category_ids', label: () => t('categories'), control: categories() }),
  field({ name: 'biography', label: () => t('biography'), control: localized({ isLong: true }) }),
  field({ name: 'photo_url', label: () => t('photo'), hint: () => t('photo_hint'), control: photo(orcid) }),
];
