/** Requests of staff and a partner that give every page of the demonstration something to show. */
import type { JsonObject } from '../../domain/json.ts';

/** One request. The portal calls the public listener, with the API key created by an earlier step. */
export type StaffRequest = {
  readonly by: 'librarian' | 'assistant' | 'portal';
  readonly send: `${'GET' | 'POST' | 'PATCH' | 'DELETE'} /${string}`;
  readonly body?: unknown;
  /** Repeats the request until the answer meets this. */
  readonly until?: (answer: JsonObject) => boolean;
};

/** `corrected`: the registries correct their records. */
export type Step = StaffRequest | 'corrected';

const publication = (doi: string): `/${string}` => `/api/publications/${encodeURIComponent(doi)}`;

const asksAs =
  (by: StaffRequest['by']) =>
  (send: StaffRequest['send'], body?: unknown): StaffRequest => ({ by, send, body });

const [librarian, assistant, portal] = [asksAs('librarian'), asksAs('assistant'), asksAs('portal')];

const edits = (asks: typeof librarian, doi: string, fields: JsonObject): StaffRequest =>
  asks(
    `PATCH ${publication(doi)}`,
    Object.entries(fields).map(([name, value]) => ({ op: 'add', path: `/${name}`, value })),
  );

const decides = (decision: 'accept' | 'reject', doi: string, orcid: string): StaffRequest =>
  librarian(`POST ${publication(doi)}/suggestions/${orcid}/${decision}`);

const imports = (doi: string): StaffRequest => assistant('POST /api/import/doi', { doi });

/** Works on no researcher's list, whose authors have no iDs: their links to people are suggestions. */
export const IMPORTED: readonly string[] = [
  '10.5555/hks.2014.011',
  '10.5555/hks.2012.002',
  '10.5555/hks.2013.006',
  '10.5555/hks.2015.003',
  '10.5555/hks.2016.020',
  '10.5555/hks.2016.021',
  '10.5555/hks.2017.008',
  '10.5555/hks.2018.001',
  '10.5555/hks.2019.014',
  '10.5555/hks.2020.002',
  '10.5555/hks.2021.019',
  '10.5555/book.handbook',
];

/** ORCID rejects requests for this person's list. */
export const LOCKED = '0000-0000-0000-6067';

const [CARBERRY, BRUNNHOFER, AGISDOTTIR, HAYAMA] = [
  '0000-0002-1825-0097',
  '0000-0000-0000-1012',
  '0000-0000-0000-2023',
  '0000-0000-0000-4045',
];

const jobsEnded: StaffRequest = {
  ...librarian('GET /api/ingest/jobs'),
  until: ({ counts }) => {
    const { queued, processing } = counts as JsonObject;
    return queued === 0 && processing === 0;
  },
};

const INSTITUTE: readonly Step[] = [
  librarian('POST /api/entities', { id: 'kiln-lab', name: { en: 'Kiln Laboratory', de: 'Ofenlabor' } }),
  librarian('POST /api/entities', { id: 'museum', name: 'Museum of Shards' }),
  librarian('POST /api/entities/museum/archive'),
  librarian('POST /api/categories', { id: 'professors', name: { en: 'Professors', de: 'Professuren' } }),
  librarian('POST /api/categories', { id: 'guests', name: { en: 'Guests', de: 'Gäste' } }),
  librarian(`PATCH /api/people/${CARBERRY}`, {
    name: 'Josiah S. Carberry',
    biography: { en: 'Professor of psychoceramics.', de: 'Professor für Psychokeramik.' },
    category_ids: ['professors'],
  }),
  assistant(`PATCH /api/people/${CARBERRY}/details`, { people_type: 'professor' }),
  assistant(`PATCH /api/people/${BRUNNHOFER}/affiliation`, { entity_id: 'kiln-lab', status: 'org' }),
  assistant(`PATCH /api/people/${HAYAMA}/affiliation`, { entity_id: 'org', status: 'external' }),
  librarian('POST /api/members', { email: 'archivist@example.org', role: 'member' }),
];

const RECORDS: readonly Step[] = [
  librarian('POST /api/projects', {
    id: 'six-kilns',
    programme: 'Horizon Europe',
    title: 'Six Kilns: a multi-centre study of cracking',
    abstract: 'One pot, fired in six places.',
    start_date: '2023-01',
    end_date: '2026-12',
    total_funding_amount: 1_250_000,
    total_funding_currency: 'EUR',
    funding_entities: [{ name: 'Carberry Foundation' }],
    href: 'https://www.psychoceramics.example/six-kilns',
  }),
  librarian('POST /api/projects/six-kilns/publish'),
  assistant('POST /api/projects', {
    id: 'listening',
    programme: 'Seed fund',
    title: 'Listening to kilns',
    href: 'https://www.psychoceramics.example/listening',
  }),
  assistant('POST /api/works', {
    id: 'report-2024',
    title: 'Annual Report of the Kiln Labratory 2024',
    work_type: 'report',
    publication_date: '2024-12',
    href: 'https://www.psychoceramics.example/report-2024',
  }),
  librarian('PATCH /api/works/report-2024', { title: 'Annual Report of the Kiln Laboratory 2024' }),
  librarian('POST /api/works/report-2024/publish'),
];

const CATALOGUE: readonly Step[] = [
  ...IMPORTED.map(imports),
  { ...librarian('GET /api/suggestions'), until: ({ total }) => total === IMPORTED.length },
  decides('accept', '10.5555/hks.2019.014', CARBERRY),
  decides('reject', '10.5555/hks.2016.021', AGISDOTTIR),
  // Staff fix a title that the registry misprinted, and misspell one that was right.
  edits(assistant, '10.5555/cpot.2019.001', { title: 'On the resonance of cracked plots' }),
  edits(librarian, '10.5555/conf.kiln.77', { 'container-title': 'Proceedings of the Seventh Symposium on Kilns' }),
  edits(assistant, '10.5555/conf.kiln.77', { page: '77-81', 'publisher-place': 'Providence' }),
  edits(librarian, '10.5555/conf.kiln.77', { page: '77-82' }),
  edits(librarian, '10.5555/book.shards', { title: 'Shards: A Reader in Psychoceramics' }),
  edits(assistant, '10.5555/data.knocks.v2', { title: '12,408 knocks on 311 pots, second release' }),
  assistant('POST /api/publications/batches', {
    action: 'hide',
    ids: ['10.5555/preprint.8842', '10.5555/cpot.2022.018'],
  }),
  librarian(`DELETE ${publication('10.5555/soft.potlib')}`),
  'corrected',
  assistant('POST /api/ingest', { orcid_ids: [CARBERRY, BRUNNHOFER, LOCKED] }),
  jobsEnded,
];

const WEBSITE: readonly Step[] = [
  librarian('POST /api/installations', {
    id: 'website',
    platform: 'cms_a',
    display_name: 'Website of the institute',
    scopes: ['publications.read', 'works.read', 'people.read'],
  }),
  librarian('POST /api/installations/website/activate'),
  librarian('POST /api/installations/website/origins', { origin: 'https://www.psychoceramics.example' }),
  librarian('POST /api/installations/website/credentials', {}),
  librarian('POST /api/site-tools/api-keys', {
    client_name: 'Research portal',
    scopes: ['ingest', 'membership.update'],
  }),
  portal(`POST /api/partners/people/${AGISDOTTIR}/membership`, { entity_id: 'org', status: 'org' }),
  portal('POST /api/ingest', { orcid_ids: [AGISDOTTIR] }),
  jobsEnded,
];

export const STORY: readonly Step[] = [...INSTITUTE, ...RECORDS, ...CATALOGUE, ...WEBSITE];
