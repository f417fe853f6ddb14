/** OpenAlex's facts about a work, limited to those that rarely change. */
import { PROVIDER, TEXT } from '../../../domain/limits.ts';
import type { Enrichment } from '../../../domain/publication/events.ts';
import type { Facts } from '../../../workers/ingestion/ports.ts';
import { textAt } from '../csl/parts.ts';
import { at, countAt, listAt, stringAt, urlAt } from '../json.ts';

/** Drops values too long to be a valid name, code or id. */
const short = (text: string | undefined): string | undefined =>
  text === undefined || text.length > TEXT.nameCharacters ? undefined : text;

/** Keeps the citation count separate and omits values computed from it (percentiles, FWCI), since it changes daily. */
export const factsOf = (work: unknown): Facts => {
  const id = short(stringAt(work, 'id'));
  const enrichment: Enrichment = {
    ...(id === undefined ? {} : { openalex_id: id }),
    open_access_status: short(textAt(work, 'open_access', 'oa_status')) ?? null,
    open_access_url: urlAt(work, 'open_access', 'oa_url') ?? null,
    is_retracted: at(work, 'is_retracted') === true,
    language: short(textAt(work, 'language')) ?? null,
    topics: listAt(work, 'topics')
      .slice(0, PROVIDER.topics)
      .flatMap((topic) => short(textAt(topic, 'display_name')) ?? []),
  };
  return { enrichment, citedByCount: countAt(work, 'cited_by_count') };
};
