/** Publications whose authors are suggested to be people of the catalogue. */
import assert from 'node:assert/strict';
import { newCaller } from '../../../commands/caller.ts';
import { handle } from '../../../commands/handle.ts';
import { publicationAggregate } from '../../../commands/publication.ts';
import { randomIds } from '../../../infra/system.ts';
import type { Staff } from '../../support/staffed.ts';

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
    const original = {
      type: 'article-journal',
      title,
      DOI: doi,
      author,
      issued: { 'date-parts': [[2020 + (index % 5)]] },
    } as const;
    const source = { provider: 'crossref', url: `https://api.crossref.org/works/${doi}` } as const;
    const record = { doi, original, source, fetchedAt: Date.now(), links: [] };
    const caller = newCaller(randomIds, 'org', { type: 'system', id: 'test' });
    await handle(installation, publicationAggregate, doi, { type: 'RecordFromProvider', ...record }, caller);
  }
  await installation.settled();
  assert.equal((await admin.post('/api/site-tools/repair-author-links/bulk', {})).status, 200);
  await installation.settled();
};
