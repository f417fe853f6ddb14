/** A loopback server that replays responses of ORCID, Crossref, DataCite and OpenAlex, for the demonstration and tests. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type OpenalexWork = {
  readonly doi: string;
  readonly authorships: readonly { readonly author: { readonly orcid: string | null } }[];
};

type By<Key extends string, Body> = Readonly<Partial<Record<Key, Body>>>;

/** People's sections by ORCID iD, works' records by lower-case DOI. Missing entries are answered with 404. */
export type Answers = {
  readonly orcid: By<string, By<string, unknown>>;
  readonly crossref: By<string, unknown>;
  readonly datacite: By<string, unknown>;
  readonly openalex: By<string, OpenalexWork>;
};

const bare = (id: string): string => id.replace(/^(doi:|https?:\/\/(doi|orcid)\.org\/)/i, '').toLowerCase();

const LISTED_BY: By<string, (work: OpenalexWork) => readonly (string | null)[]> = {
  doi: ({ doi }) => [doi],
  'author.orcid': ({ authorships }) => authorships.map(({ author }) => author.orcid),
};

/** The works matching a filter such as `author.orcid:…` or `doi:a|b`, on one page. */
const openalexList = (works: Answers['openalex'], filter: string): unknown => {
  const [name = '', value = ''] = filter.split(/:(.*)/s);
  const idsOf = LISTED_BY[name];
  if (idsOf === undefined) return undefined;
  const wanted = new Set(value.split('|').map(bare));
  const results = Object.values(works).filter(
    (work) => work !== undefined && idsOf(work).some((id) => id !== null && wanted.has(bare(id))),
  );
  return { meta: { count: results.length, page: null, per_page: 200, next_cursor: null }, results, group_by: [] };
};

/** The body for a path such as `/crossref/works/{doi}`; undefined if not found. */
export const answerTo = (
  { orcid, crossref, datacite, openalex }: Answers,
  { pathname, searchParams }: URL,
): unknown => {
  const [provider, id = '', ...rest] = pathname.slice(1).split('/').map(decodeURIComponent);
  const last = rest.join('/');
  const doi = bare(last);
  if (provider === 'orcid') return orcid[id]?.[last];
  if (provider === 'crossref') return crossref[doi] && { status: 'ok', 'message-type': 'work', message: crossref[doi] };
  if (provider === 'datacite') return datacite[doi] && { data: datacite[doi] };
  if (provider !== 'openalex') return undefined;
  return doi === '' ? openalexList(openalex, searchParams.get('filter') ?? '') : openalex[doi];
};

export const replaying = async (first: Answers) => {
  let answers = first;
  const server = createServer((request, response) => {
    const body = answerTo(answers, new URL(request.url ?? '/', 'http://replaying'));
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? { error: 'not found' }));
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    urls: {
      orcid: `${base}/orcid`,
      crossref: `${base}/crossref`,
      datacite: `${base}/datacite`,
      openalex: `${base}/openalex`,
    },
    change: (next: Answers): void => {
      answers = next;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

export type Replaying = Awaited<ReturnType<typeof replaying>>;
