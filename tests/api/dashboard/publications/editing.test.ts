/** Publications on the dashboard: corrected, hidden, deleted and restored. */
import assert from 'node:assert/strict';
import { publicRoutes } from '../../../../api/public/index.ts';
import { bodyOf, type Person } from '../../../support/dashboard.ts';
import { plainCitations } from '../../../support/plain-citations.ts';
import { linkEmerita } from '../../../support/people.ts';
import { suite } from '../../../support/suite.ts';
import { at, CARBERRY, onSample, PAPER, RETRACTED } from './on-sample.ts';

const publications = suite("the dashboard's publications");

const { installation, dashboard, jo, open, list, detail, patch, refresh, breakdown } = await onSample(publications);

publications('keep an edit through a refresh, report the drift, and revert it', async () => {
  const before = await detail(PAPER);
  const fixed = await patch(PAPER, [{ op: 'replace', path: '/title', value: 'The title that was meant' }]);
  assert.deepEqual(fixed, { ok: true, visible: true, edit_count: before.edit_count + 1 });
  assert.equal((await list(`?q=${encodeURIComponent('title that was meant')}`)).publications[0]?.id, PAPER);

  await refresh(PAPER, { title: 'What the publisher says now' });
  const drifted = await detail(PAPER);
  assert.equal(drifted.merged['title'], 'The title that was meant');
  assert.equal(drifted.drift[0]?.['provider_now'], 'What the publisher says now');
  assert.deepEqual(drifted.edited, { title: 'The title that was meant' });
  assert.deepEqual(
    (await list('?has_drift=true')).publications.map(({ id }) => id),
    [PAPER],
  );
  assert.equal((await breakdown()).has_drift, 1);

  await patch(PAPER, [{ op: 'remove', path: '/edited/title' }]);
  const reverted = await detail(PAPER);
  assert.equal(reverted.merged['title'], 'What the publisher says now');
  assert.deepEqual([reverted.edited, reverted.drift, reverted['edit_patch']], [null, [], null]);
  assert.equal((await list('?has_drift=true')).total, 0);
});

publications('accept decimal commas, and show dashboard-only fields only to staff', async () => {
  const custom = { q: 1, q_percentage: 97, if_value: '3,75', if5a_value: 4.5, funding: true };
  await patch(
    PAPER,
    Object.entries(custom).map(([field, value]) => ({ op: 'add', path: `/${field}`, value })),
  );
  const { merged, ...rest } = await detail(PAPER);
  assert.equal(merged['if_value'], 3.75);
  assert.equal(rest['if5a_value'], 4.5);
  const emerita = await linkEmerita(installation, PAPER);
  await installation.settled();
  const { works } = (await open.get('/v1/works')).body as { readonly works: readonly { readonly id: string }[] };
  const work = encodeURIComponent(works[0]?.id ?? '');
  const paths: Readonly<Record<string, string>> = {
    '/v1/doi/*doi': `/v1/doi/${PAPER}`,
    '/v1/works/:id': `/v1/works/${work}`,
    '/v1/researchers/:orcid': `/v1/researchers/${CARBERRY}`,
    '/v1/researchers/:orcid/publications': `/v1/researchers/${CARBERRY}/publications`,
    '/v1/people-without-orcid/:id': `/v1/people-without-orcid/${emerita}`,
    '/v1/people-without-orcid/:id/publications': `/v1/people-without-orcid/${emerita}/publications`,
  };
  for (const { path } of publicRoutes({
    readModels: installation.readModels,
    citations: plainCitations,
    url: open.url,
  })) {
    const answer = await open.get(paths[path] ?? path);
    assert.equal(answer.status, 200, answer.text);
    assert.doesNotMatch(answer.text, /"(?:q_percentage|if_value|if5a_value|funding)"/u, path);
  }
});

publications('store a number as text, and cite it', async () => {
  await patch(PAPER, [{ op: 'add', path: '/volume', value: 4_321 }]);
  assert.equal((await detail(PAPER)).merged['volume'], '4321');
  assert.match(String((await detail(PAPER))['apa_citation']), /4321/);
  await patch(PAPER, [{ op: 'remove', path: '/edited/volume' }]);
});

publications('change nothing when a patch changes nothing, or when one of its operations fails', async () => {
  const before = await detail(PAPER);
  await patch(PAPER, [{ op: 'replace', path: '/title', value: before.merged['title'] }]);
  await patch(
    PAPER,
    [
      { op: 'replace', path: '/title', value: 'half' },
      { op: 'test', path: '/type', value: 'nonsense' },
    ],
    400,
  );
  const after = await detail(PAPER);
  assert.equal(after.edit_count, before.edit_count);
  assert.equal(after.merged['title'], before.merged['title']);
});

const REFUSED: Readonly<Record<string, unknown>> = {
  'the id': [{ op: 'replace', path: '/id', value: 'x' }],
  'the DOI': [{ op: 'replace', path: '/DOI', value: '10.5555/other' }],
  'a counter': [{ op: 'replace', path: '/cited_by_count', value: 1e6 }],
  'person links': [{ op: 'add', path: '/person_orcids/-', value: CARBERRY }],
  'the provenance': [{ op: 'remove', path: '/provider_sources' }],
  'the whole record': [{ op: 'replace', path: '', value: {} }],
  'a prototype': [{ op: 'add', path: '/__proto__/polluted', value: true }],
  'a constructor': [{ op: 'add', path: '/constructor/prototype/polluted', value: true }],
  'the source of a move': [{ op: 'move', from: '/DOI', path: '/note' }],
  'an unknown field': [{ op: 'add', path: '/no_such_field', value: 1 }],
  'a type that CSL does not have': [{ op: 'replace', path: '/type', value: 'poem' }],
  'an empty title': [{ op: 'replace', path: '/title', value: '' }],
  'a title that shows nothing': [{ op: 'replace', path: '/title', value: '\u200b \u2060' }],
  'a title of white space': [{ op: 'add', path: '/title', value: ' \u00a0\n&nbsp;' }],
  'a percentile above 100': [{ op: 'add', path: '/q_percentage', value: 101 }],
  'a quartile that is not an integer': [{ op: 'add', path: '/q', value: 1.5 }],
  'visible as a string': [{ op: 'replace', path: '/visible', value: 'yes' }],
  'an unknown operation': [{ op: 'frobnicate', path: '/title' }],
  'a missing path': [{ op: 'remove', path: '/abstract/deep' }],
  'a path with an escape that JSON Pointer does not have': [{ op: 'add', path: '/custom/a~2b', value: 1 }],
  'a copy from a path that ends in an escape': [{ op: 'copy', from: '/title~', path: '/note' }],
  'no value': [{ op: 'add', path: '/title' }],
  'an object': { op: 'add', path: '/title', value: 'x' },
  'too many operations': Array.from({ length: 10_000 }, () => ({ op: 'test', path: '/type', value: 'x' })),
  'endless doubling': [
    { op: 'add', path: '/custom', value: { a: 'x'.repeat(1_000) } },
    ...Array.from({ length: 60 }, (_, index) => ({ op: 'copy', from: '/custom', path: `/custom/${index}` })),
  ],
};
for (const [what, operations] of Object.entries(REFUSED))
  publications(`refuse to patch ${what}`, async () => {
    const before = await jo.get(at(PAPER));
    const { error } = await patch(PAPER, operations, 400);
    assert.equal(typeof error, 'string');
    assert.equal((await jo.get(at(PAPER))).headers.get('etag'), before.headers.get('etag'));
    assert.equal(({} as { polluted?: unknown }).polluted, undefined);
  });

publications('refuse a patch if another user has changed the record since, with If-Match', async () => {
  const etag = (await jo.get(at(PAPER))).headers.get('etag') ?? '';
  const title = (value: string): unknown => [{ op: 'replace', path: '/title', value }];
  const first = await jo.patch(at(PAPER), title('First'), { headers: { 'if-match': etag } });
  assert.equal(first.status, 200);
  assert.equal((await jo.patch(at(PAPER), title('Second'), { headers: { 'if-match': etag } })).status, 412);
  assert.equal((await jo.delete(at(PAPER), { headers: { 'if-match': etag } })).status, 412);
  const next = first.headers.get('etag') ?? '';
  assert.equal((await jo.patch(at(PAPER), title('Third'), { headers: { 'if-match': `W/${next}` } })).status, 200);
});

publications('are no longer retracted if staff say so, through a refresh, until they take that back', async () => {
  assert.equal((await detail(RETRACTED)).is_retracted, true);
  const { edit_count: before } = await detail(RETRACTED);
  await patch(RETRACTED, [{ op: 'replace', path: '/is_retracted', value: false }]);
  await refresh(RETRACTED, { title: 'A title after the dismissal' });
  const { is_retracted: isRetracted, edit_count: after } = await detail(RETRACTED);
  assert.deepEqual([isRetracted, after], [false, before + 1]);
  await patch(RETRACTED, [{ op: 'replace', path: '/is_retracted', value: true }]);
  assert.equal((await detail(RETRACTED)).is_retracted, true);
});

publications('are hidden and shown one at a time', async () => {
  await patch(RETRACTED, [{ op: 'replace', path: '/visible', value: false }]);
  assert.deepEqual(
    (await list('?visibility=hidden')).publications.map(({ id }) => id),
    [RETRACTED],
  );
  await installation.settled();
  assert.equal((await open.get(`/v1/doi/${RETRACTED}`)).status, 404);
  await patch(RETRACTED, [{ op: 'replace', path: '/visible', value: true }]);
  assert.equal((await list('?visibility=hidden')).total, 0);
});

publications('are deleted twice, and restored, one at a time', async () => {
  const { total } = await list();
  assert.deepEqual(bodyOf(await jo.delete(at(RETRACTED))), { success: true });
  assert.deepEqual(bodyOf(await jo.delete(at(RETRACTED))), { success: true });
  assert.equal((await list()).total, total - 1);
  assert.equal((await list('?status=deleted')).total, 1);
  assert.equal(typeof (await detail(RETRACTED))['deleted_at'], 'string');
  assert.equal((await jo.delete(at('10.5555/nothing'))).status, 404);

  const restored = bodyOf<{ success: boolean; results: unknown }>(
    await jo.post('/api/publications/bulk', { ids: [RETRACTED, PAPER, '10.5555/nothing'], action: 'restore' }),
  );
  assert.deepEqual(restored, {
    success: false,
    results: [
      { id: RETRACTED, outcome: 'restored' },
      { id: PAPER, outcome: 'unchanged' },
      { id: '10.5555/nothing', outcome: 'not_found' },
    ],
  });
  assert.equal((await list()).total, total);
  const malformed = await jo.post('/api/publications/bulk', { ids: [PAPER, 'x'], action: 'delete' });
  assert.equal(malformed.status, 400);
  assert.equal((await list()).total, total);
});

publications('keep every acknowledged edit of two people at once, and refuse the late ones', async () => {
  const ada = await dashboard.signIn('member');
  const before = (await detail(PAPER)).edit_count;
  /** Together, more of each than a page of the history holds. */
  const edits = 60;
  let lost = 0;
  const acknowledged: string[] = [];
  const edit = async (
    person: Person,
    field: string,
    n: number,
    headers: Record<string, string> = {},
  ): Promise<number> => {
    const value = `${field} ${n}`;
    const { status } = await person.patch(at(PAPER), [{ op: 'add', path: `/${field}`, value }], { headers });
    if (status === 200) acknowledged.push(value);
    return status;
  };
  const careless = async (): Promise<void> => {
    for (let n = 0; n < edits || lost === 0; n += 1) assert.ok([200, 409].includes(await edit(jo, 'note', n)));
  };
  const careful = async (): Promise<void> => {
    for (let n = 0; n < edits || lost === 0; n += 1) {
      const etag = (await ada.get(at(PAPER))).headers.get('etag') ?? '';
      const status = await edit(ada, 'annote', n, { 'if-match': etag });
      assert.ok([200, 412].includes(status), String(status));
      if (status === 412) lost += 1;
    }
  };
  await Promise.all([careless(), careful()]);
  assert.equal((await detail(PAPER)).edit_count, before + acknowledged.length);
  const values: unknown[] = [];
  for (let page = 1; ; page += 1) {
    const reply = await jo.get(`/api/publications/${PAPER}/history?perPage=100&page=${page}`);
    const { history } = bodyOf<{ history: { changes: { path: string; after: unknown }[] }[] }>(reply);
    if (history.length === 0) break;
    for (const { changes } of history) values.push(...changes.map(({ after }) => after));
  }
  assert.deepEqual(
    acknowledged.filter((value) => !values.includes(value)),
    [],
  );
});
