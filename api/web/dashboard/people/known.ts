/** People by name, for views that have only their iDs; those who are not registered have none. */
import { language } from '../../client/i18n.ts';
import { shownText } from '../../client/localized.ts';
import type { Asking } from '../../client/resource.ts';
import { api } from '../../client/session.ts';
import { useResource } from '../../parts/use-resource.ts';

export type Known = ReadonlyMap<string, string>;

/** As many as one request names. */
const AT_ONCE = 100;
/** More than a view shows: further people stay iDs. */
const MOST = 500;

const NONE: Known = new Map();

const named = async (orcids: readonly string[], asking: Asking) => {
  const filter = { orcid_ids: orcids.join(','), per_page: AT_ONCE, locale: language.value };
  const found = await Promise.all(
    [false, true].map((archived) => api('GET /api/people', { query: { ...filter, archived }, ...asking })),
  );
  return found.flatMap(({ body }) => body.people);
};

/** Null until the first answer; the names of an earlier view while the next ones load. */
export const useKnownOnceLoaded = (orcids: readonly string[]): Known | null => {
  const asked = [...new Set(orcids)].sort().slice(0, MOST);
  const key = asked.length === 0 ? null : `people ${asked.join()} ${language.value}`;
  const { data, failure } = useResource(key, async (asking) => {
    const chunks = Array.from({ length: Math.ceil(asked.length / AT_ONCE) }, (_, at) =>
      asked.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
    );
    const people = await Promise.all(chunks.map((chunk) => named(chunk, asking)));
    return new Map(people.flat().map(({ orcid, name }) => [orcid, shownText(name) ?? orcid]));
  });
  return key === null || failure !== null ? (data ?? NONE) : data;
};

/** Empty while it loads. */
export const useKnown = (orcids: readonly string[]): Known => useKnownOnceLoaded(orcids) ?? NONE;
