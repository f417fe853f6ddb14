/** Names by iD, for listings that have only iDs. */
import { language } from '../../client/i18n.ts';
import { api } from '../../client/session.ts';
import { useResource } from '../../parts/use-resource.ts';

/** Of the people changed last, in one request; null until it is answered. Another `version` loads them again. */
export const useNames = (version: string | number = ''): ReadonlyMap<string, string> | null => {
  const { data, failure } = useResource(`names ${version} ${language.value}`, async (signal, inBackground) => {
    const query = { sort: 'updated_at', dir: 'desc', per_page: 100, locale: language.value } as const;
    const { body } = await api('GET /api/people', { query, signal, inBackground });
    return new Map(
      body.people.flatMap(({ orcid, name }): [string, string][] => (typeof name === 'string' ? [[orcid, name]] : [])),
    );
  });
  return data ?? (failure === null ? null : new Map());
};
