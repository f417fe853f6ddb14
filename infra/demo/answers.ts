/** The sample in the shapes in which ORCID, Crossref, DataCite and OpenAlex answer, at first and once they have corrected it. */
import { authorsOf, COLLEAGUES, LOCKED, WORKS, type Colleague, type SampleWork } from './catalogue.ts';
import { CORRECTIONS } from './corrections.ts';
import { IMPORTED } from './imported.ts';

const DEMO_TIME = 1_735_689_600_000;
const pad = (part: number | undefined): { value: string } | null =>
  part === undefined ? null : { value: String(part).padStart(2, '0') };
const iso = (date: readonly number[]): string =>
  [String(date[0]), ...date.slice(1).map((part) => String(part).padStart(2, '0'))].join('-');
const ORCID_TYPES: Readonly<Record<string, string>> = {
  dataset: 'data-set',
  'posted-content': 'preprint',
  'proceedings-article': 'conference-paper',
};
const plain = (title: string): string => title.replace(/<[^>]+>/g, '').replaceAll('&amp;', '&');

export type Edition = 'first' | 'corrected';

const FIRST: readonly SampleWork[] = [...WORKS, ...IMPORTED];
const EDITIONS: Readonly<Record<Edition, readonly SampleWork[]>> = {
  first: FIRST,
  corrected: FIRST.map((work) => ({ ...work, ...CORRECTIONS[work.doi ?? ''] })),
};

const by = (orcid: string, edition: Edition): readonly SampleWork[] =>
  EDITIONS[edition].filter((work) => authorsOf(work).some((author) => author.orcid === orcid));
const colleague = (orcid: string): Colleague | undefined =>
  Object.values(COLLEAGUES).find((one) => one.orcid === orcid);

export const orcidPerson = (orcid: string): unknown => {
  const person = colleague(orcid);
  if (person === undefined) return null;
  const value = (text: string | null): { value: string } | null => (text === null ? null : { value: text });
  return {
    'last-modified-date': { value: DEMO_TIME },
    name: {
      'given-names': value(person.given),
      'family-name': value(person.family),
      'credit-name': value(person.credit),
      visibility: 'public',
      path: orcid,
    },
    biography: person.biography === null ? null : { content: person.biography, visibility: 'public' },
    path: `/${orcid}/person`,
  };
};

const externalIds = ({ doi, identifier }: SampleWork): unknown => {
  const [type, value] = doi === null ? (identifier ?? ['source-work-id', 'unknown']) : ['doi', doi];
  const url = doi === null ? null : { value: `https://doi.org/${doi}` };
  const normalized = { value, transient: true };
  return {
    'external-id': [
      {
        'external-id-type': type,
        'external-id-value': value,
        'external-id-normalized': normalized,
        'external-id-url': url,
        'external-id-relationship': 'self',
      },
    ],
  };
};

export const orcidWorks = (orcid: string, edition: Edition = 'first'): unknown => {
  if (orcid === LOCKED) return { 'response-code': 409, 'user-message': 'The ORCID record is locked.' };
  if (colleague(orcid) === undefined) return null;
  const group = by(orcid, edition).map((work, index) => {
    const [year, month, day] = work.date;
    const summary = {
      'put-code': 1000 + index,
      title: {
        title: { value: plain(work.title) },
        subtitle: work.subtitle === undefined ? null : { value: work.subtitle },
        'translated-title': null,
      },
      'external-ids': externalIds(work),
      url: null,
      type: ORCID_TYPES[work.type] ?? work.type,
      'publication-date': { year: { value: String(year) }, month: pad(month), day: pad(day) },
      'journal-title': work.container === undefined ? null : { value: work.container },
      visibility: 'public',
      path: `/${orcid}/work/${1000 + index}`,
      'display-index': '0',
    };
    return { 'last-modified-date': { value: DEMO_TIME }, 'external-ids': externalIds(work), 'work-summary': [summary] };
  });
  return { 'last-modified-date': { value: DEMO_TIME }, group, path: `/${orcid}/works` };
};

const registered = (registry: SampleWork['registry'], doi: string, edition: Edition): SampleWork | undefined =>
  EDITIONS[edition].find((work) => work.registry === registry && work.doi === doi.toLowerCase());

export const crossrefWork = (doi: string, edition: Edition = 'first'): unknown => {
  const work = registered('crossref', doi, edition);
  if (work === undefined) return null;
  const message = {
    DOI: work.doi,
    type: work.type,
    title: [work.title],
    ...(work.subtitle === undefined ? {} : { subtitle: [work.subtitle] }),
    ...(work.container === undefined ? {} : { 'container-title': [work.container] }),
    ...(work.abstract === undefined ? {} : { abstract: work.abstract }),
    publisher: work.publisher,
    issued: { 'date-parts': [work.date] },
    author: authorsOf(work).map(({ given, family, orcid, inRegistry }, index) => ({
      given,
      family,
      sequence: index === 0 ? 'first' : 'additional',
      affiliation: [],
      ...(orcid !== null && inRegistry ? { ORCID: `https://orcid.org/${orcid}`, 'authenticated-orcid': true } : {}),
    })),
    'is-referenced-by-count': work.citedBy,
    URL: `https://doi.org/${work.doi}`,
    ...(work.retracts === undefined
      ? {}
      : {
          'update-to': [
            { DOI: work.retracts, type: 'retraction', label: 'Retraction', updated: { 'date-parts': [work.date] } },
          ],
        }),
  };
  return { status: 'ok', 'message-type': 'work', 'message-version': '1.0.0', message };
};

export const dataciteRecord = (doi: string, edition: Edition = 'first'): unknown => {
  const work = registered('datacite', doi, edition);
  if (work === undefined) return null;
  const attributes = {
    doi: work.doi,
    creators: authorsOf(work).map(({ given, family, orcid, inRegistry }) => ({
      name: `${family}, ${given}`,
      nameType: 'Personal',
      givenName: given,
      familyName: family,
      affiliation: [],
      nameIdentifiers:
        orcid !== null && inRegistry
          ? [
              {
                schemeUri: 'https://orcid.org',
                nameIdentifier: `https://orcid.org/${orcid}`,
                nameIdentifierScheme: 'ORCID',
              },
            ]
          : [],
    })),
    titles: [{ title: work.title }],
    publisher: work.publisher,
    publicationYear: work.date[0],
    dates: [{ date: iso(work.date), dateType: 'Issued' }],
    types: {
      resourceTypeGeneral: work.type === 'software' ? 'Software' : 'Dataset',
      citeproc: work.type === 'software' ? 'article' : 'dataset',
    },
    descriptions: work.abstract === undefined ? [] : [{ description: work.abstract, descriptionType: 'Abstract' }],
    url: `https://example.org/${work.doi}`,
    state: 'findable',
  };
  return { data: { id: work.doi, type: 'dois', attributes } };
};

const openalexOf = (work: SampleWork, index: number): unknown => ({
  id: `https://openalex.org/W55550${String(index).padStart(3, '0')}`,
  doi: `https://doi.org/${work.doi}`,
  title: plain(work.title),
  display_name: plain(work.title),
  publication_year: work.date[0],
  publication_date: iso([work.date[0] ?? 2000, work.date[1] ?? 1, work.date[2] ?? 1]),
  type: 'article',
  cited_by_count: work.citedBy,
  is_retracted: work.retracted ?? false,
  open_access: {
    is_oa: work.openAccess !== 'closed',
    oa_status: work.openAccess,
    oa_url: work.openAccess === 'closed' ? null : `https://doi.org/${work.doi}`,
  },
  authorships: authorsOf(work).map(({ given, family, orcid }) => ({
    author: {
      id: `https://openalex.org/A5555${family.length}`,
      display_name: `${given} ${family}`,
      orcid: orcid === null ? null : `https://orcid.org/${orcid}`,
    },
    raw_author_name: `${given} ${family}`,
    institutions: [],
  })),
});

const inOpenAlex = (edition: Edition): readonly SampleWork[] =>
  EDITIONS[edition].filter(({ doi, registry }) => doi !== null && registry !== 'none');

/** OpenAlex's works that a filter such as `author.orcid:…` or `doi:a|b` finds, on one page; null for another filter. */
export const openalexWorks = (filter: string, edition: Edition = 'first'): unknown => {
  const [name, value = ''] = filter.split(/:(.*)/s);
  const tail = (url: string): string => url.replace(/^https?:\/\/(orcid|doi)\.org\//, '').toLowerCase();
  const wanted = value.split('|').map(tail);
  const results = inOpenAlex(edition).filter((work) =>
    name === 'doi'
      ? wanted.includes(work.doi ?? '')
      : authorsOf(work).some(({ orcid }) => orcid !== null && wanted.includes(orcid.toLowerCase())),
  );
  if (name !== 'doi' && name !== 'author.orcid' && name !== 'authorships.author.orcid') return null;
  return {
    meta: { count: results.length, page: null, per_page: 200, next_cursor: null },
    results: results.map((work) => openalexOf(work, EDITIONS[edition].indexOf(work))),
    group_by: [],
  };
};

export const openalexWork = (doi: string, edition: Edition = 'first'): unknown => {
  const work = inOpenAlex(edition).find((one) => one.doi === doi.toLowerCase());
  return work === undefined ? null : openalexOf(work, EDITIONS[edition].indexOf(work));
};
