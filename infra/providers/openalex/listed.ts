/** Converts an OpenAlex work to an entry of an iD's list. */
import { ID } from '../../../domain/limits.ts';
import type { Source } from '../../../domain/publication/events.ts';
import { arxivIdOf } from '../../../domain/work/naming.ts';
import type { ListedWork } from '../../../workers/ingestion/ports.ts';
import { doiOrNull, orcidOrNull } from '../csl/parts.ts';
import { httpsAt, listAt, stringAt } from '../json.ts';
import { identifierOf } from '../identifiers.ts';
import { cslFromOpenalex, nameOn } from './work.ts';

/** The last path segment, which is the id. */
const lastPart = (url: string): string => {
  const end = url.slice(-ID.ofProvider);
  return end.split('/').findLast((part) => part !== '') ?? end;
};

/** Includes the name that OpenAlex links to `orcid` on the work. */
export const listedFromOpenalex = (work: unknown, orcid: string, from: Source): ListedWork => {
  const id = stringAt(work, 'id') ?? '';
  const doi = doiOrNull(stringAt(work, 'doi'));
  // OpenAlex has some preprints twice, once without the DOI.
  const arxiv = doi === null ? arxivIdOf(stringAt(work, 'primary_location', 'landing_page_url') ?? '') : null;
  const own = listAt(work, 'authorships').find((each) => orcidOrNull(stringAt(each, 'author', 'orcid')) === orcid);
  return {
    source: 'openalex',
    dois: doi === null ? [] : [doi],
    identifiers: [
      ...(['pmid', 'pmcid'] as const).flatMap((type) => {
        const url = stringAt(work, 'ids', type);
        return url === undefined ? [] : (identifierOf(type, lastPart(url)) ?? []);
      }),
      ...(arxiv === null ? [] : [{ type: 'arxiv', value: arxiv }]),
    ],
    fallbackKey: `openalex.${lastPart(id)}`,
    href: httpsAt(work, 'primary_location', 'landing_page_url') ?? httpsAt(work, 'id') ?? `https://orcid.org/${orcid}`,
    summary: cslFromOpenalex(work),
    from,
    listedName: nameOn(own) ?? null,
  };
};
