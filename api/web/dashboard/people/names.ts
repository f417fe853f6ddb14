/** What people are called, where a listing has only their iDs. */
import { language } from '../../client/i18n.ts';
import { api } from '../../client/session.ts';
import { useResource } from '../../parts/use-resource.ts';

/** Of those who changed last: one question for all. `version` asks again. */
export const useNames = (version: string | number = ''): ReadonlyMap<string, string> => {
  const { data } = useResource(`names ${version} ${language.value}`, async (signal, inBackground) => {
    const query = { sort: 'updated_at', dir: 'desc', per_page: 100, locale: language.value } as const;
    const { body } = await api('GET /api/people', { query, signal, inBackground });
    return new Map(
      body.people.flatMap(({ orcid, name }): [string, string][] => (typeof name === 'string' ? [[orcid, name]] : [])),
    );
  });
  return data ?? new Map();
};
