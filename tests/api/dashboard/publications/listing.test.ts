/** Publications on the dashboard: lists, search, details and counts. */
import { until } from '../../../support/until.ts';
import assert from 'node:assert/strict';
import { ORCIDS } from '../../../../infra/demo/sample.ts';
import { bodyOf } from '../../../support/dashboard.ts';
import { suite } from '../../../support/suite.ts';
import { at, CARBERRY, onSample, PAPER, RETRACTED, type Detail, type Listing } from './on-sample.ts';

const publications = suite("the dashboard's publications");

const { jo, stranger, list, detail, patch, breakdown } = await onSample(publications);

publications('are listed in the declared shape', async () => {
  const body = bodyOf<Listing>(await jo.get('/api/publications?perPage=100'));
  assert.ok(body.total > 10);
  assert.ok(body.publications.some(({ apa_citation: citation }) => citation?.includes('Carberry, J.')));
});

publications('are listed without citations on request', async () => {
  const { publications: items } = await list('?citations=false');
  assert.ok(items.length > 10);
  assert.ok(items.every(({ apa_citation: citation }) => citation === null));
});

publications('accept both spellings of the page size, but not both at once', async () => {
  assert.equal((await list('?per_page=3')).publications.length, 3);
  assert.equal((await list('?perPage=3')).publications.length, 3);
  assert.equal((await jo.get('/api/publications?perPage=3&per_page=3')).status, 400);
});

publications('are found by title, author and DOI, by person, and sorted by every column', async () => {
  for (const q of [PAPER, `doi:${PAPER}`, `https://doi.org/${PAPER}`])
    assert.equal((await list(`?q=${encodeURIComponent(q)}`)).publications[0]?.id, PAPER, q);
  assert.ok((await list('?q=carberry')).total > 0);
  assert.equal((await list('?q=%C2%A7')).total, 0, 'a search without a letter finds nothing');
  assert.ok((await list(`?orcid_id=${CARBERRY}`)).total > 0);
  assert.equal((await jo.get('/api/publications?orcid_id=nobody')).status, 400);
  const { total } = await list();
  const sorts = 'last_fetched_at publication_date publication_year cited_by_count title last_edited_at edit_count';
  for (const sort of sorts.split(' '))
    for (const dir of ['asc', 'desc']) {
      const ids = (await list(`?sort=${sort}&dir=${dir}&perPage=100`)).publications.map(({ id }) => id);
      assert.equal(new Set(ids).size, total, `${sort} ${dir}`);
    }
});

publications('show one in the declared shape, in any form of its DOI', async () => {
  const spellings = [PAPER, encodeURIComponent(PAPER), `doi:${PAPER}`, encodeURIComponent(`https://doi.org/${PAPER}`)];
  for (const spelling of spellings) {
    const reply = await jo.get(at(spelling));
    assert.equal(bodyOf<Detail>(reply)['id'], PAPER);
  }
  assert.equal((await jo.get(at('10.5555/nothing'))).status, 404);
  assert.equal((await jo.get(at('not-a-doi'))).status, 400);
});

publications('show one without its citation on request, which has an address of its own', async () => {
  const one = await jo.get(`${at(PAPER)}?citations=false`);
  assert.equal(bodyOf<Detail>(one)['apa_citation'], null);
  const cited = await until(
    () => jo.get(`${at(PAPER)}/citation`),
    (answer) => bodyOf<Detail>(answer)['apa_citation'] !== null,
  );
  assert.match(String(bodyOf<Detail>(cited)['apa_citation']), /Carberry, J\./u);
  assert.equal((await jo.get(`${at('10.5555/nothing')}/citation`)).status, 404);
  assert.equal((await stranger.get(`${at(PAPER)}/citation`)).status, 404);
});

publications('are counted', async () => {
  const counted = await jo.get('/api/publications/stats');
  const stats = bodyOf<{ total_publications: number; orcid_sources: number }>(counted);
  assert.equal(stats.total_publications, (await list()).total);
  assert.ok(stats.orcid_sources >= ORCIDS.length);
  const grown = await jo.get('/api/publications/stats/timeseries');
  const series = bodyOf<{ daily_last_7_days: { count: number }[]; monthly_last_6_months: { count: number }[] }>(grown);
  assert.equal(series.daily_last_7_days.length, 7);
  assert.equal(series.monthly_last_6_months.length, 6);
  assert.equal(series.daily_last_7_days.at(-1)?.count, stats.total_publications);
});

publications('are counted by year and by type, as many as each listing has', async () => {
  const path = '/api/publications/stats/breakdown';
  const counted = await jo.get(path);
  const {
    by_year: years,
    by_type: types,
    needs_attention: waiting,
  } = bodyOf<{
    by_year: { year: number | null; count: number }[];
    by_type: { type: string | null; count: number }[];
    needs_attention: number;
  }>(counted);
  const { total } = await list();
  for (const counts of [years, types])
    assert.equal(
      counts.reduce((sum, { count }) => sum + count, 0),
      total,
    );
  for (const { year, count } of years) assert.equal((await list(`?publication_year=${year}`)).total, count);
  for (const { type, count } of types) assert.equal((await list(`?publication_type=${type}`)).total, count);
  assert.deepEqual(
    years.map(({ year }) => year),
    years.map(({ year }) => Number(year)).sort((one, other) => other - one),
  );
  assert.equal((await list('?needs_attention=true')).total, waiting);
  assert.equal((await list('?needs_attention=false')).total, total - waiting);
});

publications('that need attention are marked, and listed by it', async () => {
  const { publications: listed } = await list('?per_page=100');
  for (const { id, needs_attention: needs, has_drift: hasDrift, is_retracted: isRetracted } of listed) {
    const { author_match_state: state, drift, is_retracted: retracted } = await detail(id);
    assert.deepEqual([needs, hasDrift, isRetracted], [state === 'needs_attention', drift.length > 0, retracted], id);
  }
});

publications('that are retracted are counted while websites show them, and listed by it', async () => {
  const retracted = await list('?is_retracted=true');
  assert.deepEqual(
    retracted.publications.map(({ id }) => id),
    [RETRACTED],
  );
  assert.equal((await list('?is_retracted=false')).total, (await list()).total - 1);
  assert.equal((await breakdown()).retracted_visible, 1);
  assert.equal((await list('?is_retracted=true&visibility=visible')).total, 1);
  await patch(RETRACTED, [{ op: 'replace', path: '/visible', value: false }]);
  assert.equal((await breakdown()).retracted_visible, 0);
  assert.equal((await list('?is_retracted=true&visibility=visible')).total, 0);
  const found = bodyOf<{ publications: number }>(
    await jo.post('/api/publications/batches', { action: 'show', filter: { is_retracted: true }, dry_run: true }),
  );
  assert.equal(found.publications, 1);
  await patch(RETRACTED, [{ op: 'replace', path: '/visible', value: true }]);
});

publications('that are retracted need a decision until staff keep them visible, and after an undo', async () => {
  const undecided = async () => {
    const { total } = await list('?is_retracted=true&visibility=visible&retraction_kept=false');
    return [(await breakdown()).retracted_undecided, total, (await detail(RETRACTED))['retraction_kept']];
  };
  assert.deepEqual(await undecided(), [1, 1, false]);
  const keep = { action: 'keep_visible', ids: [RETRACTED, PAPER] };
  const kept = bodyOf<{ changed: number; unchanged: number; correlation_id: string }>(
    await jo.post('/api/publications/batches', keep),
  );
  assert.deepEqual([kept.changed, kept.unchanged], [1, 1]);
  assert.deepEqual(await undecided(), [0, 0, true]);
  assert.equal((await breakdown()).retracted_visible, 1);
  bodyOf(await jo.post(`/api/activity/causes/${kept.correlation_id}/undo`, {}));
  assert.deepEqual(await undecided(), [1, 1, false]);
});

publications('of another workspace do not exist', async () => {
  assert.equal(bodyOf<Listing>(await stranger.get('/api/publications')).total, 0);
  assert.equal((await stranger.get(at(PAPER))).status, 404);
  assert.equal((await stranger.patch(at(PAPER), [{ op: 'remove', path: '/title' }])).status, 404);
  assert.equal((await stranger.delete(at(PAPER))).status, 404);
});
