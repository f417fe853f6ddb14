/** Publications without a DOI, projects, entities and categories in the states that their pages show. */
import assert from 'node:assert/strict';
import { publicationAggregate } from '../../../commands/publication.ts';
import type { Staff } from '../../support/staffed.ts';
import { ORCIDS } from './in-browser.ts';
import { dispatch } from '../../support/dispatch.ts';

const [CARBERRY = '', ILSE = ''] = ORCIDS;

export const REPORT = 'report-2024';
export const PAMPHLET = 'isbn.9780306406157';

type Seeded = Pick<Staff, 'installation' | 'admin'>;

const done = async (reply: Promise<{ readonly status: number }>): Promise<void> => {
  const { status } = await reply;
  assert.ok(status === 200 || status === 201, String(status));
};

/** Harvested from the lists of two people. */
const harvest = async ({ installation }: Seeded): Promise<void> => {
  const command = {
    type: 'RecordFromProvider',
    doi: PAMPHLET,
    original: {
      type: 'book',
      title: 'Notes on the <i>singing</i> pot',
      issued: { 'date-parts': [[2019, 4]] },
      URL: 'https://isbn.example/9780306406157',
    },
    isOfList: true,
    identifiers: [PAMPHLET, 'handle.20.500.11850/123456'],
    source: { provider: 'orcid', url: 'https://orcid.example/works' },
    fetchedAt: 1_000,
    links: [CARBERRY, ILSE].map((orcid) => ({ orcid, basis: 'orcid_list' as const })),
  } as const;
  await dispatch(installation, publicationAggregate, PAMPHLET, command);
};

/** The person must be registered. */
export const seedNamed = async ({ admin, installation }: Seeded): Promise<void> => {
  await done(admin.post('/api/entities', { id: 'kiln', name: { en: 'Kiln Group', de: 'Ofengruppe' } }));
  await done(admin.post('/api/entities', { id: 'wheel', name: 'Wheel Group' }));
  await done(admin.post('/api/entities/wheel/archive'));
  await done(admin.post('/api/categories', { id: 'professors', name: { en: 'Professors', de: 'Professuren' } }));
  await done(admin.patch(`/api/people/${CARBERRY}/affiliation`, { entity_id: 'kiln', status: 'org' }));
  const profile = { name: 'Josiah S. Carberry', category_ids: ['professors'] };
  await done(admin.patch(`/api/people/${CARBERRY}`, profile));
  await installation.settled();
};

const LOGO =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" width="96" height="48"%3E%3Crect width="96" height="48" fill="%23b45309"/%3E%3C/svg%3E';

export const KILNS = 'six-kilns';

export const seedProjects = async ({ admin, installation }: Seeded): Promise<void> => {
  const address = 'https://www.psychoceramics.example';
  const kilns = {
    id: KILNS,
    programme: 'Horizon Europe',
    title: 'Six Kilns: a multi-centre study of cracking',
    abstract: 'One pot, fired in six places.\n\nThe cracks are compared.',
    start_date: '2023-01',
    end_date: '2026-12',
    total_funding_amount: 1_250_000,
    funding_entities: [{ name: 'Carberry Foundation', share: 0.5 }, 'Kiln Fund'],
    project_logo: { url: LOGO, alt: 'A kiln' },
    member_orcids: [CARBERRY, '0000-0001-5109-3700'],
    coordinator_orcids: [ILSE],
  };
  const projects = [
    kilns,
    { id: 'listening', programme: 'Seed fund', title: 'Listening to kilns' },
    { id: 'old', programme: 'Seed fund', title: 'Older kilns' },
  ];
  for (const project of projects)
    await done(admin.post('/api/projects', { ...project, href: `${address}/${project.id}` }));
  await done(admin.post(`/api/projects/${KILNS}/publish`));
  await done(admin.post('/api/projects/old/archive'));
  await installation.settled();
};

export type NewWork = Readonly<Record<'id' | 'title' | 'work_type', string>> & {
  readonly publication_date?: string | null;
};

export const makeWork = ({ admin }: Pick<Staff, 'admin'>, work: NewWork): Promise<void> =>
  done(admin.post('/api/works', { ...work, href: `https://www.psychoceramics.example/${work.id}` }));

export const seedWorks = async (staff: Seeded): Promise<void> => {
  const { admin, installation } = staff;
  await harvest(staff);
  const works = [
    { id: REPORT, title: 'Annual Report of the Kiln Labratory 2024', work_type: 'report', publication_date: '2024-12' },
    { id: 'talk-1', title: 'What a crack remembers', work_type: 'speech', publication_date: '2023-05-12' },
    { id: 'old-list', title: 'List of kilns', work_type: 'dataset', publication_date: null },
  ];
  for (const work of works) await makeWork(staff, work);
  await dispatch(installation, publicationAggregate, 'talk-1', { type: 'SuggestJoin', by: REPORT });
  await done(admin.post('/api/works/talk-1/unpublish'));
  await done(admin.post('/api/works/old-list/archive'));
  await installation.settled();
};
