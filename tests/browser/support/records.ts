/** Works, projects, entities and categories in the states that their pages show. */
import assert from 'node:assert/strict';
import { newCaller } from '../../../commands/caller.ts';
import { handle } from '../../../commands/handle.ts';
import { workAggregate } from '../../../commands/work.ts';
import { randomIds } from '../../../infra/system.ts';
import type { Staff } from '../../support/staffed.ts';
import { ORCIDS } from './in-browser.ts';

const [CARBERRY = '', ILSE = ''] = ORCIDS;

export const REPORT = 'report-2024';
export const PAMPHLET = 'isbn:9780306406157';

type Seeded = Pick<Staff, 'installation' | 'admin'>;

const done = async (reply: Promise<{ readonly status: number }>): Promise<void> => {
  const { status } = await reply;
  assert.ok(status === 200 || status === 201, String(status));
};

/** Harvested from the lists of two people. */
const harvest = async ({ installation }: Seeded): Promise<void> => {
  const caller = newCaller(randomIds, 'org', { type: 'system', id: 'test' });
  const command = {
    type: 'RecordWork',
    key: PAMPHLET,
    original: { type: 'book', title: 'Notes on the <i>singing</i> pot', issued: { 'date-parts': [[2019, 4]] } },
    href: 'https://isbn.example/9780306406157',
    source: { provider: 'orcid', url: 'https://orcid.example/works' },
    fetchedAt: 1_000,
    links: [CARBERRY, ILSE].map((orcid) => ({ orcid, basis: 'orcid_list' as const })),
  } as const;
  await handle(installation, workAggregate, PAMPHLET, command, caller);
};

export const seedWorks = async (staff: Seeded): Promise<void> => {
  const { admin, installation } = staff;
  await harvest(staff);
  const address = 'https://www.psychoceramics.example';
  const works = [
    { id: REPORT, title: 'Annual Report of the Kiln Labratory 2024', work_type: 'report', publication_date: '2024-12' },
    { id: 'talk-1', title: 'What a crack remembers', work_type: 'speech', publication_date: '2023-05-12' },
    { id: 'old-list', title: 'List of kilns', work_type: 'dataset', publication_date: null },
  ];
  for (const work of works) await done(admin.post('/api/works', { ...work, href: `${address}/${work.id}` }));
  await done(admin.post('/api/works/talk-1/unpublish'));
  await done(admin.post('/api/works/old-list/archive'));
  await installation.settled();
};
