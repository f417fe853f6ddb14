/** A book of editors and translators, with every reason why a link needs attention. */
import assert from 'node:assert/strict';
import { orcidAddress } from '../../../domain/orcid.ts';
import type { Staff } from '../../support/staffed.ts';
import { addPaper } from '../../support/papers.ts';

export const DOUBTFUL = '10.5555/doubtful';

const [EDITOR, OTHER, TWICE, MISSING, NAMESAKE] = [
  '0000-0001-5000-0015',
  '0000-0001-5000-0023',
  '0000-0001-5000-0031',
  '0000-0001-5000-004X',
  '0000-0001-5000-0058',
] as const;

export const doubtLinks = async ({ installation, admin }: Pick<Staff, 'installation' | 'admin'>): Promise<void> => {
  for (const [orcid, name] of [
    [EDITOR, 'Marta Ellerby'],
    [OTHER, 'Mary Shelley'],
    [TWICE, 'Grace Murray'],
    [MISSING, 'Emmy Sandoval'],
    [NAMESAKE, 'Lena Quill'],
  ])
    assert.equal((await admin.post('/api/people', { orcid, name })).status, 201);
  const named = (family: string, given: string, orcid?: string) => ({
    ...{ family, given },
    ...(orcid !== undefined && { ORCID: orcidAddress(orcid) }),
  });
  const original = {
    ...{ type: 'book', title: 'How republics read', DOI: DOUBTFUL, issued: { 'date-parts': [[2025]] } },
    author: [named('Murray', 'Grace', TWICE), named('Brandt', 'Noah', TWICE)],
    editor: [named('Ellerby', 'Marta', EDITOR), named('Godwin', 'Will', OTHER)],
    translator: [named('Quill', 'L.')],
  };
  const links = [
    ...[EDITOR, OTHER, TWICE].map((orcid) => ({ orcid, basis: 'metadata' as const })),
    { orcid: MISSING, basis: 'orcid_list' as const },
  ];
  await addPaper(installation, DOUBTFUL, { original, links, fetchedAt: Date.now() });
  await installation.settled();
};
