/** Entities and categories by name, and as options of filters and forms. */
import { api } from '../../client/session.ts';
import type { Option } from '../../parts/field.tsx';
import { useResource } from '../../parts/use-resource.ts';
import { shownText } from '../../client/localized.ts';
import type { NamedRecord } from '../../client/generated/operations.ts';

/** Archived ones are offered no more. */
const optionsOf = (records: readonly NamedRecord[]): readonly Option<string>[] =>
  records.filter(({ archived }) => !archived).map(({ id, name }) => ({ value: id, label: shownText(name) ?? id }));

const nameIn =
  (records: readonly NamedRecord[]) =>
  (id: string): string =>
    shownText(records.find((record) => record.id === id)?.name ?? null) ?? id;

export type NamedRecords = {
  readonly entities: readonly Option<string>[];
  readonly categories: readonly Option<string>[];
  /** The id of one that is not known. */
  readonly entityName: (id: string) => string;
  readonly categoryName: (id: string) => string;
};

export const useNamed = (): NamedRecords => {
  const { data } = useResource('entities and categories', async (signal, inBackground) => {
    const asked = { query: { per_page: 100, status: 'all' }, signal, inBackground } as const;
    const [entities, categories] = await Promise.all([
      api('GET /api/entities', asked),
      api('GET /api/categories', asked),
    ]);
    return { entities: entities.body.entities, categories: categories.body.categories };
  });
  const { entities = [], categories = [] } = data ?? {};
  return {
    entities: optionsOf(entities),
    categories: optionsOf(categories),
    entityName: nameIn(entities),
    categoryName: nameIn(categories),
  };
};
