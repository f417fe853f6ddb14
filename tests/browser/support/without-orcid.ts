/** People without an ORCID iD: one with publications, one who is suggested, and one who was merged into somebody else. */
import { personIdFrom } from '../../../domain/person/id.ts';
import { addPaper } from '../../support/papers.ts';
import { append } from '../../support/people.ts';
import { bodyOf } from '../../support/dashboard.ts';
import type { Staff } from '../../support/staffed.ts';

export const EMERITA = personIdFrom('00000000-0000-4000-8000-000000000001');
export const MERGED = personIdFrom('00000000-0000-4000-8000-000000000002');
const CARBERRY = '0000-0002-1825-0097';

export const seedWithoutOrcid = async ({
  installation,
  admin,
}: Pick<Staff, 'installation' | 'admin'>): Promise<void> => {
  const registered = (orcid: string, name: string) =>
    [
      { type: 'PersonRegistered', data: { orcid } },
      { type: 'PersonNamed', data: { name, slug: orcid, saidBy: 'staff' } },
    ] as const;
  await append(installation, `person-org~${EMERITA}`, 'org', registered(EMERITA, 'Mechthild Aschenbrenner-Zaunkönig'));
  await append(installation, `person-org~${MERGED}`, 'org', [
    ...registered(MERGED, 'J. S. Carberry'),
    { type: 'PersonMerged', data: { into: CARBERRY } },
  ]);
  await append(installation, `person-org~${CARBERRY}`, 'org', [
    { type: 'PersonAbsorbed', data: { from: MERGED, names: ['J. S. Carberry'], past: [] } },
  ]);
  const author = [{ family: 'Aschenbrenner-Zaunkönig', given: 'M.' }];
  for (const n of [1, 2]) {
    const doi = `10.5555/emerita.${n}`;
    await addPaper(installation, doi, { original: { type: 'book', title: `Ovens, volume ${n}`, DOI: doi, author } });
    if (n === 1) bodyOf(await admin.post(`/api/publications/${doi}/authors/${EMERITA}/link`));
  }
  await installation.settled();
};
