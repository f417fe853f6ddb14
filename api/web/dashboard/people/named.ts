/** The names of entities and categories, also as options for filters and forms. */
import type { LoadOptions } from '../../client/resource.ts';
import { api } from '../../client/session.ts';
import type { Option } from '../../parts/field.tsx';
import { useResource } from '../../parts/use-resource.ts';
import { shownText } from '../../client/localized.ts';
import type { NamedRecord } from '../../client/generated/operations.ts';

/** Without archived ones. */
const optionsOf = (records: readonly NamedRecord[]): readonly Option<string>[] =>
  records.filter(({ archived }) => !archived).map(({ id, name }) => ({ value: id, label: shownText(name) ?? id }));

/** The id if the name is unknown. */
const nameIn =
  (records: readonly NamedRecord[]) =>
  (id: string): string =>
    shownText(records.find((record) => record.id === id)?.name ?? null) ?? id;

const PER_PAGE = 100;
/** Longer lists are searched instead. */
const MOST_PAGES = 20;

const everyPage = async (kind: 'entities' | 'categories', asking: LoadOptions): Promise<readonly NamedRecord[]> => {
  const read = async (page: number) =>
    (await api(`GET /api/${kind}`, { query: { page, per_page: PER_PAGE, status: 'all' }, ...asking })).body;
  const first = await read(1);
  const pages = Math.min(Math.ceil(first.total / PER_PAGE), MOST_PAGES);
  const others = await Promise.all(Array.from({ length: Math.max(pages - 1, 0) }, (_, n) => read(n + 2)));
  return [first, ...others].flatMap((body) => ('entities' in body ? body.entities : body.categories));
};

export const useNamed = () => {
  const { data } = useResource('entities and categories', async (asking) => {
    const [entities, categories] = await Promise.all([everyPage('entities', asking), everyPage('categories', asking)]);
    return { entities, categories };
  });
  const { entities = [], categories = [] } = data ?? {};
  return {
    entities: optionsOf(entities),
    categories: optionsOf(categories),
    entityName: nameIn(entities),
    categoryName: nameIn(categories),
  };
};
