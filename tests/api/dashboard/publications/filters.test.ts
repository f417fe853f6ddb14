/** Filters of publications by what a record says, and by the people linked to it: in lists, exports and batches alike. */
import assert from 'node:assert/strict';
import { personAggregate } from '../../../../commands/person.ts';
import type { CslItem } from '../../../../domain/csl.ts';
import { bodyOf } from '../../../support/dashboard.ts';
import { dispatch } from '../../../support/dispatch.ts';
import { addPaper } from '../../../support/papers.ts';
import { plugIn } from '../../../support/plug-ins.ts';
import { servePublic } from '../../../support/serving.ts';
import { idsOf, staffed } from '../../../support/staffed.ts';
import { suite } from '../../../support/suite.ts';

const filtering = suite('a filter of publications');

const [CARBERRY, NAMESAKE] = ['0000-0002-1825-0097', '0000-0001-0018-0097'];

const { installation, jo, stranger } = await staffed(filtering);
const served = await filtering.holds(servePublic(installation));
const site = await plugIn(installation);

const RECORDS: Readonly<Record<string, Partial<CslItem>>> = {
  glaze: {
    language: 'de-AT',
    'container-title': 'Annals of Glaze',
    license: [
      { URL: 'https://creativecommons.org/licenses/by/4.0/', 'content-version': 'vor' },
      { URL: 'https://publisher.example.org/mining', 'content-version': 'tdm' },
    ],
    funder: [{ name: 'Carberry Foundation', id: 'https://doi.org/10.13039/100000001' }],
    locations: [{ pdf_url: 'https://example.org/glaze.pdf' }],
  },
  kiln: {
    language: 'ger',
    'container-title': 'Journal of Kilns',
    locations: [{ landing_page_url: 'https://example.org/kiln', license: 'cc-by-nc' }],
  },
  shard: { language: 'English', 'container-title': 'Annals of Shards' },
};

const doiOf = (name: string): string => `10.5555/${name}`;

for (const [name, record] of Object.entries(RECORDS)) {
  const orcid = name === 'shard' ? NAMESAKE : CARBERRY;
  await addPaper(installation, doiOf(name), {
    original: { type: 'article-journal', title: name, author: [{ family: 'Carberry', given: 'J.' }], ...record },
    links: [{ orcid, basis: 'metadata' }],
  });
}
for (const orcid of [CARBERRY, NAMESAKE])
  await dispatch(installation, personAggregate, orcid, {
    type: 'RegisterPerson',
    ...{ orcid, name: 'Josiah Carberry', saidBy: 'staff' },
  });
await installation.settled();

const found = async (query: string): Promise<readonly string[]> =>
  [...idsOf(await jo.get(`/api/publications?${query}`), 'publications')].sort();

const OF_RECORDS: Readonly<Record<string, readonly string[]>> = {
  'language=de': ['glaze', 'kiln'],
  'language=DE-ch': ['glaze', 'kiln'],
  'language=en': [],
  'open_access=open': ['glaze', 'kiln'],
  'open_access=gold': [],
  'licence=cc-by': ['glaze'],
  'licence=https://creativecommons.org/licenses/by/3.0/deed.de': ['glaze'],
  'licence=cc-by-nc': ['kiln'],
  'licence=https://publisher.example.org/mining': [],
  'container=annals': ['glaze', 'shard'],
  'funder=carberry found': ['glaze'],
  'funder=https://doi.org/10.13039/100000001': ['glaze'],
  'funder=carberry&container=kilns': [],
  'is_retracted=false&language=de': ['glaze', 'kiln'],
};

filtering('selects by what the record says, for staff, the public and websites', async () => {
  for (const [query, names] of Object.entries(OF_RECORDS)) {
    const expected = names.map(doiOf);
    assert.deepEqual(await found(query), expected, query);
    for (const path of ['/v1/publications', `/integrations/v1/publications`]) {
      const reply = await served.get(`${path}?${query}`, { headers: site.headers });
      const items = bodyOf<{ publications: readonly { doi: string }[] }>(reply).publications;
      assert.deepEqual(items.map(({ doi }) => doi).sort(), expected, `${path}?${query}`);
    }
  }
});

filtering('is refused with what is accepted', async () => {
  for (const [query, accepted] of [
    ['language=English', 'BCP 47'],
    ['licence=a licence', 'cc-by'],
    ['open_access=platinum', 'bronze'],
  ] as const)
    for (const reply of [await jo.get(`/api/publications?${query}`), await served.get(`/v1/publications?${query}`)]) {
      assert.equal(reply.status, 400, query);
      assert.match(reply.text, new RegExp(`${query.split('=')[0]}.*${accepted}`, 'su'));
    }
});

filtering('selects what is linked to people who are in an entity or a category now', async () => {
  const affiliate = (orcid: string, entityId: string) =>
    dispatch(installation, personAggregate, orcid, { type: 'ChangeAffiliation', entityId, status: 'org', now: 5 });
  await affiliate(CARBERRY, 'kilns');
  await affiliate(NAMESAKE, 'shards');
  for (const orcid of [CARBERRY, NAMESAKE])
    await dispatch(installation, personAggregate, orcid, { type: 'ReviseProfile', categoryIds: ['emeriti'] });
  await installation.settled();
  assert.deepEqual(await found('entity_id=kilns'), ['glaze', 'kiln'].map(doiOf));
  assert.deepEqual(await found('category_id=emeriti'), ['glaze', 'kiln', 'shard'].map(doiOf));
  assert.deepEqual(await found('entity_id=shards&category_id=emeriti'), [doiOf('shard')]);
  assert.deepEqual(await found('entity_id=unknown'), []);
  await affiliate(NAMESAKE, 'kilns');
  await installation.settled();
  assert.deepEqual(await found('entity_id=kilns'), ['glaze', 'kiln', 'shard'].map(doiOf));
  assert.deepEqual(idsOf(await stranger.get('/api/publications?entity_id=kilns'), 'publications'), []);
});

filtering('selects the same for exports and batches', async () => {
  const query = 'entity_id=kilns&language=de&funder=foundation';
  const { text } = await jo.get(`/api/publications?${query}&format=ris`);
  assert.deepEqual(text.match(/^DO {2}- (.*)$/gmu), [`DO  - ${doiOf('glaze')}`]);
  const filter = Object.fromEntries(new URLSearchParams(query));
  const looked = await jo.post('/api/publications/batches', { action: 'hide', filter, dry_run: true });
  assert.deepEqual(idsOf(looked, 'results'), [doiOf('glaze')]);
});

filtering('selects what people have edited', async () => {
  assert.equal((await found('is_edited=true')).length, 0);
  await jo.patch(`/api/publications/${encodeURIComponent(doiOf('kiln'))}`, [
    { op: 'replace', path: '/title', value: 'Kiln' },
  ]);
  assert.deepEqual(await found('is_edited=true'), [doiOf('kiln')]);
  assert.deepEqual(await found('is_edited=false'), ['glaze', 'shard'].map(doiOf));
});

filtering('stands beside rows that show authors and container of the record', async () => {
  const { publications } = bodyOf<{ publications: readonly Readonly<Record<string, unknown>>[] }>(
    await jo.get('/api/publications?language=de&container=glaze'),
  );
  const [{ authors, authors_total: total, container } = {}] = publications;
  assert.deepEqual([authors, total, container], [['J. Carberry'], 1, 'Annals of Glaze']);
});

filtering('leaves out earlier versions of what the workspace has', async () => {
  const relation = (type: string, name: string) => ({ type, 'id-type': 'doi', id: doiOf(name) });
  for (const [name, relations] of Object.entries({
    preprint: [relation('is-preprint-of', 'article')],
    article: [relation('is-new-version-of', 'report')],
    report: [],
    alone: [relation('is-preprint-of', 'elsewhere')],
    chicken: [relation('is-new-version-of', 'egg')],
    egg: [relation('is-new-version-of', 'chicken')],
  }))
    await addPaper(installation, doiOf(name), {
      original: {
        type: 'article',
        title: name,
        volume: 'versions',
        'container-title': 'Versions',
        relation: relations,
      } as CslItem,
    });
  await installation.settled();
  const all = ['alone', 'article', 'chicken', 'egg', 'preprint', 'report'].map(doiOf);
  assert.deepEqual(await found('container=versions'), all);
  assert.deepEqual(
    await found('container=versions&versions=newest'),
    ['alone', 'article', 'chicken', 'egg'].map(doiOf),
  );
  await jo.delete(`/api/publications/${encodeURIComponent(doiOf('article'))}`);
  assert.deepEqual(
    await found('container=versions&versions=newest'),
    ['alone', 'chicken', 'egg', 'preprint', 'report'].map(doiOf),
  );
});
