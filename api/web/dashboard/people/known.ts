/** The people of a few iDs by name; those who are not registered have none. */
import { language } from '../../client/i18n.ts';
import { shownText } from '../../client/localized.ts';
import { api } from '../../client/session.ts';
import { useResource } from '../../parts/use-resource.ts';

/** As many as one request names. */
const MOST = 100;

/** In one request. Empty while it loads. */
export const useKnown = (orcids: readonly string[]): ReadonlyMap<string, string> => {
  const asked = [...new Set(orcids)].sort().slice(0, MOST);
  const { data } = useResource(
    asked.length === 0 ? null : `people ${asked.join()} ${language.value}`,
    async (signal, inBackground) => {
      const filter = { orcid_ids: asked.join(','), per_page: MOST, locale: language.value };
      const found = await Promise.all(
        [false, true].map((archived) =>
          api('GET /api/people', { query: { ...filter, archived }, signal, inBackground }),
        ),
      );
      return new Map(
        found.flatMap(({ body }) =>
          body.people.map(({ orcid, name }): [string, string] => [orcid, shownText(name) ?? orcid]),
        ),
      );
    },
  );
  return asked.length === 0 ? new Map() : (data ?? new Map());
};
