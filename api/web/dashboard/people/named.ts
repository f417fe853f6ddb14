/** Entities and categories as options of filters and forms. */
import { api } from '../../client/session.ts';
import type { Option } from '../../parts/field.tsx';
import { useResource } from '../../parts/use-resource.ts';
import { shownText } from '../../client/localized.ts';

type Named = { readonly id: string; readonly name: string | Readonly<Record<string, string>> };

const optionsOf = (records: readonly Named[]): readonly Option<string>[] =>
  records.map(({ id, name }) => ({ value: id, label: shownText(name) ?? id }));

export const useNamed = (): {
  readonly entities: readonly Option<string>[];
  readonly categories: readonly Option<string>[];
} => {
  const { data } = useResource('entities and categories', async (signal, inBackground) => {
    const asked = { query: { per_page: 100 }, signal, inBackground };
    const [entities, categories] = await Promise.all([
      api('GET /api/entities', asked),
      api('GET /api/categories', asked),
    ]);
    return { entities: entities.body.entities, categories: categories.body.categories };
  });
  return { entities: optionsOf(data?.entities ?? []), categories: optionsOf(data?.categories ?? []) };
};
