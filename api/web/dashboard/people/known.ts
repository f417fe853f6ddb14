/** The names of registered people, for views that only have iDs. */
import { REQUEST } from '../../../../domain/limits.ts';
import { language } from '../../client/i18n.ts';
import { shownText } from '../../client/localized.ts';
import type { LoadOptions } from '../../client/resource.ts';
import { api } from '../../client/session.ts';
import { useResource } from '../../parts/use-resource.ts';

export type Known = ReadonlyMap<string, string>;

/** The maximum number of iDs in a request. */
export const inChunks = (orcids: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(orcids.length / REQUEST.listItems) }, (_, index) =>
    orcids.slice(index * REQUEST.listItems, (index + 1) * REQUEST.listItems),
  );

/** More than a view shows; further people are shown by iD. */
const MOST = 500;

const NONE: Known = new Map();

const named = async (orcids: readonly string[], asking: LoadOptions) => {
  const filter = { orcid_ids: orcids.join(','), per_page: REQUEST.pageItems, locale: language.value };
  const found = await Promise.all(
    [false, true].map((archived) => api('GET /api/people', { query: { ...filter, archived }, ...asking })),
  );
  return found.flatMap(({ body }) => body.people);
};

/** Null until the first response; the previous names while new ones load. */
export const useKnownOnceLoaded = (orcids: readonly string[]): Known | null => {
  const asked = [...new Set(orcids)].sort().slice(0, MOST);
  const key = asked.length === 0 ? null : `people ${asked.join()} ${language.value}`;
  const { data, failure } = useResource(key, async (asking) => {
    const people = await Promise.all(inChunks(asked).map((chunk) => named(chunk, asking)));
    return new Map(people.flat().map(({ orcid, name }) => [orcid, shownText(name) ?? orcid]));
  });
  return key === null || failure !== null ? (data ?? NONE) : data;
};

/** Empty while loading. */
export const useKnown = (orcids: readonly string[]): Known => useKnownOnceLoaded(orcids) ?? NONE;
