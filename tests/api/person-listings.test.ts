/** A person's publications and the people whom websites list, narrowed; and a researcher by slug. */
import assert from 'node:assert/strict';
import { personAggregate } from '../../commands/person.ts';
import { bodyOf } from '../support/dashboard.ts';
import { dispatch } from '../support/dispatch.ts';
import { addPaper } from '../support/papers.ts';
import { plugIn } from '../support/plug-ins.ts';
import { servePublic } from '../support/serving.ts';
import { staffed } from '../support/staffed.ts';
import { suite } from '../support/suite.ts';

const narrowing = suite('a listing of one person, and of people,');

const CARBERRY = '0000-0002-1825-0097';
const NAMESAKE = '0000-0001-0018-0097';

const { installation, jo } = await staffed(narrowing, { ingested: true });
const served = await narrowing.holds(servePublic(installation));
const site = await plugIn(installation);

type Page = Readonly<Record<string, unknown>> & { readonly total: number };
type Publication = {
  readonly title: string | null;
  readonly publication_year: number | null;
  readonly publication_type: string | null;
};

const asSite = async (path: string): Promise<Page> => bodyOf<Page>(await served.get(path, { headers: site.headers }));
const asStaff = async (path: string): Promise<Page> => bodyOf<Page>(await jo.get(path));

const OF_PERSON = [
  [asSite, `/v1/researchers/${CARBERRY}/publications`],
  [asSite, `/v1/people/${CARBERRY}/publications`],
  [asStaff, `/api/people/${CARBERRY}/publications`],
] as const;

narrowing('takes the filters of publications', async () => {
  for (const [ask, path] of OF_PERSON) {
    const all = (await ask(`${path}?per_page=100`))['publications'] as readonly Publication[];
    const years = all.map(({ publication_year: year }) => year ?? 0);
    const [first, last] = [Math.min(...years), Math.max(...years)];
    assert.ok(first < last, path);
    for (const [query, isMeant] of [
      [`publication_year=${last}`, (item) => item.publication_year === last],
      [`from_year=${first + 1}`, (item) => (item.publication_year ?? 0) > first],
      [`to_year=${last - 1}`, (item) => (item.publication_year ?? Infinity) < last],
      [`from_year=${first}&to_year=${first}`, (item) => item.publication_year === first],
      ['publication_type=article-journal', (item) => item.publication_type === 'article-journal'],
      ['q=%20POTS%20', (item) => /\bpots/iu.test(item.title ?? '')],
    ] as const satisfies readonly (readonly [string, (item: Publication) => boolean])[]) {
      const found = await ask(`${path}?per_page=100&${query}`);
      assert.equal(found.total, all.filter(isMeant).length, `${path}?${query}`);
      for (const [name, sent] of new URLSearchParams(query)) assert.equal(String(found[name]), sent.trim(), name);
    }
  }
});

narrowing('refuses years that are the wrong way round', async () => {
  for (const path of ['/v1/publications', OF_PERSON[0][1]]) {
    const { status, text } = await served.get(`${path}?from_year=2024&to_year=2020`);
    assert.ok(status === 400 && text.includes('to_year'), text);
  }
  assert.equal((await jo.get('/api/publications?from_year=2024&to_year=2020')).status, 400);
});

narrowing('takes an entity and a category', async () => {
  const { affiliation } = await asSite(`/v1/researchers/${CARBERRY}`);
  await dispatch(installation, personAggregate, CARBERRY, {
    type: 'ReviseProfile',
    categoryIds: ['emeriti'],
  });
  const affiliating = { type: 'ChangeAffiliation', entityId: 'kiln', status: 'org', now: 5 } as const;
  await dispatch(installation, personAggregate, CARBERRY, affiliating);
  await installation.settled();
  assert.equal(affiliation, null);
  for (const path of ['/v1/researchers', '/v1/people', '/integrations/v1/people']) {
    for (const query of ['entity_id=kiln', 'category_id=emeriti', 'entity_id=kiln&category_id=emeriti&q=carberry'])
      assert.equal((await asSite(`${path}?${query}`)).total, 1, `${path}?${query}`);
    for (const query of ['entity_id=other', 'category_id=other', 'entity_id=kiln&category_id=other'])
      assert.equal((await asSite(`${path}?${query}`)).total, 0, `${path}?${query}`);
    assert.equal((await asSite(path))['entity_id'], null);
  }
});

narrowing('is found by the slug, which redirects to the iD', async () => {
  const { slug } = await asSite(`/v1/researchers/${CARBERRY}`);
  const { status, headers } = await served.get(`/v1/researchers/${String(slug)}`, { redirect: 'manual' });
  assert.deepEqual([status, headers.get('location')], [301, `${served.url}/v1/researchers/${CARBERRY}`]);
  for (const absent of ['nobody-0000', '0000-0002-1825-0098', encodeURIComponent('ü/?')])
    assert.equal((await served.get(`/v1/researchers/${absent}`, { redirect: 'manual' })).status, 404, absent);
});

narrowing('lists the iDs of those who share a slug', async () => {
  const { name } = await asSite(`/v1/researchers/${CARBERRY}`);
  await dispatch(installation, personAggregate, NAMESAKE, {
    type: 'RegisterPerson',
    ...{ orcid: NAMESAKE, name: name as string, saidBy: 'staff' },
  });
  await addPaper(installation, '10.5555/of-the-namesake', { links: [{ orcid: NAMESAKE, basis: 'metadata' }] });
  await installation.settled();
  const { status, body } = await served.get('/v1/researchers/josiah-s-carberry-0097', { redirect: 'manual' });
  const { details } = body as { readonly details: { readonly orcids: readonly string[] } };
  assert.deepEqual([status, [...details.orcids].sort()], [404, [NAMESAKE, CARBERRY].sort()]);
});
