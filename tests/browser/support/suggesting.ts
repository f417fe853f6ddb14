/** Publications whose authors are suggested to be people of the catalogue. */
import assert from 'node:assert/strict';
import { orcidAddress } from '../../../domain/orcid.ts';
import type { Staff } from '../../support/staffed.ts';
import { addPaper } from '../../support/papers.ts';

const ADA = '0000-0001-5109-3700';
const GRACE = '0000-0002-1694-233X';
/** Linked to the others' publications. */
const LAND = '0000-0001-5000-0066';

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
    [LAND, 'Ned Land'],
  ])
    assert.equal((await admin.post('/api/people', { orcid, name })).status, 201);
  await installation.settled();
  const land = { family: 'Land', given: 'Ned', ORCID: orcidAddress(LAND) };
  const together = {
    ...{ type: 'book', title: 'Twenty thousand pots', author: [{ family: 'Öz', given: 'Ada' }, land] },
    issued: { 'date-parts': [[2018]] },
  };
  const both = [ADA, LAND].map((orcid) => ({ orcid, basis: 'orcid_list' as const }));
  await addPaper(installation, '10.5555/together', { original: together, links: both, fetchedAt: 1_000 });
  for (const [index, title] of TITLES.entries()) {
    const doi = `10.5555/suggested.${index}`;
    const author = [
      { family: 'Öz', given: 'A.', affiliation: [{ name: 'Institute of Psychoceramics' }] },
      index < 2 ? { family: 'Hopperton', given: 'Grace' } : land,
    ];
    const issued = { 'date-parts': [[2020 + (index % 5)]] };
    const described = {
      type: 'article-journal',
      title,
      'container-title': 'Journal of Psychoceramics',
      issued,
    } as const;
    const links = index < 2 ? [] : [{ orcid: LAND, basis: 'metadata' as const }];
    await addPaper(installation, doi, { original: { ...described, DOI: doi, author }, links, fetchedAt: Date.now() });
  }
  await installation.settled();
  assert.equal((await admin.post('/api/site-tools/repair-author-links/bulk', {})).status, 200);
  await installation.settled();
};
