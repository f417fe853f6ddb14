/** Publications whose authors are suggested to be people of the catalogue. */
import assert from 'node:assert/strict';
import type { Staff } from '../../support/staffed.ts';
import { addPaper } from '../../support/papers.ts';

const ADA = '0000-0001-5109-3700';
const GRACE = '0000-0002-1694-233X';

const TITLES = [
  'Glazes of the <i>Bronze</i> Age',
  'Handles, and what they hold',
  'Kilns that remember',
  'Notes on spouts',
  'On lids',
  'Shards in translation',
  'The acoustics of amphorae',
  'The weight of clay',
  'Wheels before wheels',
  'Why pots crack twice',
];

/** Twelve open suggestions, of two people, in ten publications. */
export const SUGGESTIONS = TITLES.length + 2;

export const suggestAuthors = async ({ installation, admin }: Pick<Staff, 'installation' | 'admin'>): Promise<void> => {
  for (const [orcid, name] of [
    [ADA, 'Ada Öz'],
    [GRACE, 'Grace Hopperton'],
  ])
    assert.equal((await admin.post('/api/people', { orcid, name })).status, 201);
  await installation.settled();
  for (const [index, title] of TITLES.entries()) {
    const doi = `10.5555/suggested.${index}`;
    const author = [
      { family: 'Öz', given: 'A.' },
      { family: index < 2 ? 'Hopperton' : 'Nemo', given: index < 2 ? 'Grace' : 'Captain' },
    ];
    const issued = { 'date-parts': [[2020 + (index % 5)]] };
    const original = { type: 'article-journal', title, DOI: doi, author, issued } as const;
    await addPaper(installation, doi, { original, fetchedAt: Date.now() });
  }
  await installation.settled();
  assert.equal((await admin.post('/api/site-tools/repair-author-links/bulk', {})).status, 200);
  await installation.settled();
};
